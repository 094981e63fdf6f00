import type { z } from 'zod'
import type { documentDetail, documentRow } from '#contract/documents.ts'
import { knownDay } from '#domain/day.ts'
import { contentTotal } from '#domain/document.ts'
import type {
  BoletaContent,
  DocumentContent,
  NotaContent,
  SignedContent,
} from '#domain/document.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { facturaTotals } from '#domain/totals.ts'
import { axisToWire, receivableOf } from '../../standing/receivable-facts.ts'
import { factsOf, factsToWire } from '../../standing/standing-facts.ts'
import type { WayBack } from '../actions/restore.ts'
import type { Draft } from '../content/draft.ts'
import type { Alike } from '../freeze/similar-documents.ts'
import { frozenContent } from '../content/content.ts'
import type { NotaRow } from '../content/nota-credito.ts'
import { originOf } from '../trail/origin.ts'
import type { Trail } from '../trail/read-trail.ts'
import type { StoredEvent } from '../trail/trail-check.ts'
import type { ListedDocument } from './store.ts'

type Wire = z.input<typeof documentRow>
type WireDetail = z.input<typeof documentDetail>

/** On our HTTP API only: 61 is the SII's own, 39 isn't. */
export const DOCUMENT_TYPES = { factura: 33, boletaHonorarios: 39, notaCredito: 61 } as const

/** The one place where a document's row becomes JSON. */
export function presentRow(row: ListedDocument): Wire {
  const content = row.content === null ? null : frozenContent(row)
  const receivable = receivableOf(row)
  return {
    id: row.id,
    document_type: DOCUMENT_TYPES[row.kind],
    state: row.state,
    ...factsToWire(factsOf(row)),
    company: {
      id: row.company_id,
      identifier: formatRut(rut(row.company_rut)),
      name: row.company_name,
    },
    recipient: { identifier: formatRut(rut(row.recipient_rut)), name: row.recipient_name },
    origin: originOf(row),
    rule: row.own_rule_id === null ? null : { id: row.own_rule_id, name: row.rule_name ?? '' },
    upload: row.upload_id,
    emission_date: row.issue_day ?? row.emission_day,
    service_month: row.service_month,
    folio: row.folio,
    neto: content === null || content.kind === 'boletaHonorarios' ? null : content.netoClp,
    iva: content === null || content.kind === 'boletaHonorarios' ? null : content.ivaClp,
    total: content === null ? null : contentTotal(content),
    wait_until: row.state === 'waiting' ? row.wait_until : null,
    delivery: deliveryAxisOf(row),
    payment: receivable === null ? null : axisToWire(receivable, knownDay(row.read_on)),
    reaction: row.reaction_state,
    has_pdf: row.files_state === 'stored',
    has_xml: row.files_state === 'stored' && row.kind !== 'boletaHonorarios',
    updated_at: row.updated_at,
  }
}

function deliveryAxisOf({ delivery_state, delivery_viewed_at }: ListedDocument): Wire['delivery'] {
  if (delivery_state === null) return 'none'
  if (delivery_state === 'sending') return 'queued'
  return delivery_state === 'sent' && delivery_viewed_at !== null ? 'viewed' : delivery_state
}

export function presentDetail(
  row: ListedDocument,
  {
    trail,
    alike,
    twins,
    ahead,
    notas,
    draft,
    way,
    receiver,
  }: {
    trail: Trail
    alike: Alike | null
    twins: number[]
    ahead: { id: number; recipient_name: string } | null
    notas: readonly NotaRow[]
    draft: Draft | null
    way: WayBack | null
    receiver: WireDetail['receiver']
  },
): WireDetail {
  const content = row.content === null ? null : frozenContent(row)
  return {
    ...presentRow(row),
    reason_text: row.reason_text,
    next_try_at: row.next_try_at,
    looks_like:
      alike === null
        ? null
        : {
            document: alike.documentId,
            folio: alike.folio,
            date: alike.day,
            lowered: alike.loweredClp,
          },
    twins,
    waits_for: ahead === null ? null : { document: ahead.id, name: ahead.recipient_name },
    trail: { events: trail.events, intact: trail.isWhole, broken_at: trail.brokenAt },
    nota_of: content?.kind === 'notaCredito' ? notaOfToWire(row, content) : null,
    notas: notas.map(notaToWire),
    way_back: way === null ? null : { kind: way.kind, emission_date: way.issueDay },
    receiver,
    draft: draft === null ? null : presentDraft(draft),
    content: content === null ? null : presentContent(content),
    timeline: trail.newest.map(presentEvent),
  }
}

