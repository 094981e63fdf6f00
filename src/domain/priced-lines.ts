import type { DocumentContent, FrozenLine } from './document.ts'
import { quantity } from './uf.ts'

/** A boleta's lines are of pesos alone, whatever they came from: one of each at its gross. */
export function pricedLines(content: DocumentContent): readonly FrozenLine[] {
  if (content.kind !== 'boletaHonorarios') return content.lines
  return content.lines.map(({ description, grossClp }) => ({
    name: description,
    description: '',
    code: '',
    quantity: quantity('1'),
    price: { currency: 'CLP', unitClp: grossClp },
    amountClp: grossClp,
  }))
}
