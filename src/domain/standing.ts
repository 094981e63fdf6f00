import type { ListedState } from './counted.ts'
import { compare, type Day } from './day.ts'
import { isDocumentReason, mendedAt, whoActs, whoMends, type DocumentReason } from './reason.ts'

/** Whose turn it is; `nobody`: it is settled. */
export type Actor = 'user' | 'time' | 'us' | 'nobody'

/** Which stop is in force for its company or person now. */
export type CompanyStop = 'issuingStopped' | 'stoppedByUs'
/** Or for the uploaded file that it was ordered from. */
export type StopReason = CompanyStop | 'uploadPaused'

export interface StandingFacts {
  state: ListedState
  reason: string | null
  /** The day it carries, or will. */
  day: Day
  today: Day
  /** Its user says which number it has at the SII, so it is looked for and not issued: a nota made there, or one taken over. */
  told: 'nota' | 'adopted' | null
  /** While it is in doubt: its user may say what became of it. */
  canDecide: boolean
  /** `wanted`: it will be asked of the SII; `sent`: it was, and what became of it is being found out. */
  annulment: 'wanted' | 'sent' | null
  stop: StopReason | null
  /** Where that isn't known it is taken as true: nothing is said of the files then. */
  hasFiles: boolean
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
  /** What to do: of the reason, or the texts' `document.todo` where the reason's own would not be true. */
  todo: Todo
  /** Nobody knows whether the SII issued it, and the reason doesn't say that. */
  isInDoubt: boolean
  /** Its next try is by a clock, so a time may be named. */
  hasNextTry: boolean
  /** Why an issued one's files aren't there: the texts' `document.files`. Null: they are, or another sentence says it. */
  files: FilesSays | null
  /** Where the button is that its user is waited for with; null: nothing is asked of them. */
  mend: Mend | null
}

export type Says =
  | Exclude<ListedState, 'forecast'>
  | 'plannedNow'
  | 'plannedHeld'
  | 'plannedStopped'
  | 'missed'
  | 'waitingAsks'
  | 'waitingHeld'
  | 'waitingOurs'
  | 'told'
  | 'toldHeld'
  | 'adopting'
  | 'adoptingHeld'
  | 'toldNotFound'
  | 'repeated'
  | 'queuedAsks'
  | 'queuedHeld'
  | 'queuedOurs'
  | 'decide'
  | 'uncertainHeld'
  | 'annulling'
  | 'annulHeld'
  | 'annulAsks'
  | 'annulStopped'
  | 'annulSent'
  | 'annulSentHeld'

export type Todo =
  | 'ofReason'
  | 'lookUser'
  | 'lookTime'
  | 'lookUs'
  | 'decide'
  | 'decideOrMend'
  | 'annulUser'
  | 'annulTime'
  | 'annulUs'
  | 'again'
  | 'settled'

/** `late`: its day is over, and the SII has not given them. */
export type FilesSays = 'coming' | 'late' | 'asks' | 'ours' | 'unproved' | 'never'

/** `own`: one of its own page's actions; `ahead`: at the document it waits for; `sii`: only at the SII. */
export type Mend =
  | 'own'
  | 'client'
  | 'rule'
  | 'values'
  | 'connection'
  | 'stops'
  | 'upload'
  | 'ahead'
  | 'sii'

/** Once it is issued: what still concerns its user. */
const OF_ISSUED: ReadonlySet<string> = new Set([
  'xmlDiffers',
  'xmlUnproved',
  'twinFound',
  'annulmentRefused',
  'annulmentUnclear',
  'annulmentNotListed',
] satisfies DocumentReason[])

/** Only a person's word settles these; they say so themselves. */
const OF_WORD: ReadonlySet<string> = new Set([
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
  'replaced',
] satisfies DocumentReason[])

/** Whether it may repeat another, which only its user can say. */
const OF_REPEATED: ReadonlySet<string> = new Set([
  'looksRepeated',
  'alikeInDoubt',
] satisfies DocumentReason[])

/** State × reason × who must act → what is said, and where the button is: the one table of it. */
export function standingOf(facts: StandingFacts): Standing {
  const { state } = facts
  const reason = shownReason(facts)
  const files = filesOf(facts)
  const actor = actorOf(facts, reason, files)
  return {
    actor,
    badge: badgeOf(facts, reason, actor),
    says: saysOf(facts, reason, actor),
    reason,
    todo: todoOf(facts, reason, actor),
    isInDoubt: state === 'uncertain' && reason !== 'answerLost',
    hasNextTry: actor === 'time' && state !== 'planned' && state !== 'forecast',
    files,
    mend: actor === 'user' ? mendOf(facts, reason) : null,
  }
}

