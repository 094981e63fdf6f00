import { walk } from './walk.ts'

walk('account')
