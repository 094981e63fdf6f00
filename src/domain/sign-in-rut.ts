import {
  isCompanyRut,
  isWithinNaturalPersonBound,
  parseRut,
  parseRutDigitsOnly,
  type Rut,
} from './rut.ts'

export type SignInRut =
  | { kind: 'ok'; rut: Rut }
  | { kind: 'invalidRut' }
  | { kind: 'rutMaxThirtyMillions' }
  | { kind: 'notNaturalPerson' }

/**
 * The RUT of who signs in at the SII: a natural person's, below thirty million. Bare digits
 * are read both ways and refused when both fit (docs/decisions/0018).
 */
export function parseSignInRut(text: string): SignInRut {
  const digits = parseRutDigitsOnly(text)
  if (digits.kind !== 'invalid') {
    return digits.kind === 'ok' ? digits : { kind: 'invalidRut' }
  }
  const written = parseRut(text)
  if (written === null) return { kind: 'invalidRut' }
  if (isWithinNaturalPersonBound(written)) return { kind: 'ok', rut: written }
  return { kind: isCompanyRut(written) ? 'notNaturalPerson' : 'rutMaxThirtyMillions' }
}
