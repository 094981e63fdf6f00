import type { VisitAnswer } from '../visit.ts'
import type { Barred } from './clave-guard.ts'
import type { RefusedTry } from './connect.ts'

/** Every way in which asking the SII for a person ends without what was asked for. */
export type PortalTrouble =
  | Exclude<VisitAnswer<unknown>, { kind: 'ok' }>
  | Barred
  | RefusedTry
  | { kind: 'notNaturalPerson' }
