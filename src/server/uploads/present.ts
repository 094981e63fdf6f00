import type { z } from 'zod'
import type { readUploadedFile, uploadReply } from '#contract/uploads.ts'
import type { Day } from '#domain/day.ts'
import { sumClp, type Clp } from '#domain/money.ts'
import { documentCharge } from '#domain/prices.ts'
import type { Uf } from '#domain/uf.ts'
import { toWire as decimalToWire } from '#domain/uf.ts'
import type { Language } from '#texts/language.ts'
import { fill } from '#texts/translation.ts'
import { changedRowsText, uploadOrderText } from '#texts/upload-orders.ts'
import { uploadFaultText, uploadTexts } from '#texts/uploads.ts'
import type { RuleKind } from '#domain/document.ts'
import { columnName } from '../sheets/table.ts'
import type { ClaimedOrder, UploadKnown } from './ordered/claims.ts'
import { contentOf } from './content.ts'
import type { ColumnsAsked } from './find-columns.ts'
import type { LookUpState, UploadDocument, UploadLine } from './judge/result.ts'
import type { Issuing, IssuingLack } from './issuing.ts'
import type { OtherDocument } from './others.ts'
import { isAsking, joined, standingMessage, type StandingOnDay } from './ordered/order-standing.ts'
import { mayBeOrdered } from './ordered/orders.ts'
import type { UploadJudged, UploadRead } from './read-upload.ts'
import type { Recipient } from './recipients.ts'
import type { EarlierUpload } from './store.ts'
import type { UploadSummary } from './ordered/summaries.ts'

type Wire = z.input<typeof readUploadedFile.reply>
type Content = Wire['content']
type Judged = Extract<Content, { kind: 'judged' }>
type RefusedWire = Extract<z.input<typeof uploadReply>, { kind: 'refused' }>
type Refusal = Extract<UploadRead, { kind: 'refused' }>

export interface Presented {
  upload: UploadSummary
  earlier: EarlierUpload[]
  read: UploadKnown
  others: readonly OtherDocument[]
  orders: ReadonlyMap<string, ClaimedOrder>
  /** Of what was ordered, by the ids of its documents. */
  standings: ReadonlyMap<number, StandingOnDay>
  /** What will have its documents refused, unless it is mended. */
  lacks: readonly IssuingLack[]
  issuing: Issuing
  /** By the keys of documents: whom each is issued to. */
  recipients: ReadonlyMap<string, Recipient>
  /** As they stood when it was read. */
  lookUps: ReadonlyMap<string, LookUpState>
  /** Today's, by which we charge; null while it isn't known. */
  ufToday: Uf | null
  /** By day: what is known from the close of the last month on. */
  ufValues: readonly { day: Day; value: Uf }[]
}

export function presentUpload(presented: Presented, language: Language): Wire {
  const { upload, earlier } = presented
  return {
    upload: presentSummary(upload),
    earlier: earlier.map(({ id, fileName, uploadedAt }) => ({
      id,
      file_name: fileName,
      uploaded_at: uploadedAt,
    })),
    content: presentContent(presented, language),
  }
}

export function presentSummary(upload: UploadSummary): Wire['upload'] {
  return {
    id: upload.id,
    company: upload.companyId,
    file_name: upload.fileName,
    uploaded_by: upload.uploadedBy,
    uploaded_at: upload.uploadedAt,
    documents: upload.documents,
    valid: upload.valid,
    faults: upload.faults,
    is_gone: upload.isGone,
    ordered: upload.ordered,
    issued: upload.issued,
    asking: upload.asking,
    failed: upload.failed,
  }
}

export function presentRefusal({ reason, count }: Refusal, language: Language): RefusedWire {
  const message = fill(uploadTexts(language).refusals[reason], { count: count ?? '' })
  return { kind: 'refused', reason, message }
}

function presentContent(presented: Presented, language: Language): Content {
  const { read, others, lacks, issuing, lookUps, ufToday, ufValues } = presented
  if (read.kind === 'refused') return presentRefusal(read, language)
  if (read.kind === 'columns') return presentColumns(read)
  return {
    kind: 'judged',
    sheet: read.sheet,
    header_row: read.headerRow,
    columns: read.columns,
    sheets: read.question.sheets,
    document_type: read.question.defaultKind === null ? null : typeOf(read.question.defaultKind),
    preview: read.question.preview,
    unread: read.unread,
    other_sheets: read.otherSheets,
    hidden_rows: read.hiddenRows,
    edited: read.edited,
    removed: read.removed,
    lacks: lacks.map((code) => ({ code, text: uploadOrderText(code, language) })),
    issuing: { ...issuing.shown, mailbox: issuing.account?.address ?? null },
    uf_values: ufValues.map(({ day, value }) => ({ day, value: decimalToWire(value) })),
    look_ups: countLookUps(read.documents, lookUps),
    roles: read.roles,
    rows: read.rows,
    documents: read.documents.map((document) => presentDocument(document, presented, language)),
    others: others.map(presentOther),
    faults: presentFaults(read, language),
    fault_count: read.faultCount,
    totals: totalsOf(read.documents, ufToday),
  }
}

function presentColumns(asked: ColumnsAsked): Content {
  const { headerRow, defaultKind, ...said } = asked
  const document_type = defaultKind === null ? null : typeOf(defaultKind)
  return { ...said, header_row: headerRow, document_type }
}

