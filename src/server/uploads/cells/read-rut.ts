import { checkDigit, formatRut, parseRut, rutProblem, type Rut } from '#domain/rut.ts'
import type { Cell } from '../../sheets/table.ts'
import { commonFault, faultOf, valueOf, type CellRead } from './cell-read.ts'
import { listedKey } from './listed.ts'

/**
 * A RUT as text with its hyphen, behind a name where the template's list has it, or digits alone where they can only mean
 * one: seven or eight may be a body with its check digit or one that lacks it, and one in eleven of these is another
 * person's RUT.
 */
export function readRut(cell: Cell): CellRead<Rut> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell === 'object') return faultOf('valueIsDay')
  const text = listedKey(String(cell))
  const parsed = parseRut(text)
  const digits = /^\s*0*([\d.]{7,12})\s*$/.exec(text)?.[1]?.replaceAll('.', '')
  const whole =
    digits !== undefined && BODY_DIGITS.includes(digits.length)
      ? withCheckDigit(Number(digits))
      : null
  if (parsed !== null) {
    if (whole === null) return valueOf(parsed)
    return faultOf('rutAmbiguous', { first: formatRut(parsed), second: formatRut(whole) })
  }
  if (whole !== null) return faultOf('rutWithoutCheckDigit', { rut: formatRut(whole) })
  return rutProblem(text) === 'wrongCheckDigit'
    ? faultOf('rutWrongCheckDigit')
    : faultOf('rutMalformed')
}

/** Of a body: nobody who gets documents has a shorter one. */
const BODY_DIGITS = [7, 8]

function withCheckDigit(body: number): Rut | null {
  return body < 1 ? null : parseRut(`${body}-${checkDigit(body)}`)
}
