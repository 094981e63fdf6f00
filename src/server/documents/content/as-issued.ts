import type { SignedContent } from '#domain/document.ts'
import { ZERO_CLP } from '#domain/money.ts'
import { quantity } from '#domain/uf.ts'
import { isSameName } from '#dte/compare.ts'
import type { DteDocument } from '#dte/document/document.ts'

/** The document as the SII's XML has it: its date, lines and amounts, and the parties' names as printed there. */
export function asIssued<Content extends SignedContent>(
  document: DteDocument,
  own: Content,
): Content {
  const { netoClp, ivaClp, totalClp } = document.totals
  const named = withPrintedIssuer(document, own)
  return {
    ...named,
    issueDate: document.issueDate,
    recipient: { ...own.recipient, name: printed(own.recipient.name, document.recipient.name) },
    lines: document.lines.map(({ name, description, code, amountClp }) => ({
      name,
      description,
      code,
      quantity: quantity('1'),
      price: { currency: 'CLP', unitClp: amountClp },
      amountClp,
    })),
    netoClp: netoClp ?? ZERO_CLP,
    ivaClp: ivaClp ?? ZERO_CLP,
    totalClp,
  }
}

/** An issuer that has another name, giro or address at the SII by now is shown as the SII printed it. */
export function withPrintedIssuer<Content extends SignedContent>(
  { issuer: seen }: DteDocument,
  own: Content,
): Content {
  if (isSameName(own.issuer.name, seen.name)) return own
  const { street, commune, city } = seen.address
  const issuer = {
    ...own.issuer,
    name: seen.name,
    address: { ...own.issuer.address, street, commune, city },
    activity: { ...own.issuer.activity, description: seen.giro },
  }
  return { ...own, issuer }
}

/** The frozen one where the SII's is the same cut short or in capitals. */
function printed(frozen: string, seen: string): string {
  return isSameName(frozen, seen) ? frozen : seen
}
