import type { ListedState } from './counted.ts'
import { compare, type Day } from './day.ts'
import { isDocumentReason, whoActs, type DocumentReason } from './reason.ts'

/** Whose turn it is; `nobody`: it is settled. */
export type Actor = 'user' | 'time' | 'us' | 'nobody'

export interface StandingFacts {
  state: ListedState
  reason: string | null
  /** The day it carries, or will. */
  day: Day
  today: Day
  /** Its user says which number it has at the SII, so it is looked for and not issued: a nota made there, or one taken over. */
  told: 'nota' | 'adopted' | null
  /** Its user may say what became of it. */
  asksDecision: boolean
}

/** Everything that is said of a document, by list, page, inbox, month, dashboard and mails. */
export interface Standing {
  actor: Actor
  /** The word of its badge. */
  badge: ListedState | 'asks' | 'held' | 'late'
  /** What happens to it: the texts' `document.says`. */
  says: Says
  /** Why, where that is worth a word: the texts' `reasons`. */
  reason: string | null
  /** What to do: of the reason, or of the state where the reason's own would not be true. */
  todo: 'ofReason' | 'inDoubt' | 'again' | 'settled'
  /** Nobody knows whether the SII issued it, and the reason doesn't say that. */
  isInDoubt: boolean
  /** Its next try is by a clock, so a time may be named. */
  hasNextTry: boolean
}

export type Says =
  | Exclude<ListedState, 'forecast'>
  | 'plannedNow'
  | 'plannedHeld'
  | 'missed'
  | 'waitingAsks'
  | 'waitingHeld'
  | 'waitingOurs'
  | 'told'
  | 'adopting'
  | 'toldNotFound'
  | 'repeated'
  | 'queuedAsks'
  | 'queuedHeld'
  | 'queuedOurs'
  | 'decide'
  | 'uncertainHeld'

/** Once it is issued: what still concerns its user. */
const OF_ISSUED: ReadonlySet<string> = new Set([
  'xmlDiffers',
  'xmlUnproved',
  'twinFound',
  'annulmentRefused',
  'annulmentUnclear',
] satisfies DocumentReason[])

/** Written for a document in doubt. Every other reason's advice supposes that nothing was issued. */
const OF_DOUBT: ReadonlySet<string> = new Set([
  'answerLost',
  'lookAlikes',
  'notFoundTwice',
  'lookFailing',
] satisfies DocumentReason[])

/** Why one was stopped for good. What any other reason advises is past doing then. */
const OF_STOPPED: ReadonlySet<string> = new Set([
  'skippedByUser',
  'rulePaused',
  'ruleDeleted',
  'clientLeftRule',
] satisfies DocumentReason[])

/** Whether it may repeat another, which only its user can say. */
const OF_REPEATED: ReadonlySet<string> = new Set([
  'looksRepeated',
  'alikeInDoubt',
] satisfies DocumentReason[])

/** State × reason × who must act → what is said: the one table of it. */
export function standingOf(facts: StandingFacts): Standing {
  const { state } = facts
  const reason = shownReason(facts)
  const actor = actorOf(facts, reason)
  return {
    actor,
    badge: badgeOf(facts, reason, actor),
    says: saysOf(facts, reason, actor),
    reason,
    todo: todoOf(state, reason),
    isInDoubt: state === 'uncertain' && reason !== 'answerLost',
    hasNextTry: actor === 'time' && state !== 'planned' && state !== 'forecast',
  }
}

function shownReason({ state, reason }: StandingFacts): string | null {
  if (reason === null || state === 'issuing' || state === 'annulled') return null
  if (state === 'issued') return OF_ISSUED.has(reason) ? reason : null
  // Too many documents on the SII's list keep one from being looked up: no file of it is waited for.
  return reason === 'filesNotYet' ? 'portalUnavailable' : reason
}

function actorOf({ state }: StandingFacts, reason: string | null): Actor {
  switch (state) {
    case 'annulled':
    case 'skipped':
      return 'nobody'
    case 'failed':
      return 'user'
    case 'issued':
      return reason === null ? 'nobody' : whoMends(reason)
    case 'issuing':
      return 'time'
    case 'needs_data':
      return reason === null ? 'user' : whoMends(reason)
    case 'forecast':
    case 'planned':
    case 'waiting':
    case 'queued':
    case 'uncertain':
      return reason === null ? 'time' : whoMends(reason)
  }
}

/** What isn't a document's reason is a rule's own lack: its user's. */
function whoMends(reason: string): Actor {
  return isDocumentReason(reason) ? whoActs(reason) : 'user'
}

function badgeOf({ state }: StandingFacts, reason: string | null, actor: Actor): Standing['badge'] {
  if (state === 'queued' && reason !== null) return actor === 'user' ? 'asks' : 'held'
  const isAhead = state === 'planned' || state === 'needs_data'
  return isAhead && reason === 'missed' ? 'late' : state
}

function saysOf(facts: StandingFacts, reason: string | null, actor: Actor): Says {
  const { state, day, today, told, asksDecision } = facts
  switch (state) {
    case 'forecast':
    case 'planned':
      if (reason === 'missed') return 'missed'
      if (reason !== null) return 'plannedHeld'
      return compare(day, today) > 0 ? 'planned' : 'plannedNow'
    case 'needs_data':
      if (reason === 'missed') return 'missed'
      return actor === 'user' ? 'needs_data' : 'plannedHeld'
    case 'waiting':
      if (reason === null) return 'waiting'
      return actor === 'user' ? 'waitingAsks' : actor === 'us' ? 'waitingOurs' : 'waitingHeld'
    case 'queued':
      if (reason !== null && OF_REPEATED.has(reason)) return 'repeated'
      if (told !== null) return told === 'nota' ? 'told' : 'adopting'
      if (reason === null) return 'queued'
      return actor === 'user' ? 'queuedAsks' : actor === 'us' ? 'queuedOurs' : 'queuedHeld'
    case 'uncertain':
      if (asksDecision) return 'decide'
      return actor === 'time' ? 'uncertain' : 'uncertainHeld'
    case 'failed':
      return told === 'nota' ? 'toldNotFound' : 'failed'
    case 'issuing':
    case 'issued':
    case 'skipped':
    case 'annulled':
      return state
  }
}

function todoOf(state: ListedState, reason: string | null): Standing['todo'] {
  if (reason === null) return 'ofReason'
  if (state === 'uncertain' && !OF_DOUBT.has(reason)) return 'inDoubt'
  // Nothing is tried again unless its user says so.
  if (state === 'failed' && whoMends(reason) !== 'user') return 'again'
  if (state === 'skipped' && !OF_STOPPED.has(reason)) return 'settled'
  return 'ofReason'
}
