import { isDocumentEventKind, replay, type DocumentEventKind } from '#domain/document.ts'
import { isDocumentReason, whoActs } from '#domain/reason.ts'
import { msOf } from '#server/clock.ts'
import { chainHash } from '#server/documents/trail/trail.ts'
import { claveOf, type Billing, type Cast } from '../cast.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { PortalDocument, PortalSend, WorldPortal } from '../portal.ts'

/** What must hold in every world once it has come to rest, whatever broke in it; a sentence for each breach. */
export async function findBreaches({
  cast,
  portal,
  database,
  timesAgree = true,
  totals = new Map(),
}: {
  cast: Cast
  portal: Ledger
  database: Pick<WorldDatabase, 'inspect'>
  /** False where somebody's clock was wrong: what he wrote says nothing about what came first. */
  timesAgree?: boolean
  /** By key what each is over, where that is not known from the beginning. */
  totals?: ReadonlyMap<string, number>
}): Promise<string[]> {
  const facts = await readFacts(database)
  return [
    ...cast.billings.flatMap((known) => {
      const billing = { ...known, totalClp: totals.get(known.key) ?? known.totalClp }
      return breachesOf(billing, cast, facts, portal.documents())
    }),
    ...unexplained(cast, facts, portal.documents()),
    ...standingBreaches(portal, facts, timesAgree),
  ]
}

type Ledger = Pick<WorldPortal, 'documents' | 'sends'>

/** Of what must hold at its end, that which must hold after every step of a world. */
export async function findStandingBreaches({
  portal,
  database,
  timesAgree,
}: {
  portal: Ledger
  database: Pick<WorldDatabase, 'inspect'>
  timesAgree: boolean
}): Promise<string[]> {
  return standingBreaches(portal, await readFacts(database), timesAgree)
}

function standingBreaches(portal: Ledger, facts: Facts, timesAgree: boolean): string[] {
  const atSii = portal.documents()
  const sends = timesAgree ? portal.sends() : []
  return [
    ...facts.documents.flatMap((row) => breachesOfTrail(row, facts, atSii)),
    ...sends.flatMap((send) => breachesOfSend(send, facts, atSii)),
    ...overlaps(portal.sends()),
  ]
}

interface Facts {
  documents: Row[]
  events: Map<unknown, Event[]>
  attempts: Row[]
  files: Row[]
}

type Event = Row & { kind: DocumentEventKind; at: string; worker: string }

async function readFacts(database: Pick<WorldDatabase, 'inspect'>): Promise<Facts> {
  const events = new Map<unknown, Event[]>()
  const rows = await database.inspect('select * from document_event order by document_id, seq')
  for (const row of rows) {
    const { document_id: id, kind, at, worker } = row
    if (typeof kind !== 'string' || !isDocumentEventKind(kind)) {
      throw new Error(`Unknown event ${String(kind)}`)
    }
    const event = { ...row, kind, at: String(at), worker: String(worker) }
    events.set(id, [...(events.get(id) ?? []), event])
  }
  return {
    events,
    documents: await database.inspect(
      `select * from document where kind <> 'notaCredito' order by key`,
    ),
    attempts: await database.inspect(
      `select attempt.*, company.rut as company from attempt
       join document on document.organisation_id = attempt.organisation_id
         and document.id = attempt.document_id
       join company on company.organisation_id = document.organisation_id
         and company.id = document.company_id
       order by attempt.document_id, attempt.number`,
    ),
    files: await database.inspect('select document_id from document_file'),
  }
}

/** One key: at most one document at the SII; issued is exactly that one; and it ends explained. */
function breachesOf(billing: Billing, cast: Cast, facts: Facts, atSii: PortalDocument[]): string[] {
  const own = atSii.filter((one) => isOf(billing, one))
  const row = facts.documents.find(({ key }) => key === billing.key)
  if (row === undefined) return [`${billing.key} was never planned`]
  const told = `${billing.key} is ${String(row['state'])}`
  const found: string[] = []
  if (own.length > 1) {
    found.push(
      `${told} and ${own.length} times at the SII: ${own.map(({ folio }) => folio).join(' ')}`,
    )
  }
  const wrong = own.find(({ totalClp }) => totalClp !== billing.totalClp)
  if (wrong !== undefined)
    found.push(`${told}, over ${wrong.totalClp} instead of ${billing.totalClp}`)
  if (own[0] !== undefined && OURS.includes(String(row['state'])) && !saysTheSame(row, own[0])) {
    found.push(`${told}, and the SII's folio ${own[0].folio} says something else`)
  }
  if (row['state'] === 'issued') {
    const isByHand = row['issued_how'] === 'person' && own.length === 0
    const known = isByHand ? atSii.filter(({ mark }) => mark === '') : own
    const isThere = known.some(
      ({ folio, company }) => folio === row['folio'] && company === billing.company,
    )
    if (!isThere) found.push(`${told} with folio ${String(row['folio'])}, which the SII has not`)
  } else if (row['state'] === 'annulled') {
    if (own[0]?.isAnnulled !== true) found.push(`${told}, and the SII has not annulled it`)
  } else if (own.length > 0 && !waitsForAccess(row)) {
    found.push(`${told} and at the SII with folio ${own[0]?.folio}`)
  }
  if (row['reason'] === 'claveRejected' && !cast.wrongClaves.has(claveOf(billing))) {
    found.push(`${told} for a wrong clave, and its organisation's is right`)
  }
  const isAsked = (facts.events.get(row['id']) ?? []).some(({ kind }) => kind === 'annulmentIntent')
  if (own.some(({ isAnnulled }) => isAnnulled) && !isAsked) {
    found.push(`${told} and was annulled without an intent`)
  }
  if (!isExplained(row, facts)) {
    found.push(
      `${told}, ${String(row['reason'])}, next try ${String(row['next_try_at'])}: nothing explains it`,
    )
  }
  return found
}

