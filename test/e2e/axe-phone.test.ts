import { walkWithAxe } from './axe-tour.ts'
import { PHONE } from './visitor.ts'

walkWithAxe(PHONE)
