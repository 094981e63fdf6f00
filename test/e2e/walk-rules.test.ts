import { walk } from './walk.ts'

walk('rules')