const OURS = ['issued', 'annulled']

/** What was sent is what the document says, of that day. */
function saysTheSame(row: Row, { description, issueDay, folio }: PortalDocument): boolean {
  if (row['folio'] !== folio) return true
  const content: unknown = row['content']
  const said = JSON.stringify(content)
  // Of a price in UF the line itself says how many pesos each is.
  const isSaid = said.includes(`"description":"${description}"`) || said.includes('"currency":"UF"')
  return isSaid && row['issue_day'] === issueDay
}

/** Nobody can look at the list before a person lets us in again: until then nothing is concluded. */
function waitsForAccess({ state, reason, next_try_at: next }: Row): boolean {
  return (
    state === 'uncertain' && next === null && /^(clave|account|portalInter)/.test(String(reason))
  )
}

function isOf(billing: Billing, { company, recipient, mark }: PortalDocument): boolean {
  return company === billing.company && recipient === billing.recipient && mark === billing.mark
}

function isExplained(row: Row, facts: Facts): boolean {
  const { state, reason, next_try_at: next, files_state: files } = row
  if (state === 'skipped' || state === 'failed' || state === 'annulled') return true
  if (typeof reason === 'string' && isDocumentReason(reason)) {
    if (whoActs(reason) === 'us' || (whoActs(reason) === 'user' && next === null)) return true
    // The alarm stands before what else is said of it; its files are asked for again day by day.
    if (reason === 'twinFound' && row['annulment'] === null) return true
  }
  // Nothing new starts before what is open of the same person is cleared up.
  const waits = facts.documents.some(
    (other) =>
      other['person_rut'] === row['person_rut'] &&
      other['state'] === 'uncertain' &&
      other['next_try_at'] === null,
  )
  const isWanted = row['annulment'] !== null || files === 'wanted'
  return state === 'issued' ? !isWanted || waits : state === 'queued' && waits
}

/** State is what the events replay to; the chain holds; an intent needs somebody's word; files need folios. */
function breachesOfTrail(row: Row, facts: Facts, atSii: readonly PortalDocument[]): string[] {
  const id = row['id']
  const told = String(row['key'])
  const events = facts.events.get(id) ?? []
  const found: string[] = []
  const state = replay(events)
  if (state !== row['state'])
    found.push(`${told} is ${String(row['state'])}, its events say ${state}`)
  let previous: Uint8Array = Buffer.alloc(32)
  for (const { seq, at, kind, worker, epoch, data, hash } of events) {
    const entry = {
      organisationId: row['organisation_id'],
      documentId: id,
      seq,
      at,
      kind,
      worker,
      epoch,
      data,
    }
    const expected = chainHash(previous, entry)
    if (!(hash instanceof Uint8Array) || !expected.equals(hash)) {
      found.push(`${told}: the hash of event ${String(seq)} is broken`)
    }
    previous = expected
  }
  const attempts = facts.attempts.filter(({ document_id: of }) => of === id)
  found.push(...intentsWithoutWord(told, events), ...looksTooEarly(told, events, attempts))
  const files = facts.files.filter(({ document_id: of }) => of === id)
  if (files.length > 0 && row['state'] !== 'issued' && row['state'] !== 'annulled')
    found.push(`${told} has files and is not issued`)
  for (const { kind, data } of events) {
    if (kind === 'twin' && !isByHand(folioOf(data), row, atSii)) found.push(`${told} has a twin`)
  }
  return found
}

/** Somebody issued the same by hand: that is what the alarm is for. */
function isByHand(folio: unknown, row: Row, atSii: readonly PortalDocument[]): boolean {
  return atSii.some(
    (one) =>
      one.folio === folio &&
      one.mark === '' &&
      one.recipient === row['recipient_rut'] &&
      one.totalClp === row['total_clp'],
  )
}

function folioOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'folio' in data ? data.folio : null
}

/**
 * What was let in before its session was closed has its time to take effect: from when the SII said that it is, not
 * from when that was on record. A superseded holder while closing may say so once more, after somebody has looked.
 */
