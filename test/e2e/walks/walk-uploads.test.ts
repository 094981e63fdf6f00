import { walk } from '../tours/walk.ts'

walk('uploads')