function presentFaults({ sheet, faults }: UploadJudged, language: Language): Judged['faults'] {
  return faults.map((fault) => ({
    sheet,
    row: fault.row,
    column: fault.column === null ? null : columnName(fault.column),
    role: fault.role,
    value: fault.value,
    code: fault.cause,
    ...uploadFaultText(fault, language),
  }))
}

function presentDocument(
  document: UploadDocument,
  { orders, standings, recipients, issuing }: Presented,
  language: Language,
): Judged['documents'][number] {
  const { totals } = document
  const order = orders.get(document.key)
  const recipient = recipients.get(document.key)
  return {
    key: document.key,
    content: contentOf(document, recipient, issuing),
    group: document.group,
    rows: document.rows,
    is_valid: document.isValid,
    waits: document.waits ? 'look_up' : null,
    state: mayBeOrdered(order) ? 'new' : 'ordered',
    document: order?.documentId ?? null,
    ordered: mayBeOrdered(order) ? null : orderToWire(order, standings, language),
    document_type: document.kind === null ? null : typeOf(document.kind),
    rut: document.rut,
    client: clientToWire(document.client, language),
    recipient: recipient ?? null,
    written: document.written,
    withholder: document.withholder,
    uf_rate_type: document.ufDate,
    due_day: document.dueDay,
    service_month: document.serviceMonth,
    sends_email: document.sendsEmail,
    to: document.to,
    cc: document.cc,
    own_id: document.ownId,
    lines: document.lines.map(lineToWire),
    totals:
      totals === null ? null : { net: totals.netoClp, tax: totals.taxClp, total: totals.totalClp },
    same_as: document.sameAs,
  }
}

function typeOf(kind: RuleKind): 33 | 39 {
  return kind === 'factura' ? 33 : 39
}

function presentOther(other: OtherDocument): Judged['others'][number] {
  return {
    ref: other.ref,
    document_type: typeOf(other.kind),
    rut: other.rut,
    document: other.documentId,
    folio: other.folio,
    rule: other.documentId === null ? other.ruleId : null,
    day: other.day,
    service_month: other.serviceMonth,
    total: other.totalClp,
    lowered: other.loweredClp,
  }
}

function orderToWire(
  order: ClaimedOrder | undefined,
  standings: Presented['standings'],
  language: Language,
): Judged['documents'][number]['ordered'] {
  if (order === undefined) return null
  const { documentId, state, issueDay, folio, isChanged } = order
  const standing = standings.get(documentId ?? 0)
  return {
    state: standing?.state ?? (state === 'made' ? 'ordering' : state),
    asks: standing !== undefined && isAsking(standing),
    message: joined(
      isChanged ? changedRowsText(folio !== null, language) : null,
      standing === undefined ? null : standingMessage(standing, language),
    ),
    date: standing?.day ?? issueDay,
    folio,
  }
}

function clientToWire(
  client: UploadDocument['client'],
  language: Language,
): Judged['documents'][number]['client'] {
  switch (client?.kind) {
    case undefined:
      return null
    case 'fromRow':
      return { kind: 'from_row', name: client.name }
    case 'known': {
      const { id, name } = client
      return client.wasLookedUp
        ? { kind: 'look_up', look_up: 'found', id, name }
        : { kind: 'known', id, name }
    }
    case 'lookUp': {
      const { failed } = client
      if (failed === null) return { kind: 'look_up', look_up: 'waiting' }
      const message = uploadTexts(language).lookUps[failed]
      return { kind: 'look_up', look_up: 'failed', message }
    }
  }
}

/** Of different clients. */
function countLookUps(
  documents: readonly UploadDocument[],
  lookUps: Presented['lookUps'],
): Judged['look_ups'] {
  const isDone = new Map<string, boolean>()
  for (const { rut, client } of documents) {
    if (rut === null) continue
    const known = lookUps.get(rut)
    if (client?.kind === 'lookUp') isDone.set(rut, client.failed !== null)
    else if (known !== undefined) isDone.set(rut, known.state !== 'waiting')
  }
  return { done: [...isDone.values()].filter((is) => is).length, total: isDone.size }
}

function lineToWire({ row, code, description, quantity, price, amountClp }: UploadLine) {
  return {
    row,
    code,
    description,
    quantity: decimalToWire(quantity),
    price: price.currency === 'CLP' ? String(price.unitClp) : decimalToWire(price.unitUf),
    currency: price.currency,
    amount: amountClp,
  }
}

/** Of the valid documents. */
function totalsOf(documents: readonly UploadDocument[], ufToday: Uf | null): Judged['totals'] {
  const valid = documents.filter(({ isValid }) => isValid)
  const totals = valid.flatMap(({ totals: of }) => (of === null ? [] : [of.totalClp]))
  return {
    documents: valid.length,
    total: totals.length < valid.length ? null : sumClp(totals),
    charge: ufToday === null ? null : chargeOf(valid, ufToday),
  }
}

function chargeOf(documents: readonly UploadDocument[], ufToday: Uf): Clp {
  return sumClp(documents.map(({ sendsEmail }) => documentCharge(sendsEmail, ufToday).totalClp))
}
