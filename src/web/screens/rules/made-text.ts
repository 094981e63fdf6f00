import type { TFunction } from 'i18next'
import { showClp, showDay, showMonthAlone } from '#texts/formats.ts'
import type { MadeDocument } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { someNames } from '#web/ui/some-names.ts'
import { reasonText } from '../documents/reason-text.ts'

export interface MadeSentence {
  key: string
  text: string
  /** The one it is about; null when it speaks of several. */
  document: number | null
}

type Outcome =
  'issued' | 'annulled' | 'ready' | 'issuing' | 'uncertain' | 'held' | 'failed' | 'skipped'

/**
 * What became of the documents a rule has made, one sentence for each month and outcome. Clients are named only where a
 * month has several.
 */
export function madeSentences(t: TFunction, made: readonly MadeDocument[]): MadeSentence[] {
  const groups = new Map<string, { outcome: Outcome; of: MadeDocument[] }>()
  for (const document of made) {
    const outcome = outcomeOf(document)
    const key = [
      document.period,
      outcome,
      document.reason,
      outcome === 'ready' && document.emission_date,
    ].join(' ')
    const group = groups.get(key) ?? { outcome, of: [] }
    groups.set(key, group)
    group.of.push(document)
  }
  return [...groups].map(([key, { outcome, of }]) => {
    const [first] = of
    const isAlone = made.every(
      ({ period, document }) => period !== first?.period || document === first.document,
    )
    return {
      key,
      text: t(`rules.made.${outcome}`, {
        count: of.length,
        which: whichOf(t, of, isAlone),
        folios: someNames(
          t,
          of.map(({ folio }) => String(folio ?? '')),
        ),
        date: showDay(first?.emission_date ?? ''),
        why: reasonText(t, first?.reason ?? '').what,
      }),
      document: of.length === 1 ? (first?.document ?? null) : null,
    }
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

function outcomeOf({ state, reason }: MadeDocument): Outcome {
  switch (state) {
    case 'planned':
    case 'waiting':
    case 'queued':
      return reason === null ? 'ready' : 'held'
    case 'needs_data':
      return 'held'
    default:
      return state
  }
}

/** 'la de noviembre por $119.000', or how many they are. */
export function stoppedText(
  t: TFunction,
  stopped: readonly MadeDocument[],
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
