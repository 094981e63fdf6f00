import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ListedState } from '#domain/counted.ts'
import { dayInChile, parseDay, type Day } from '#domain/day.ts'
import { standingOf, type Standing, type StandingFacts } from '#domain/standing.ts'
import { installationQuery } from '#web/api/queries.ts'
import { nowMs } from '#web/clock.ts'
import { reasonText } from './reason-text.ts'

/** As the wire has it of every document, wherever it is shown. */
export interface StandingRow extends Pick<StandingFacts, 'reason' | 'told' | 'annulment' | 'stop'> {
  state: ListedState
  can_decide: boolean
  emission_date: string
  /** Unknown where only its own page shows its files. */
  has_pdf?: boolean
}

export type StandingOf = (row: StandingRow) => Standing

/** What is said of a document: the same in every list and on its own page. */
export function useStanding(): StandingOf {
  const { data } = useQuery(installationQuery())
  const today = parseDay(data?.today ?? '') ?? dayInChile(nowMs())
  return (row) => standingOn(row, today)
}

export function standingOn(row: StandingRow, today: Day): Standing {
  const { state, reason, told, annulment, stop, can_decide: canDecide, has_pdf: hasFiles } = row
  const day = parseDay(row.emission_date) ?? today
  const facts = { state, reason, told, annulment, stop, canDecide, day, today }
  return standingOf({ ...facts, hasFiles: hasFiles ?? true })
}

/** Null where there is nothing to explain. */
export function standingText(
  t: TFunction,
  { reason, todo }: Standing,
): { what: string; todo: string } | null {
  if (reason === null) return null
  const own = reasonText(t, reason)
  return todo === 'ofReason' ? own : { what: own.what, todo: t(`document.todo.${todo}`) }
}

/** Why the files of an issued one aren't there; null: they are, or another sentence says it. */
export function filesText(t: TFunction, { files }: Standing, reason: string | null): string | null {
  if (files === null) return null
  return t(`document.files.${files}`, { why: reasonText(t, reason ?? '').what })
}
