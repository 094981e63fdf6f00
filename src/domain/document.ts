import type { Day, Month } from './day.ts'
import type { Clp } from './money.ts'
import type { Rut } from './rut.ts'
import type { Quantity, Uf } from './uf.ts'

/** Ours, not the SII's: 33 and 39 stand for these on our HTTP API only (D-1). */
export type DocumentKind = 'factura' | 'boletaHonorarios'

export interface FrozenLine {
  name: string
  description: string
  code: string
  quantity: Quantity
  /** As the user wrote it: whole pesos, or UF with the rate that turned it into pesos. */
  price:
    | { currency: 'CLP'; unitClp: Clp }
    | { currency: 'UF'; unitUf: Uf; rateClp: Uf; rateDay: Day }
  /** quantity × price in pesos, rounded half up once (D-28). */
  amountClp: Clp
}

/** Everything a factura will say, frozen when it becomes due. Later edits of its rule don't reach it. */
export interface FacturaContent {
  kind: 'factura'
  issueDate: Day
  serviceMonth: Month
  issuer: {
    rut: Rut
    name: string
    address: { street: string; commune: string; city: string; branchCode: string }
    activity: { code: string; description: string }
    email: string
  }
  recipient: {
    rut: Rut
    name: string
    giro: string
    address: { street: string; commune: string; city: string }
    contactName: string
    contactRut: Rut | null
  }
  lines: FrozenLine[]
  netoClp: Clp
  ivaClp: Clp
  totalClp: Clp
  /** SII FmaPago: 1 contado, 2 crédito. */
  paymentForm: 1 | 2
}