function shownReason(facts: StandingFacts): string | null {
  const { state, reason, annulment, canDecide, stop } = facts
  switch (state) {
    case 'issuing':
    case 'annulled':
      return null
    case 'issued':
      if (reason !== null && OF_ISSUED.has(reason)) return reason
      return annulment === null ? null : annulmentHeldBy(facts)
    case 'uncertain':
      if (reason !== null && (OF_WORD.has(reason) || isOfAccess(reason))) return reason
      // The answer to a look says nothing of the document itself.
      return canDecide ? 'lookFailing' : 'answerLost'
    case 'failed':
    case 'skipped':
      return named(reason)
    case 'forecast':
    case 'planned':
    case 'needs_data':
    case 'waiting':
    case 'queued':
      // What its user must mend keeps it back with or without the stop.
      if (stop !== null && (reason === null || whoMends(reason) !== 'user')) return stop
      return named(reason)
  }
}

/** Too many documents on the SII's list keep one from being looked up: no file of it is waited for. */
function named(reason: string | null): string | null {
  return reason === 'filesNotYet' ? 'portalUnavailable' : reason
}

/** What keeps an ordered annulment from going on; a stop holds no look at what was sent. */
function annulmentHeldBy({ reason, annulment, stop }: StandingFacts): string | null {
  const own = reason !== null && OF_ISSUED.has(reason) ? null : named(reason)
  if (annulment === 'wanted' && stop !== null && (own === null || whoMends(own) !== 'user')) {
    return stop
  }
  return own
}

/** Whether the SII lets its person in, and through to the company: what time heals there is no matter of access. */
function isOfAccess(reason: string): boolean {
  if (!isDocumentReason(reason) || isStopReason(reason) || whoActs(reason) === 'time') return false
  return mendedAt(reason) === 'connection' || mendedAt(reason) === 'company'
}

export function isStopReason(reason: string | null): reason is StopReason {
  return reason === 'issuingStopped' || reason === 'stoppedByUs' || reason === 'uploadPaused'
}

function filesOf(facts: StandingFacts): FilesSays | null {
  const { state, reason, annulment, hasFiles, day, today } = facts
  if (hasFiles) return null
  // Nothing more is fetched of it.
  if (state === 'annulled') return 'never'
  // What is said of its annulment, or of the differences, says it.
  if (state !== 'issued' || annulment !== null || reason === 'xmlDiffers') return null
  if (reason === 'xmlUnproved') return 'unproved'
  const who = reason === null || OF_ISSUED.has(reason) ? 'time' : whoMends(reason)
  if (who !== 'time') return who === 'user' ? 'asks' : 'ours'
  return compare(day, today) < 0 ? 'late' : 'coming'
}

function actorOf(
  { state, canDecide, annulment }: StandingFacts,
  reason: string | null,
  files: FilesSays | null,
): Actor {
  switch (state) {
    case 'annulled':
    case 'skipped':
      return 'nobody'
    case 'failed':
      return 'user'
    case 'issued':
      if (reason !== null) return whoMends(reason)
      if (annulment !== null) return 'time'
      return files === 'asks' ? 'user' : files === 'ours' ? 'us' : 'nobody'
    case 'issuing':
      return 'time'
    case 'needs_data':
      return reason === null ? 'user' : whoMends(reason)
    case 'uncertain':
      if (canDecide) return 'user'
      return reason === null || OF_WORD.has(reason) ? 'time' : whoMends(reason)
    case 'forecast':
    case 'planned':
    case 'waiting':
    case 'queued':
      return reason === null ? 'time' : whoMends(reason)
  }
}

function badgeOf({ state }: StandingFacts, reason: string | null, actor: Actor): Standing['badge'] {
  const isAhead = state === 'planned' || state === 'needs_data'
  if (isAhead && reason === 'missed') return 'late'
  const isReady = state === 'queued' || state === 'waiting'
  if (isReady && reason !== null) return actor === 'user' ? 'asks' : 'held'
  return state
}

function saysOf(facts: StandingFacts, reason: string | null, actor: Actor): Says {
  const { state, day, today, told, canDecide } = facts
  switch (state) {
    case 'forecast':
    case 'planned':
      if (reason === 'missed') return 'missed'
      if (isStopReason(reason)) return 'plannedStopped'
      if (reason !== null) return 'plannedHeld'
      return compare(day, today) > 0 ? 'planned' : 'plannedNow'
    case 'needs_data':
      if (reason === 'missed') return 'missed'
      if (isStopReason(reason)) return 'plannedStopped'
      return actor === 'user' ? 'needs_data' : 'plannedHeld'
    case 'waiting':
      if (reason === null) return 'waiting'
      return actor === 'user' ? 'waitingAsks' : actor === 'us' ? 'waitingOurs' : 'waitingHeld'
    case 'queued':
      if (reason !== null && OF_REPEATED.has(reason)) return 'repeated'
      if (told !== null) return toldSays(told, actor)
      if (reason === null) return 'queued'
      return actor === 'user' ? 'queuedAsks' : actor === 'us' ? 'queuedOurs' : 'queuedHeld'
    case 'uncertain':
      if (canDecide) return 'decide'
      return reason === 'answerLost' ? 'uncertain' : 'uncertainHeld'
    case 'failed':
      return told === 'nota' ? 'toldNotFound' : 'failed'
    case 'issued':
      return annulmentSays(facts)
    case 'issuing':
    case 'skipped':
    case 'annulled':
      return state
  }
}

