import { playFixedWorlds } from './fixed.ts'

playFixedWorlds({ first: 1, count: 1000 })
