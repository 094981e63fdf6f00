import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ListedState } from '#domain/counted.ts'
import { dayInChile, parseDay } from '#domain/day.ts'
import { standingOf, type Standing } from '#domain/standing.ts'
import { installationQuery } from '#web/api/queries.ts'
import { nowMs } from '#web/clock.ts'
import { reasonText } from './reason-text.ts'

interface Row {
  state: ListedState
  reason: string | null
  emission_date: string
}

type Known = Partial<Pick<Parameters<typeof standingOf>[0], 'told' | 'asksDecision'>>

/** What is said of a document: the same in every list and on its own page. */
export function useStanding(): (row: Row, known?: Known) => Standing {
  const { data } = useQuery(installationQuery())
  const today = parseDay(data?.today ?? '') ?? dayInChile(nowMs())
  return ({ state, reason, emission_date }, { told = null, asksDecision = false } = {}) =>
    standingOf({
      state,
      reason,
      day: parseDay(emission_date) ?? today,
      today,
      told,
      asksDecision,
    })
}

/** Null where there is nothing to explain. */
export function standingText(
  t: TFunction,
  { reason, todo, actor }: Standing,
): { what: string; todo: string } | null {
  if (reason === null) return null
  const own = reasonText(t, reason)
  if (todo === 'ofReason') return own
  if (todo === 'again') return { what: own.what, todo: t('document.todo.again') }
  const key = todo === 'settled' || actor === 'nobody' ? 'settled' : actor
  return { what: own.what, todo: t(`document.todo.${key}`) }
}
