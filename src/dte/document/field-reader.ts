import type { Day } from '#domain/day.ts'
import { day, parseDay } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, RUT_SII } from '#domain/rut.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, textAt } from '../xml/xml.ts'
import type { KnownTipoDte, LineApart } from './document.ts'
import { isKnownTipoDte } from './document.ts'
import type { Fault } from './fault.ts'
import { fault } from './fault.ts'

/** What was placed in a field that can't be read; the document is then dropped as a whole. */
const UNREAD_DAY = day(2000, 1, 1)
const UNREAD_RUT = RUT_SII

const UNSIGNED = /^\d{1,15}$/
const SIGNED = /^-?\d{1,15}$/
const DECIMAL = /^\d{1,16}(\.\d{1,6})?$/

/** By IndExe. */
const APART: ReadonlyMap<string, LineApart> = new Map([
  ['2', 'notBilled'],
  ['3', 'deposit'],
  ['4', 'notSold'],
  ['5', 'lessOnGuide'],
  ['6', 'notBilledLess'],
])

export type FieldReader = ReturnType<typeof fieldReader>

/** Reads fields one by one, noting in `faults` each that isn't what it must be. */
export function fieldReader(faults: Fault[]) {
  function unreadable<T>(name: string, seen: string, instead: T): T {
    faults.push(fault('fieldUnreadable', { name, seen: seen.slice(0, 40) }))
    return instead
  }
  // Fifteen digits are exact in a double; the schema's eighteen are beyond any real amount.
  function pesos(of: XmlElement | null, name: string, form: RegExp): Clp {
    const text = textAt(of, name)
    return form.test(text) ? clp(Number(text)) : unreadable(name, text, clp(0))
  }
  function dayOf(of: XmlElement | null, name: string): Day {
    const text = textAt(of, name)
    return parseDay(text) ?? unreadable(name, text, UNREAD_DAY)
  }
  return {
    tipoDte(of: XmlElement | null): KnownTipoDte {
      const text = textAt(of, 'TipoDTE')
      const number = Number(text)
      if (isKnownTipoDte(number)) return number
      faults.push(fault('typeUnknown', { seen: text.slice(0, 40) }))
      return 33
    },
    folio(of: XmlElement | null): number {
      const text = textAt(of, 'Folio')
      return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : unreadable('Folio', text, 0)
    },
    day: dayOf,
    dayOrNull(of: XmlElement | null, name: string): Day | null {
      return childOf(of, name) === null ? null : dayOf(of, name)
    },
    rut(of: XmlElement | null, name: string): Rut {
      const text = textAt(of, name)
      return parseRut(text) ?? unreadable(name, text, UNREAD_RUT)
    },
    clp: (of: XmlElement | null, name: string) => pesos(of, name, UNSIGNED),
    clpOrNull(of: XmlElement | null, name: string): Clp | null {
      return childOf(of, name) === null ? null : pesos(of, name, UNSIGNED)
    },
    signedOrNull(of: XmlElement | null, name: string): Clp | null {
      return childOf(of, name) === null ? null : pesos(of, name, SIGNED)
    },
    decimalOrNull(of: XmlElement | null, name: string): string | null {
      if (childOf(of, name) === null) return null
      const text = textAt(of, name)
      return DECIMAL.test(text) ? text : unreadable(name, text, null)
    },
    apart(of: XmlElement): LineApart | undefined {
      const text = textAt(of, 'IndExe')
      if (text === '' || text === '1') return undefined
      return APART.get(text) ?? unreadable('IndExe', text, undefined)
    },
    oneOf<T>(of: XmlElement, name: string, allowed: ReadonlyMap<string, T>, instead: T): T {
      const text = textAt(of, name)
      return allowed.get(text) ?? unreadable(name, text, instead)
    },
  }
}
