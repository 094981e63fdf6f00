import { addDays, day } from '#domain/day.ts'
import { flatten } from '#dte/keys/caf.ts'
import { clp } from '#domain/money.ts'
import type { DteDocument } from '#dte/document/document.ts'
import { cafOf, facturaOf, lineOf, signer } from '../src/dte/fixtures/test-world.ts'
import { buildDte } from '#dte/build.ts'
import { signDte } from '#dte/sign.ts'

const FIRST_FOLIO = 1
export const caf = cafOf({ firstFolio: FIRST_FOLIO, lastFolio: 10_000 })

/** Facturas of one to ten lines, four of five without accents or `&` in them as in real life. */
export function facturaNumber(index: number): DteDocument {
  const lines = Array.from({ length: 1 + (index % 10) }, (_, at) => {
    const quantity = 1 + ((index + at) % 7)
    const unitPrice = 1000 + ((index * 37 + at * 101) % 90_000)
    return lineOf({
      name: index % 5 === 0 ? `Asesoría & diseño ${at}` : `Servicio mensual ${at}`,
      description: at % 3 === 0 ? 'Segun contrato vigente, con soporte incluido' : '',
      quantity: String(quantity),
      unitPrice: String(unitPrice),
      amountClp: clp(quantity * unitPrice),
    })
  })
  const issueDate = addDays(day(2026, 11, 1), index % 20)
  return facturaOf({ folio: FIRST_FOLIO + index, issueDate, lines })
}

export function signedNumber(index: number): string {
  const unsigned = buildDte(facturaNumber(index), { caf, stampedAt: '2026-11-20T10:30:00' })
  return signDte(unsigned, { signer })
}

/** The stamp as its bar code carries it. */
export function stampOf(index: number): string {
  return flatten(/<TED [^]*<\/TED>/.exec(signedNumber(index))?.[0] ?? '')
}