export const CORRECTIONS = { 1: 'annul', 2: 'text', 3: 'amounts' } as const

/** Of a factura's notas, as its own page and the order's show them. */
export function notaToWire(nota: NotaRow) {
  return {
    document: nota.id,
    state: nota.state,
    ...factsToWire(factsOf(nota)),
    folio: nota.folio,
    correction: CORRECTIONS[nota.nota_code ?? 1],
    total: nota.total_clp ?? 0,
    date: nota.issue_day ?? nota.emission_day,
  }
}

function notaOfToWire({ nota_of }: ListedDocument, { reference }: NotaContent) {
  if (nota_of === null) return null
  const { folio, issueDate: date, code, reason } = reference
  return { document: nota_of, folio, date, correction: CORRECTIONS[code], reason }
}

export function presentContent(content: DocumentContent): WireDetail['content'] {
  return content.kind === 'boletaHonorarios' ? presentBoleta(content) : presentSigned(content)
}

/** Before it is frozen: what isn't chosen or filled in yet is empty. */
function presentDraft({ rule, client, lines, lacks }: Draft): WireDetail['draft'] {
  const none = { giro: '', street_and_number: '', commune: '', city: '' }
  const { issuer, person, kind } = rule
  return {
    issuer:
      kind === 'boletaHonorarios'
        ? { ...none, identifier: formatRut(person.rut), name: person.name }
        : {
            identifier: formatRut(issuer.rut),
            name: issuer.name,
            giro: issuer.activity?.description ?? '',
            street_and_number: issuer.address?.street ?? '',
            commune: issuer.address?.commune ?? '',
            city: issuer.address?.city ?? '',
          },
    recipient: {
      identifier: formatRut(client.rut),
      name: client.name,
      giro: kind === 'boletaHonorarios' ? '' : (client.giro ?? ''),
      street_and_number: client.address?.street ?? '',
      commune: client.address?.commune ?? '',
      city: client.address?.city ?? '',
    },
    lines: lines.map(({ line: { quantity, price, currency }, name, amountClp }) => ({
      name,
      quantity,
      currency,
      unit_price:
        price === null ? null : price.currency === 'UF' ? price.unitUf : String(price.unitClp),
      amount: amountClp,
    })),
    ...draftTotals(kind, lines),
    lacks,
  }
}

function draftTotals(kind: Draft['rule']['kind'], lines: Draft['lines']) {
  const known = lines.flatMap(({ amountClp }) => (amountClp === null ? [] : [{ amountClp }]))
  if (known.length === 0 || known.length < lines.length)
    return { neto: null, iva: null, total: null }
  const { netoClp, ivaClp, totalClp } = facturaTotals(known)
  return kind === 'boletaHonorarios'
    ? { neto: null, iva: null, total: netoClp }
    : { neto: netoClp, iva: ivaClp, total: totalClp }
}

function presentSigned({ issuer, recipient, lines }: SignedContent): WireDetail['content'] {
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

export function presentEvent({ seq, at, kind, data, hash }: StoredEvent) {
  return { seq, at, kind, data: plainData(data), hash: Buffer.from(hash).toString('hex') }
}

type Plain = string | number | boolean | null

function plainData(data: unknown): Record<string, Plain> {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(isPlain))
}

function isPlain(entry: [string, unknown]): entry is [string, Plain] {
  return entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1])
}