/** While its user or we are waited for, nothing is looked for. */
function toldSays(told: 'nota' | 'adopted', actor: Actor): Says {
  if (told === 'nota') return actor === 'time' ? 'told' : 'toldHeld'
  return actor === 'time' ? 'adopting' : 'adoptingHeld'
}

function annulmentSays(facts: StandingFacts): Says {
  if (facts.annulment === null) return 'issued'
  const held = annulmentHeldBy(facts)
  if (facts.annulment === 'sent') return held === null ? 'annulSent' : 'annulSentHeld'
  if (held === null) return 'annulling'
  if (isStopReason(held)) return 'annulStopped'
  return whoMends(held) === 'user' ? 'annulAsks' : 'annulHeld'
}

const LOOK = { user: 'lookUser', time: 'lookTime', us: 'lookUs', nobody: 'settled' } as const
const ANNUL = { user: 'annulUser', time: 'annulTime', us: 'annulUs', nobody: 'settled' } as const

function todoOf(facts: StandingFacts, reason: string | null, actor: Actor): Todo {
  const { state, told, canDecide } = facts
  if (reason === null) return 'ofReason'
  switch (state) {
    case 'uncertain':
      if (!canDecide) return reason === 'answerLost' ? 'ofReason' : LOOK[actor]
      if (OF_WORD.has(reason)) return 'ofReason'
      return whoMends(reason) === 'user' ? 'decideOrMend' : 'decide'
    case 'queued':
      if (told === null || OF_REPEATED.has(reason) || isStopReason(reason)) return 'ofReason'
      return isOfTold(reason) ? 'ofReason' : LOOK[actor]
    case 'failed':
      // Nothing is tried again unless its user says so.
      return whoMends(reason) === 'user' ? 'ofReason' : 'again'
    case 'skipped':
      return OF_STOPPED.has(reason) ? 'ofReason' : 'settled'
    case 'issued':
      return OF_ISSUED.has(reason) || isStopReason(reason) ? 'ofReason' : ANNUL[actor]
    default:
      return 'ofReason'
  }
}

/** Written for one whose number was told, or for whatever is done with that person's access. */
function isOfTold(reason: string): boolean {
  return reason === 'notaNotYetListed' || isOfAccess(reason)
}

/** Of one whose user is waited for. */
function mendOf(facts: StandingFacts, reason: string | null): Mend {
  const { state, canDecide } = facts
  switch (state) {
    case 'uncertain':
      return canDecide && (reason === null || !isOfAccess(reason)) ? 'own' : 'connection'
    case 'failed':
      return 'own'
    case 'issued': {
      const held = facts.annulment === null ? null : annulmentHeldBy(facts)
      if (held === 'issuingStopped') return 'stops'
      if (held === 'uploadPaused') return 'upload'
      if (reason === 'twinFound') return 'sii'
      return reason !== null && OF_ISSUED.has(reason) ? 'own' : 'connection'
    }
    default:
      return mendOfReason(reason)
  }
}

/** Of what keeps one from being sent. */
export function mendOfReason(reason: string | null): Mend {
  if (reason === null || !isDocumentReason(reason)) return 'rule'
  if (reason === 'issuingStopped') return 'stops'
  if (reason === 'uploadPaused') return 'upload'
  if (reason === 'behindUndecided') return 'ahead'
  if (reason === 'linesToComplete') return 'values'
  const place = mendedAt(reason)
  if (place === 'company') return 'connection'
  return place === 'document' || place === 'run' ? 'own' : place
}

/** The one that most wants to be seen speaks for all: what its badge says waits for its user comes first. */
const LOUDEST: readonly Standing['badge'][] = [
  'failed',
  'uncertain',
  'late',
  'needs_data',
  'asks',
  'held',
  'issuing',
  'queued',
  'waiting',
  'planned',
  'forecast',
  'issued',
  'annulled',
  'skipped',
]

export function loudest(standings: readonly Standing[]): Standing | undefined {
  const asks = ({ badge, actor }: Standing) => actor === 'user' && badge !== 'issued'
  const rank = (one: Standing) => LOUDEST.indexOf(one.badge) - (asks(one) ? LOUDEST.length : 0)
  return standings.toSorted((a, b) => rank(a) - rank(b))[0]
}
