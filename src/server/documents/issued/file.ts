import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { compareSums, compareWith } from '#dte/compare.ts'
import { verifyXml, type VerifyOptions } from '#dte/verify.ts'
import type { Answer } from '#sii/sii.ts'
import { instantText } from '../../clock.ts'
import { lastly, statement, together, type PlaceOf } from '../../db/statement.ts'
import { UNSIGNED } from '../../facturators/certificate-password.ts'
import type { Lease } from '../../facturators/lease.ts'
import { atDesk } from '../portal/with-adapter.ts'
import type { Desk, Files } from '../portal/adapter.ts'
import {
  aboutOf,
  actorOf,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { documentLock, lockDocument, record, recording } from '../trail/trail.ts'

export interface FileNeeds extends PortalStepNeeds {
  /** A simulated SII has keys of its own; the real ones are built in. */
  siiKeys: VerifyOptions
}

/**
 * Fetches an issued document's PDF and, where there is one, its signed XML; proves the XML against what was
 * frozen, and keeps both.
 * An XML that says anything else is never kept: it is on record, we are told, and it is looked at again a
 * day later, for the fault may have been ours.
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
  const fault = faultOf(needs.siiKeys, document, folio, answer.value.xml)
  await (fault === null
    ? keep(needs, lease, document, answer.value)
    : reject(needs, lease, document, fault))
}

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

/** What is wrong with the XML, in codes for support; null when it is exactly what was frozen. */
function faultOf(
  siiKeys: VerifyOptions,
  { row, content }: PortalDocument,
  folio: number,
  xml: Uint8Array | null,
): string | null {
  if (content.kind === 'boletaHonorarios') return null
  if (xml === null) return 'documents: 0'
  const verification = verifyXml(xml, siiKeys)
  if (verification.kind === 'refused') return `${verification.reason} ${verification.detail}`.trim()
  const [dte, ...others] = verification.documents
  if (dte === undefined || others.length > 0) return `documents: ${verification.documents.length}`
  const failed = dte.checks.filter((check) => !check.ok)
  if (failed.length > 0) return failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ')
  if (dte.document === null) return dte.faults.join('; ')
  if (dte.folio !== folio) return `folio: ${dte.folio}`
  // One that somebody made at the portal is frozen from this very XML: only its sums are its own.
  const isTaken = content.kind === 'notaCredito' && row.told_folio !== null
  const differences = isTaken
    ? compareSums(dte.document, content)
    : compareWith(dte.document, content)
  return differences.length === 0
    ? null
    : differences.map(({ field, expected, seen }) => `${field}: ${expected} ≠ ${seen}`).join('; ')
}

async function keep(
  { db, clock }: FileNeeds,
  lease: Lease,
  document: PortalDocument,
  { pdf, xml }: Files,
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
    const event = {
      kind: 'filed',
      xmlSha256: ownXml?.sha256.toString('hex') ?? null,
      pdfSha256: ownPdf.sha256.toString('hex'),
    } as const
    const change = {
      files_state: 'stored',
      // What somebody must look at stays until then.
      reason: keptReasons.has(row.reason ?? '') ? row.reason : null,
      reason_text: null,
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

const keptReasons: ReadonlySet<string> = new Set([
  'twinFound',
  'annulmentRefused',
  'annulmentUnclear',
])

const LOOK_AGAIN_MS = 24 * 60 * 60_000

async function reject(
  { db, clock }: FileNeeds,
  lease: Lease,
  document: PortalDocument,
  fault: string,
): Promise<void> {
  const at = { organisationId: document.row.organisation_id, id: document.row.id }
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, at)
    if (row === null || row.files_state !== 'wanted') return
    const event = { kind: 'fileRejected', detail: fault.slice(0, 2000) } as const
    const nextTryAt = instantText(clock.now() + LOOK_AGAIN_MS)
    const change = { reason: 'xmlDiffers', next_try_at: nextTryAt } as const
    await record(trx, clock, actorOf(lease), row, event, change)
  })
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
