import { walkWithAxe } from './axe-tour.ts'
import { WIDE } from './visitor.ts'

walkWithAxe(WIDE)
