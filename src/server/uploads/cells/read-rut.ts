import { checkDigit, formatRut, parseRut, rutProblem, type Rut } from '#domain/rut.ts'
import type { Cell } from '../../sheets/table.ts'
import { commonFault, faultOf, valueOf, type CellRead } from './cell-read.ts'

/**
 * A RUT as text with its hyphen, or digits alone where they can only mean one: eight digits may be seven with their
 * check digit or a body that lacks it, and one in eleven of these is another person's RUT.
 */
export function readRut(cell: Cell): CellRead<Rut> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell === 'object') return faultOf('valueIsDay')
  const text = String(cell)
  const parsed = parseRut(text)
  const digits = /^\s*0*([\d.]{7,12})\s*$/.exec(text)?.[1]?.replaceAll('.', '')
  const whole = digits?.length === BODY_DIGITS ? withCheckDigit(Number(digits)) : null
  if (parsed !== null) {
    if (whole === null) return valueOf(parsed)
    return faultOf('rutAmbiguous', { first: formatRut(parsed), second: formatRut(whole) })
  }
  if (whole !== null) return faultOf('rutWithoutCheckDigit', { rut: formatRut(whole) })
  return rutProblem(text) === 'wrongCheckDigit'
    ? faultOf('rutWrongCheckDigit')
    : faultOf('rutMalformed')
}

/** Of every company and of almost everybody who issues or gets documents. */
const BODY_DIGITS = 8

function withCheckDigit(body: number): Rut | null {
  return body < 1 ? null : parseRut(`${body}-${checkDigit(body)}`)
}
