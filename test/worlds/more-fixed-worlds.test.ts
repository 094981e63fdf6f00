import { playFixedWorlds } from './fixed.ts'

playFixedWorlds({ first: 1001, count: 1000 })
