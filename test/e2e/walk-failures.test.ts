import { walk } from './walk.ts'

walk('failures')
