import { showPrice } from '#texts/formats.ts'
import { fill } from '#texts/translation.ts'
import { printedNota } from '#texts/es/notas.ts'
import type { NotaOffer } from '#web/api/notas.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import type { SheetContent } from '#web/ui/sheet/Sheet.tsx'
import type { TypedNota } from './NotaForm.tsx'
import { sheetOf } from '../document/sheet-of.ts'

/**
 * The nota as it would be issued: a whole factura's own lines, or one that lowers it. The amounts are the server's,
 * and blank until it has told them.
 */
export function notaSheet(
  factura: DocumentDetail,
  nota: NotaOffer['nota'],
  typed: { today: string } & Pick<TypedNota, 'correction' | 'reason' | 'wrong' | 'right'>,
): SheetContent {
  const { today, correction } = typed
  const { neto, iva, total } = nota ?? { neto: null, iva: null, total: null }
  const own = sheetOf(factura)
  const reference = { folio: factura.folio ?? 0, date: factura.emission_date }
  const reason = correction === 'amounts' ? typed.reason : (nota?.reason ?? '')
  const line = {
    key: 0,
    ...saidIn(typed, reference.folio),
    quantity: '1',
    price: neto === null ? null : showPrice(String(neto), 'CLP'),
    amount: neto,
  }
  return {
    ...own,
    kind: 'nota',
    folio: null,
    issueDate: today,
    lines: correction === 'annul' ? own.lines : [line],
    neto,
    iva,
    total,
    uf: correction === 'annul' ? own.uf : null,
    reference: { ...reference, reason },
  }
}

function saidIn(
  { correction, reason, wrong, right }: Omit<TypedNota, 'neto' | 'isMailed'>,
  folio: number,
): { name: string; description: string } {
  if (correction !== 'text') {
    return { name: fill(printedNota.loweringLine, { folio }), description: reason }
  }
  const texts = { said: wrong.trim(), mustSay: right.trim() }
  return {
    name: fill(printedNota.correctingLine, { folio }),
    description: texts.said === '' ? '' : fill(printedNota.correction, texts),
  }
}
