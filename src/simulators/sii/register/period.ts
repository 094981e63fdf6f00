import type { Month } from '#domain/day.ts'
import { compare, month, parseMonth } from '#domain/day.ts'
import type { Answer } from '../http/answer.ts'
import { scenarioFor } from '../state/portal.ts'
import type { FacadeVisit } from './facade.ts'
import { said, textOf } from './facade.ts'
import type { Accounting, Operation, RegisterRow } from './row.ts'
import { inState, registerOf } from './rows.ts'

const FIRST_MONTH = month(2017, 5)

/** A month of somebody's register, as far as it was asked for. */
export interface Period {
  taxpayer: string
  operation: Operation
  month: Month
  accounting: Accounting
  rows: RegisterRow[]
}

/** The month as asked for, or the code that says why not. */
export function inRange(
  asked: FacadeVisit,
  operation: Operation | null,
  answer: (asked: FacadeVisit, period: Period) => Answer,
): Answer {
  const { portal, person } = asked
  const taxpayer = taxpayerOf(asked)
  const written = textOf(asked, 'ptributario')
  const of = parseMonth(`${written.slice(0, 4)}-${written.slice(4)}`)
  const accounting = accountingOf(asked, operation)
  if (!isOurs(asked, taxpayer)) {
    return said(asked, { code: 2, message: 'Contribuyente no autorizado', data: null })
  }
  const tooEarly = of === null || compare(of, FIRST_MONTH) < 0
  if (tooEarly || scenarioFor(portal, 'register-period', person.rut, taxpayer)) {
    const message = 'El periodo tributario debe ser mayor igual a 201705'
    return said(asked, { code: 99, message, data: null })
  }
  if (operation === null || accounting === null) {
    return said(asked, { code: 99, message: 'estadoContab no es valido', data: null })
  }
  const known = registerOf(portal, taxpayer, { operation, month: of })
  const rows = scenarioFor(portal, 'register-empty', person.rut, taxpayer) ? [] : known
  return answer(asked, {
    taxpayer,
    operation,
    month: of,
    accounting,
    rows: inState(rows, accounting),
  })
}

function accountingOf(asked: FacadeVisit, operation: Operation | null): Accounting | null {
  const written = textOf(asked, 'estadoContab')
  if (operation === 'VENTA') {
    const strict = scenarioFor(asked.portal, 'register-state', asked.person.rut)
    return written === '' || (written === 'REGISTRO' && !strict) ? 'REGISTRO' : null
  }
  switch (written) {
    case 'REGISTRO':
    case 'PENDIENTE':
    case 'NO_INCLUIR':
    case 'RECLAMADO':
      return written
    default:
      return null
  }
}

export function operationOf(asked: FacadeVisit): Operation | null {
  const written = textOf(asked, 'operacion')
  return written === 'COMPRA' || written === 'VENTA' ? written : null
}

export function taxpayerOf(asked: FacadeVisit): string {
  return `${textOf(asked, 'rutEmisor')}-${textOf(asked, 'dvEmisor')}`
}

/** One session may ask for every RUT that authorised its person. */
export function isOurs({ person }: FacadeVisit, taxpayer: string): boolean {
  return taxpayer === person.rut || person.companies.includes(taxpayer)
}
