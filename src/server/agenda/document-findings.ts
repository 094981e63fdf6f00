import { answerForm } from '#domain/answer-form.ts'
import { knownDay, type Day } from '#domain/day.ts'
import { isDocumentReason, mendedAt, SHOWN_WITHOUT_ACTION } from '#domain/reason.ts'
import { standingOf, type Standing } from '#domain/standing.ts'
import { msOf, type Clock } from '../clock.ts'
import { lateSince } from '../documents/issued/unproved-files.ts'
import type { Stops } from '../documents/stops/stops.ts'
import { isOneOff } from '../documents/trail/origin.ts'
import { factsOf } from '../standing/standing-facts.ts'
import type { Finding, Named, ShownStanding, Subject } from './attention-items.ts'
import type { AgendaDocument, OpenRuns } from './store.ts'

export type StandingDocument = AgendaDocument & { facts: ShownStanding; standing: Standing }

/** As its own page says it. */
export function standingDocument(row: AgendaDocument, today: Day): StandingDocument {
  const day = knownDay(row.issue_day ?? row.emission_day)
  const facts = { ...factsOf(row), state: row.state, day }
  const hasFiles = row.files_state === 'stored'
  return { ...row, facts, standing: standingOf({ ...facts, today, hasFiles }) }
}

/** It stands still, and time or we ourselves get it going again. */
export function isHeld({ state, standing: { actor, reason } }: StandingDocument): boolean {
  if (actor === 'us') return true
  return actor === 'time' && (state === 'uncertain' || reason !== null)
}

export function documentFindings(document: StandingDocument, around: Around): Finding[] {
  if (!asks(document)) return []
  const code = codeOf(document)
  const finding = (found: string, subject: Subject): Finding => ({
    code: found,
    subject,
    urgency: 'now',
    due: knownDay(document.issue_day ?? document.emission_day),
    rule: isHeldWithRule(found) ? ruleOf(document) : null,
    document: { id: document.id, name: document.recipient_name },
    company: { id: document.company_id, name: document.company_name },
    detail: found === document.reason ? document.reason_text : null,
    ...saidAlike(found, document.reason_text),
    ...(subject.kind === 'document' ? { standing: document.facts } : {}),
  })
  const own = finding(code, documentSubject(code, document, around))
  if (document.state !== 'uncertain' || own.subject.kind === 'document') return [own]
  // What keeps its list from being looked at is mended elsewhere; what became of it may be said here meanwhile.
  const itself = { kind: 'document', id: document.id, name: document.recipient_name } as const
  return document.can_decide ? [own, finding('lookFailing', itself)] : [own]
}

/** Why it asks, as its own page says; of one whose files wait it is what keeps them away. */
function codeOf({ state, reason, standing }: StandingDocument): string {
  if (state === 'issued' && standing.reason === null) return reason ?? 'xmlUnproved'
  return standing.reason ?? 'portalRefused'
}

/** What one document waits for alone keeps its rule from nothing. */
function isHeldWithRule(code: string): boolean {
  const place = placeOf(code)
  return place !== 'document' && place !== 'run'
}

function ruleOf({ own_rule_id: id, rule_name: name }: AgendaDocument): Named | null {
  return id === null ? null : { id, name: name ?? '' }
}

/** What a person's uncertain document holds up, where it waits for a word: mended with that one. */
export function behindFindings(documents: readonly StandingDocument[], around: Around): Finding[] {
  const open = documents.filter((document) => document.state === 'uncertain' && asks(document))
  return documents
    .filter(({ reason }) => reason === 'behindUncertain')
    .flatMap((waiting) => {
      const { id, recipient_name: name } = waiting
      const ahead = open.find(({ facturator_id }) => facturator_id === waiting.facturator_id)
      const [found] = ahead === undefined ? [] : documentFindings(ahead, around)
      return found === undefined ? [] : [{ ...found, document: { id, name } }]
    })
}

/** All whose files the SII has not given for hours: whatever keeps it from giving them, it is one matter. */
export function lateFilesFindings(documents: readonly StandingDocument[], clock: Clock): Finding[] {
  return documents
    .filter((document) => hasLateFiles(document, clock))
    .map(({ id, recipient_name: name, company_id, company_name }) => ({
      code: 'filesLate',
      subject: { kind: 'document', id, name },
      urgency: 'now',
      due: null,
      rule: null,
      document: { id, name },
      company: { id: company_id, name: company_name },
      group: 'files',
    }))
}

/** Hours count from when Folio knew that it is issued: a number that its user gave may be of an earlier day. */
function hasLateFiles({ standing, issued_at: issuedAt }: StandingDocument, clock: Clock): boolean {
  return (
    standing.files === 'late' && issuedAt !== null && msOf(issuedAt) <= msOf(lateSince(clock.now()))
  )
}

/** What the SII said of many documents in the same words is asked about once. */
function saidAlike(code: string, text: string | null): { group: string } | null {
  const isAnswer = code === 'portalRefused' || code === 'answerUnknown'
  const form = isAnswer && text !== null ? answerForm(text) : ''
  return form === '' ? null : { group: form }
}

/** The user must act, or should at least know. */
function asks({ standing: { actor, reason } }: StandingDocument): boolean {
  // Mended with the one it waits for (`behindFindings`).
  if (reason === 'behindUndecided') return false
  return actor === 'user' || (reason !== null && SHOWN_WITHOUT_ACTION.has(reason))
}

/** What several documents may wait for together. */
interface Around {
  /** Of each connection. */
  names: ReadonlyMap<number, string>
  stops: Stops
  runs: OpenRuns
}

/** The person's connection to the SII mends it. */
export function isOfPerson(code: string): boolean {
  return placeOf(code) === 'connection'
}

function placeOf(code: string) {
  return isDocumentReason(code) ? mendedAt(code) : 'document'
}

/** Where what a document waits for is mended. */
function documentSubject(
  code: string,
  document: AgendaDocument,
  { names, stops, runs }: Around,
): Subject {
  const own = { kind: 'document', id: document.id, name: document.recipient_name } as const
  const { facturator_id: id } = document
  const person = { kind: 'facturator', id, name: names.get(id) ?? '' } as const
  if (code === 'issuingStopped' && stops.everything !== null) return wholeOrganisation(names)
  switch (placeOf(code)) {
    case 'connection':
      return person
    case 'company':
      return { kind: 'company', id: document.company_id, name: document.company_name }
    case 'client':
      return document.client_id === null || isOneOff(document)
        ? own
        : { ...own, kind: 'client', id: document.client_id }
    case 'rule':
      return document.own_rule_id === null
        ? own
        : { kind: 'rule', id: document.own_rule_id, name: document.rule_name ?? '' }
    case 'run': {
      const run = runs.find(
        ({ company_id, day }) => company_id === document.company_id && day === document.issue_day,
      )
      return run === undefined ? own : runSubject(run, document.company_name)
    }
    case 'document':
      return own
  }
}

/** Its switch is one for all connections: the first stands for them. */
export function wholeOrganisation(names: ReadonlyMap<number, string>): Subject {
  const [[id, name] = [0, '']] = names
  return { kind: 'facturator', id, name }
}

function runSubject({ day, company_id, ...run }: OpenRuns[number], name: string): Subject {
  const { id, documents, usual, waiting, total } = run
  const of = { company: company_id, name, day: knownDay(day) }
  return { kind: 'run', id, ...of, documents, usual, waiting, total }
}
