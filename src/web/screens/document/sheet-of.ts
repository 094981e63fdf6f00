import { showPrice, showQuantity } from '#texts/formats.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { TYPE_NAMES } from '../documents/type-names.ts'
import type { SheetContent, SheetParty } from '#web/ui/sheet/Sheet.tsx'

type Named = { identifier: string; name: string }
type Shown = Pick<
  DocumentDetail,
  'document_type' | 'content' | 'folio' | 'emission_date' | 'neto' | 'iva' | 'total'
> & { company: Named; recipient: Named; nota_of?: DocumentDetail['nota_of'] }

/** The document as frozen. Before that only its parties are known, and nothing is invented. */
export function sheetOf(document: Shown): SheetContent {
  const { content } = document
  const boleta = content?.boleta ?? null
  return {
    kind: TYPE_NAMES[document.document_type],
    retention: boleta === null ? null : { ...boleta, amount: boleta.retention },
    folio: document.folio,
    issueDate: document.emission_date,
    issuer: content === null ? named(document.company) : party(content.issuer),
    recipient:
      content === null
        ? named(document.recipient)
        : { ...party(content.recipient), contactName: content.recipient.contact_name },
    lines: (content?.lines ?? []).map((line, index) => ({
      key: index,
      name: line.name,
      description: line.description,
      quantity: showQuantity(line.quantity),
      price: showPrice(line.unit_price, line.currency),
      amount: line.amount,
    })),
    neto: document.neto,
    iva: document.iva,
    total: document.total,
    uf: content?.lines.find(({ uf }) => uf !== null)?.uf ?? null,
    reference: document.nota_of ?? null,
  }
}

type WireParty = NonNullable<DocumentDetail['content']>['issuer']

function party({
  identifier,
  name,
  giro,
  street_and_number,
  commune,
  city,
}: WireParty): SheetParty {
  return { rut: identifier, name, giro, street: street_and_number, commune, city }
}

function named({ identifier, name }: Named): SheetParty {
  return { rut: identifier, name, giro: '', street: '', commune: '', city: '' }
}
