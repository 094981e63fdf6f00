import { knownDay } from '#domain/day.ts'
import type { Stops } from '../documents/issuing-stops.ts'
import type { Subject } from './attention-items.ts'
import type { AgendaDocument, OpenRuns } from './store.ts'

/** What several documents may wait for together. */
export interface Around {
  person: Subject
  stops: Stops
  runs: OpenRuns
}

export const OF_PERSON: ReadonlySet<string> = new Set([
  'claveMissing',
  'claveRejected',
  'accountBlocked',
  'portalInterstitial',
  'stoppedByUs',
  'certificateMissing',
  'certificatePasswordMissing',
  'certificatePasswordRejected',
])

const OF_COMPANY: ReadonlySet<string> = new Set(['companyNotAuthorized', 'issuingStopped'])

const OF_RULE: ReadonlySet<string> = new Set([
  'issuerAddressMissing',
  'issuerCityMissing',
  'issuerActivityMissing',
  'linesToComplete',
  'noLines',
  'totalTooSmall',
  'totalTooLarge',
  'textUnprintable',
])

const OF_CLIENT: ReadonlySet<string> = new Set([
  'recipientAddressMissing',
  'recipientCityMissing',
  'recipientGiroMissing',
])

/** Where what a document waits for is mended. */
export function documentSubject(
  code: string,
  document: AgendaDocument,
  { person, stops, runs }: Around,
): Subject {
  if (OF_PERSON.has(code)) return person
  if (code === 'issuingStopped' && stops.everything !== null) return person
  if (code === 'unusualRun') {
    const run = runs.find(
      ({ company_id, day }) => company_id === document.company_id && day === document.issue_day,
    )
    if (run !== undefined) return runSubject(run, document.company_name)
  }
  if (OF_COMPANY.has(code)) {
    return { kind: 'company', id: document.company_id, name: document.company_name }
  }
  if (OF_CLIENT.has(code) && document.client_id !== null) {
    return { kind: 'client', id: document.client_id, name: document.recipient_name }
  }
  if (OF_RULE.has(code) && document.rule_id !== null) {
    return { kind: 'rule', id: document.rule_id, name: document.rule_name ?? '' }
  }
  return { kind: 'document', id: document.id, name: document.recipient_name }
}

function runSubject({ id, day, documents, usual }: OpenRuns[number], name: string): Subject {
  return { kind: 'run', id, name, day: knownDay(day), documents, usual }
}
