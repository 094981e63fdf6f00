import { showPrice, showQuantity } from '#texts/formats.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import type { SheetContent, SheetLine, SheetParty } from '#web/ui/sheet/Sheet.tsx'

type Named = { identifier: string; name: string }
type Shown = Pick<
  DocumentDetail,
  'document_type' | 'content' | 'folio' | 'emission_date' | 'neto' | 'iva' | 'total'
> & {
  company: Named
  recipient: Named
  nota_of?: DocumentDetail['nota_of']
  draft?: DocumentDetail['draft']
}

/** The document as frozen; before that what its rule says of it now. Nothing is invented. */
export function sheetOf(document: Shown): SheetContent {
  const { content, draft = null } = document
  const boleta = content?.boleta ?? null
  return {
    kind: TYPE_NAMES[document.document_type],
    retention: boleta === null ? null : { ...boleta, amount: boleta.retention },
    folio: document.folio,
    issueDate: document.emission_date,
    issuer: partyOf(content?.issuer ?? draft?.issuer, document.company),
    recipient:
      content === null
        ? partyOf(draft?.recipient, document.recipient)
        : { ...party(content.recipient), contactName: content.recipient.contact_name },
    lines: content === null ? draftedLines(draft) : frozenLines(content),
    neto: document.neto ?? draft?.neto ?? null,
    iva: document.iva ?? draft?.iva ?? null,
    total: document.total ?? draft?.total ?? null,
    uf: content?.lines.find(({ uf }) => uf !== null)?.uf ?? null,
    reference: document.nota_of ?? null,
  }
}

function frozenLines({ lines }: NonNullable<DocumentDetail['content']>): SheetLine[] {
  return lines.map((line, index) => ({
    key: index,
    name: line.name,
    description: line.description,
    quantity: showQuantity(line.quantity),
    price: showPrice(line.unit_price, line.currency),
    amount: line.amount,
  }))
}

/** What is filled in each month is still open. */
function draftedLines(draft: DocumentDetail['draft']): SheetLine[] {
  return (draft?.lines ?? []).map((line, index) => ({
    key: index,
    name: line.name,
    description: '',
    quantity: line.quantity === null ? null : showQuantity(line.quantity),
    price: line.unit_price === null ? null : showPrice(line.unit_price, line.currency),
    amount: line.amount,
  }))
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

function partyOf(known: WireParty | undefined, name: Named): SheetParty {
  return known === undefined ? named(name) : party(known)
}

function named({ identifier, name }: Named): SheetParty {
  return { rut: identifier, name, giro: '', street: '', commune: '', city: '' }
}
