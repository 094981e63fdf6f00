import { createHash } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DocumentContent } from '#domain/document.ts'
import {
  compareSums,
  compareWith,
  differenceText,
  MAX_DETAIL,
  type DifferenceField,
} from '#dte/compare.ts'
import { verifyXml, type VerifyOptions } from '#dte/verify.ts'
import type { Answer } from '#sii/sii.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { lastly, statement, together, type PlaceOf } from '../../db/statement.ts'
import { UNSIGNED } from '../../facturators/certificate/password.ts'
import type { Lease } from '../../facturators/lease.ts'
import { asIssued, withPrintedIssuer } from '../content/as-issued.ts'
import { saying } from '../content/content.ts'
import { atDesk } from '../portal/with-adapter.ts'
import type { Desk, Files } from '../portal/adapter.ts'
import {
  aboutOf,
  actorOf,
  ALARMS,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { documentLock, lockDocument, record, recording, type DocumentRow } from '../trail/trail.ts'

export interface FileNeeds extends PortalStepNeeds {
  /** A simulated SII has keys of its own; the real ones are built in. */
  siiKeys: VerifyOptions
}

/**
 * Fetches an issued document's PDF and, where there is one, its signed XML; proves the XML against what was
 * frozen, and keeps both.
 * An XML that says anything else waits for a person who takes it as it is. One that isn't proved is never kept: it is
 * looked at again a day later, for the fault may have been ours.
 */
export async function fileDocument(
  needs: FileNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<void> {
  if (document.row.files_state !== 'wanted') return
  const folio = document.row.folio
  if (folio === null) return
  await needs.boundary('beforeFiling')
  const answer = await atDesk(needs, lease, document, UNSIGNED, (desk) =>
    download(desk, document, folio),
  )
  if (answer.kind !== 'ok') {
    await recordSetback(needs, actorOf(lease), document, setbackOf(answer))
    return
  }
  const read = readFile(needs.siiKeys, document, folio, answer.value.xml)
  const isRefused =
    read.kind === 'unproved' ||
    (read.kind === 'differs' && !(await isAccepted(needs.db, document, read)))
  await (isRefused
    ? reject(needs, lease, document, read)
    : keep(needs, lease, document, answer.value, read.content))
}

/** A person has seen these very differences and takes what the SII has. */
async function isAccepted(
  db: Kysely<Schema>,
  { row }: PortalDocument,
  { detail }: { detail: string },
): Promise<boolean> {
  const events = await db
    .selectFrom('document_event')
    .select('data')
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where('kind', '=', 'fileAccepted')
    .execute()
  return events.some(({ data }) => saidAccepted.parse(data).detail === detail)
}

const saidAccepted = z.object({ detail: z.string() })

async function download(
  desk: Desk,
  document: PortalDocument,
  folio: number,
): Promise<Answer<Files>> {
  const code = await portalCode(desk, document, folio)
  return code.kind === 'ok' ? desk.download(code.value, folio) : code
}

async function portalCode(
  desk: Desk,
  { row, content }: PortalDocument,
  folio: number,
): Promise<Answer<string>> {
  if (row.portal_code !== null) return { kind: 'ok', value: row.portal_code }
  const found = await desk.find(folio, aboutOf(content))
  if (found.kind !== 'ok') return found
  const code = found.value?.code ?? null
  return code === null ? { kind: 'notFound', text: '' } : { kind: 'ok', value: code }
}

type ReadFile =
  /** `content`: what the document says from now on, where the SII prints it otherwise. */
  | { kind: 'same'; content: DocumentContent }
  /** Another date, other lines or amounts: only a person can say whether that is what they wanted. */
  | { kind: 'differs'; detail: string; content: DocumentContent }
  /** Not proved to be the SII's, or of other parties: it is never taken for this document. */
  | { kind: 'unproved'; detail: string }

/** Who issued what to whom: where these differ it is another document. */
const IDENTITY: ReadonlySet<DifferenceField> = new Set(['tipoDte', 'issuerRut', 'recipientRut'])

function readFile(
  siiKeys: VerifyOptions,
  { row, content }: PortalDocument,
  folio: number,
  xml: Uint8Array | null,
): ReadFile {
  if (content.kind === 'boletaHonorarios') return { kind: 'same', content }
  if (xml === null) return unproved('documents: 0')
  const verification = verifyXml(xml, siiKeys)
  if (verification.kind === 'refused') {
    return unproved(`${verification.reason} ${verification.detail}`.trim())
  }
  const [dte, ...others] = verification.documents
  if (dte === undefined || others.length > 0) {
    return unproved(`documents: ${verification.documents.length}`)
  }
  const failed = dte.checks.filter((check) => !check.ok)
  if (failed.length > 0)
    return unproved(failed.map((one) => `${one.name}: ${one.detail}`).join('; '))
  const { document } = dte
  if (document === null) return unproved(dte.faults.join('; '))
  if (dte.folio !== folio) return unproved(`folio: ${dte.folio}`)
  // One that somebody made at the portal is frozen from this very XML: only its sums are its own.
  const isTaken = row.told_folio !== null
  const differences = isTaken ? compareSums(document, content) : compareWith(document, content)
  if (differences.length === 0)
    return { kind: 'same', content: withPrintedIssuer(document, content) }
  const detail = differenceText(differences)
  return differences.some(({ field }) => IDENTITY.has(field))
    ? unproved(detail)
    : { kind: 'differs', detail, content: asIssued(document, content) }
}

function unproved(detail: string): ReadFile {
  return { kind: 'unproved', detail: detail.slice(0, MAX_DETAIL) }
}

async function keep(
  { db, clock }: FileNeeds,
  lease: Lease,
  document: PortalDocument,
  { pdf, xml }: Files,
  content: DocumentContent,
): Promise<void> {
  const at = { organisationId: document.row.organisation_id, id: document.row.id }
  const ownPdf = { kind: 'pdf', bytes: pdf, sha256: digest(pdf) } as const
  const ownXml = xml === null ? null : ({ kind: 'xml', bytes: xml, sha256: digest(xml) } as const)
  const files = ownXml === null ? [ownPdf] : [ownPdf, ownXml]
  await db.transaction().execute(async (trx) => {
    const [, [row]] = await together(trx, (ask) =>
      Promise.all([ask(notWaitingForDisk), ask(documentLock(at))]),
    )
    if (row?.files_state !== 'wanted') return
    const storedAt = instantText(clock.now())
    const said = content === document.content ? null : saying(content)
    const isKept = ALARMS.has(row.reason ?? '')
    const event = {
      kind: 'filed',
      xmlSha256: ownXml?.sha256.toString('hex') ?? null,
      pdfSha256: ownPdf.sha256.toString('hex'),
      ...(said === null ? {} : { digest: said.content_digest.toString('hex') }),
    } as const
    const change = {
      ...said,
      files_state: 'stored',
      reason: isKept ? row.reason : null,
      reason_text: isKept ? row.reason_text : null,
      // An annulment asked for while the files were on their way is still to be done.
      next_try_at: row.annulment === null ? null : storedAt,
      tries: 0,
    } as const
    await lastly(trx, [
      ...files.map((file) => newFile({ ...at, ...file, storedAt })),
      recording(clock, actorOf(lease), row, event, change),
    ])
  })
}

/** Should PostgreSQL lose them, they are wanted still, and fetched once more: what is on record is so in this order. */
const notWaitingForDisk = CompiledQuery.raw('set local synchronous_commit = off')

interface NewFile {
  organisationId: number
  id: number
  kind: 'pdf' | 'xml'
  bytes: Uint8Array
  sha256: Uint8Array
  storedAt: string
}

const newFile = statement((db, place: PlaceOf<NewFile>) =>
  db
    .insertInto('document_file')
    .values({
      organisation_id: place((file) => file.organisationId),
      document_id: place((file) => file.id),
      kind: place((file) => file.kind),
      bytes: place((file) => file.bytes),
      sha256: place((file) => file.sha256),
      stored_at: place((file) => file.storedAt),
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'document_id', 'kind']).doNothing(),
    ),
)

const LOOK_AGAIN_MS = 24 * 60 * 60_000

async function reject(
  { db, clock }: FileNeeds,
  lease: Lease,
  document: PortalDocument,
  { kind, detail }: { kind: 'differs' | 'unproved'; detail: string },
): Promise<void> {
  const at = { organisationId: document.row.organisation_id, id: document.row.id }
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, at)
    if (row === null || row.files_state !== 'wanted') return
    const isAsked = kind === 'differs'
    const reason = isAsked ? 'xmlDiffers' : 'xmlUnproved'
    const nextTryAt = isAsked ? null : instantText(clock.now() + LOOK_AGAIN_MS)
    const change = { reason, reason_text: detail, next_try_at: nextTryAt } as const
    const event = { kind: 'fileRejected', detail } as const
    // The same again tells nothing new.
    if (row.reason === reason && row.reason_text === detail) await putOff(trx, row, nextTryAt)
    else await record(trx, clock, actorOf(lease), row, event, change)
  })
}

async function putOff(
  trx: Kysely<Schema>,
  { organisation_id, id }: DocumentRow,
  nextTryAt: string | null,
): Promise<void> {
  await trx
    .updateTable('document')
    .set({ next_try_at: nextTryAt })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute()
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
