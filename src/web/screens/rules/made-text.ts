import type { TFunction } from 'i18next'
import type { Says, Standing } from '#domain/standing.ts'
import { showClp, showDay, showMonthAlone } from '#texts/formats.ts'
import type { MadeDocument, RuleDocument } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { someNames } from '#web/ui/some-names.ts'
import { reasonText } from '#web/documents/reason-text.ts'
import type { StandingOf } from '#web/documents/standing.ts'

export interface MadeSentence {
  key: string
  text: string
  /** The one it is about; null when it speaks of several. */
  document: number | null
}

interface Group {
  outcome: Outcome
  reason: string | null
  of: MadeDocument[]
}

/**
 * What became of the documents a rule has made, one sentence for each month and outcome. Clients are named only where a
 * month has several.
 */
export function madeSentences(
  t: TFunction,
  standingOf: StandingOf,
  made: readonly MadeDocument[],
): MadeSentence[] {
  const groups = new Map<string, Group>()
  for (const document of made) {
    const standing = standingOf(document)
    const outcome = outcomeOf(standing)
    const date = DATED.has(outcome) ? document.emission_date : ''
    const key = [document.period, outcome, standing.reason, date].join(' ')
    const group = groups.get(key) ?? { outcome, reason: standing.reason, of: [] }
    groups.set(key, group)
    group.of.push(document)
  }
  return [...groups].map(([key, group]) => ({
    key,
    text: sentenceOf(t, group, made),
    document: group.of.length === 1 ? (group.of[0]?.document ?? null) : null,
  }))
}

function sentenceOf(
  t: TFunction,
  { outcome, reason, of }: Group,
  made: readonly MadeDocument[],
): string {
  const [first] = of
  const isAlone = made.every(
    ({ period, document }) => period !== first?.period || document === first.document,
  )
  return t(`rules.made.${outcome}`, {
    count: of.length,
    which: whichOf(t, of, isAlone),
    folios: someNames(
      t,
      of.map(({ folio }) => String(folio ?? '')),
    ),
    date: showDay(first?.emission_date ?? ''),
    why: reasonText(t, reason ?? '').what,
  })
}

function whichOf(t: TFunction, of: readonly MadeDocument[], isAlone: boolean): string {
  const month = showMonthAlone(of[0]?.period ?? '', language())
  const names = someNames(
    t,
    of.map(({ client }) => client.name),
  )
  if (isAlone) return t('rules.made.one', { month })
  return t(of.length === 1 ? 'rules.made.oneFor' : 'rules.made.many', { month, names })
}

type Outcome = (typeof OUTCOMES)[Says] | 'asks' | 'doubtAsks'

/** The short word for each of what is said (domain/standing.ts); `held` and `doubt` as long as no user is waited for. */
const OUTCOMES = {
  planned: 'planned',
  plannedNow: 'preparing',
  plannedHeld: 'held',
  plannedStopped: 'held',
  missed: 'held',
  needs_data: 'held',
  waiting: 'ready',
  waitingAsks: 'held',
  waitingHeld: 'held',
  waitingOurs: 'held',
  queued: 'ready',
  queuedAsks: 'held',
  queuedHeld: 'held',
  queuedOurs: 'held',
  repeated: 'held',
  told: 'told',
  toldHeld: 'held',
  adopting: 'told',
  adoptingHeld: 'held',
  toldNotFound: 'failed',
  issuing: 'issuing',
  uncertain: 'looking',
  uncertainHeld: 'doubt',
  decide: 'doubt',
  issued: 'issued',
  annulling: 'annulling',
  annulHeld: 'annulling',
  annulAsks: 'annulling',
  annulStopped: 'annulling',
  annulSent: 'annulling',
  annulSentHeld: 'annulling',
  failed: 'failed',
  skipped: 'skipped',
  annulled: 'annulled',
} as const satisfies Record<Says, string>

const DATED: ReadonlySet<Outcome> = new Set(['planned', 'ready'])

function outcomeOf({ says, actor }: Standing): Outcome {
  const outcome = OUTCOMES[says]
  if (actor !== 'user') return outcome
  return outcome === 'held' ? 'asks' : outcome === 'doubt' ? 'doubtAsks' : outcome
}

/** 'la de noviembre por $119.000', or how many they are. */
export function stoppedText(
  t: TFunction,
  stopped: readonly RuleDocument[],
  say: 'stops' | 'which',
): string {
  const [first] = stopped
  const isKnown = stopped.every(({ total }) => total !== null)
  const total = stopped.reduce((sum, one) => sum + (one.total ?? 0), 0)
  const one = stopped.length === 1
  return t(`rules.${say}${one ? 'One' : 'Many'}${isKnown ? 'For' : ''}`, {
    count: stopped.length,
    month: showMonthAlone(first?.period ?? '', language()),
    total: showClp(total),
  })
}
