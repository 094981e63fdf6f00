import { knownDay } from '#domain/day.ts'
import { isDocumentReason, mendedAt } from '#domain/reason.ts'
import { isOneOff } from '../documents/trail/origin.ts'
import type { Stops } from '../documents/stops/stops.ts'
import type { Subject } from './attention-items.ts'
import type { AgendaDocument, OpenRuns } from './store.ts'

/** What several documents may wait for together. */
export interface Around {
  /** Of each connection. */
  names: ReadonlyMap<number, string>
  stops: Stops
  runs: OpenRuns
}

/** The person's connection to the SII mends it. */
export function isOfPerson(code: string): boolean {
  return placeOf(code) === 'connection'
}

export function placeOf(code: string) {
  return isDocumentReason(code) ? mendedAt(code) : 'document'
}

/** Where what a document waits for is mended. */
export function documentSubject(
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
