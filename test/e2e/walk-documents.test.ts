import { walk } from './walk.ts'

walk('documents')
