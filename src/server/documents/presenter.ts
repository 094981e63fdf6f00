import type { z } from 'zod'
import type { documentDetail, documentRow } from '#contract/documents.ts'
import { contentTotal } from '#domain/document.ts'
import type { BoletaContent, DocumentContent, FacturaContent } from '#domain/document.ts'
import { formatRut, rut } from '#domain/rut.ts'
import type { Alike } from './alike.ts'
import { frozenContent } from './content.ts'
import type { ListedDocument, readEvents } from './store.ts'

type Wire = z.input<typeof documentRow>
type WireDetail = z.input<typeof documentDetail>

/** The one place where a document's row becomes JSON. */
export function presentRow(row: ListedDocument): Wire {
  const content = row.content === null ? null : frozenContent(row)
  return {
    id: row.id,
    document_type: row.kind === 'factura' ? 33 : 39,
    state: row.state,
    reason: row.reason,
    company: {
      id: row.company_id,
      identifier: formatRut(rut(row.company_rut)),
      name: row.company_name,
    },
    recipient: { identifier: formatRut(rut(row.recipient_rut)), name: row.recipient_name },
    rule: row.rule_id === null ? null : { id: row.rule_id, name: row.rule_name ?? '' },
    emission_date: row.issue_day ?? row.emission_day,
    service_month: row.service_month,
    folio: row.folio,
    neto: content?.kind === 'factura' ? content.netoClp : null,
    iva: content?.kind === 'factura' ? content.ivaClp : null,
    total: content === null ? null : contentTotal(content),
    wait_until: row.state === 'waiting' ? row.wait_until : null,
    has_pdf: row.files_state === 'stored',
    has_xml: row.files_state === 'stored' && row.kind === 'factura',
    updated_at: row.updated_at,
  }
}

export function presentDetail(
  row: ListedDocument,
  events: Awaited<ReturnType<typeof readEvents>>,
  alike: Alike | null,
): WireDetail {
  return {
    ...presentRow(row),
    reason_text: row.reason_text,
    next_try_at: row.next_try_at,
    annulment: row.annulment,
    looks_like:
      alike === null ? null : { document: alike.documentId, folio: alike.folio, date: alike.day },
    content: row.content === null ? null : presentContent(frozenContent(row)),
    timeline: events.map((event) => ({
      seq: event.seq,
      at: event.at,
      kind: event.kind,
      data: plainData(event.data),
      hash: event.hash.toString('hex'),
    })),
  }
}

export function presentContent(content: DocumentContent): WireDetail['content'] {
  return content.kind === 'factura' ? presentFactura(content) : presentBoleta(content)
}

function presentFactura({ issuer, recipient, lines }: FacturaContent): WireDetail['content'] {
  return {
    boleta: null,
    issuer: {
      identifier: formatRut(issuer.rut),
      name: issuer.name,
      giro: issuer.activity.description,
      street_and_number: issuer.address.street,
      commune: issuer.address.commune,
      city: issuer.address.city,
    },
    recipient: {
      identifier: formatRut(recipient.rut),
      name: recipient.name,
      giro: recipient.giro,
      street_and_number: recipient.address.street,
      commune: recipient.address.commune,
      city: recipient.address.city,
      contact_name: recipient.contactName,
    },
    lines: lines.map((line) => ({
      name: line.name,
      description: line.description,
      quantity: line.quantity,
      currency: line.price.currency,
      unit_price: line.price.currency === 'UF' ? line.price.unitUf : String(line.price.unitClp),
      uf:
        line.price.currency === 'UF'
          ? { day: line.price.rateDay, value: line.price.rateClp }
          : null,
      amount: line.amountClp,
    })),
  }
}

function presentBoleta(content: BoletaContent): WireDetail['content'] {
  const { issuer, recipient, lines, withholder, retentionClp, liquidoClp } = content
  const unknown = { giro: '', street_and_number: '', commune: '', city: '' }
  return {
    boleta: { withholder, retention: retentionClp, liquido: liquidoClp },
    issuer: { ...unknown, identifier: formatRut(issuer.rut), name: issuer.name },
    recipient: {
      ...unknown,
      identifier: formatRut(recipient.rut),
      name: recipient.name,
      street_and_number: recipient.address.street,
      commune: recipient.address.commune,
      contact_name: '',
    },
    lines: lines.map(({ description, grossClp }) => ({
      name: description,
      description: '',
      quantity: '1',
      currency: 'CLP',
      unit_price: String(grossClp),
      uf: null,
      amount: grossClp,
    })),
  }
}

type Plain = string | number | boolean | null

function plainData(data: unknown): Record<string, Plain> {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(isPlain))
}

function isPlain(entry: [string, unknown]): entry is [string, Plain] {
  return entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1])
}