function looksTooEarly(told: string, events: readonly Event[], attempts: readonly Row[]): string[] {
  const fences = events.filter(({ kind }) => kind === 'fenced')
  return events.flatMap(({ kind, at, data }, index) => {
    if (kind !== 'looked') return []
    const number = attemptIn(data)
    const ofAttempt = fences.filter((fence) => attemptIn(fence.data) === number)
    const before = ofAttempt.findLast((fence) => events.indexOf(fence) < index)
    if (before === undefined) return [`${told} was looked for and its session was never closed`]
    const attempt = attempts.find((one) => one['number'] === number)
    const fencedMs =
      before === ofAttempt.at(-1) ? instantOf(attempt?.['fenced_at']) : msOf(before.at)
    return msOf(at) < fencedMs + QUIET_MS
      ? [`${told} was looked for before the quiet time was over`]
      : []
  })
}

function attemptIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'attempt' in data ? data.attempt : null
}

const QUIET_MS = 120_000

const WORDS: readonly DocumentEventKind[] = ['queued', 'retried', 'restored']

/** After an intent, the next one needs its word that nothing left, or a person's. */
function intentsWithoutWord(told: string, events: readonly Event[]): string[] {
  let mayStart = true
  return events.flatMap(({ kind, worker }) => {
    const isPersons = worker.startsWith('user:')
    if (kind === 'notSent' || (isPersons && WORDS.includes(kind))) {
      mayStart = true
    }
    if (kind === 'failed' || kind === 'skipped' || kind === 'uncertain') mayStart = false
    if (kind !== 'intent') return []
    const had = mayStart
    mayStart = false
    return had ? [] : [`${told} was attempted again without anybody's word`]
  })
}

/** Every document at the SII is a key's of ours, or somebody issued it by hand. */
function unexplained(cast: Cast, facts: Facts, atSii: PortalDocument[]): string[] {
  return atSii.flatMap((document) => {
    if (document.mark === '') return []
    const billing = cast.billings.find((one) => isOf(one, document))
    const row = facts.documents.find(({ key }) => key === billing?.key)
    if (row === undefined) return [`folio ${document.folio} belongs to no key`]
    const isOurs = row['state'] === 'issued' || row['state'] === 'annulled'
    const isKnown = isOurs && row['folio'] === document.folio
    return isKnown || waitsForAccess(row)
      ? []
      : [`folio ${document.folio} (${document.mark}) is nobody's`]
  })
}

/** What took effect had its intent on record, was not fenced off, and nobody had stopped its document. */
function breachesOfSend(send: PortalSend, facts: Facts, atSii: PortalDocument[]): string[] {
  if (send.issuedAtMs === null) return []
  const told = `folio ${send.folio}, let in at ${send.arrivedAtMs}`
  const attempt = attemptOf(send, facts, atSii)
  if (attempt === undefined) return [`${told}, had no intent`]
  const found: string[] = []
  if (instantOf(attempt['intended_at']) > send.arrivedAtMs)
    found.push(`${told}, came before its intent`)
  const fencedMs = instantOf(attempt['fenced_at'])
  if (fencedMs < send.arrivedAtMs) found.push(`${told}, after it was fenced`)
  const before = (facts.events.get(attempt['document_id']) ?? []).filter(
    ({ at }) => msOf(at) <= send.arrivedAtMs,
  )
  const state = replay(before)
  if (state !== 'issuing' && state !== 'uncertain')
    found.push(`${told}, for a document that was ${state}`)
  return found
}

/** A factura is known by the number it was signed with; a boleta by its text, and the last try before it. */
function attemptOf(send: PortalSend, facts: Facts, atSii: PortalDocument[]): Row | undefined {
  const signed = facts.attempts.find(
    ({ signed_folio: folio, company }) => folio === send.folio && company === send.company,
  )
  if (signed !== undefined) return signed
  const at = atSii.find(({ folio, company }) => folio === send.folio && company === send.company)
  const rule = /^Servicio (\d+)/.exec(at?.mark ?? '')?.[1]
  const document = facts.documents.find(
    ({ key, recipient_rut: recipient, content }) =>
      String(key).startsWith(`rule:${rule}:`) &&
      recipient === at?.recipient &&
      JSON.stringify(content).includes(`"${at?.mark}"`),
  )
  return facts.attempts.findLast(
    (one) =>
      one['document_id'] === document?.['id'] &&
      one['signed_folio'] === null &&
      instantOf(one['intended_at']) <= send.arrivedAtMs,
  )
}

/** Never, for null, is the end of time. */
function instantOf(value: unknown): number {
  return typeof value === 'string' ? msOf(value) : Number.POSITIVE_INFINITY
}

function overlaps(sends: readonly PortalSend[]): string[] {
  const effective = sends
    .filter(({ issuedAtMs }) => issuedAtMs !== null)
    .toSorted((a, b) => a.arrivedAtMs - b.arrivedAtMs)
  return effective.flatMap((send, index) => {
    const earlier = effective
      .slice(0, index)
      .find((one) => one.person === send.person && (one.issuedAtMs ?? 0) > send.arrivedAtMs)
    return earlier === undefined
      ? []
      : [`folios ${earlier.folio} and ${send.folio} of ${send.person} were sent at once`]
  })
}
