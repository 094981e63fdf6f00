import { MAX_DAYS_AHEAD } from '#contract/one-off.ts'
import { addDays, parseDay } from '#domain/day.ts'
import { useDeparture } from '#web/ui/use-departure.ts'

/** The date that the documents will carry: as soon as they can leave, or one that a person chooses. */
export function useIssueDay(company: number, wished: string | null) {
  const departure = useDeparture(company)
  const { today } = departure
  const first = departure.date ?? today ?? ''
  const todayParsed = parseDay(today ?? '')
  const last = todayParsed === null ? '' : addDays(todayParsed, MAX_DAYS_AHEAD)
  const isRight =
    wished === null || (parseDay(wished) !== null && wished >= first && wished <= last)
  return {
    departure,
    wished,
    first,
    last,
    isRight,
    /** Null until it is known, and while what was chosen can't be. */
    day: isRight ? (wished ?? departure.date ?? null) : null,
  }
}

export type IssueDay = ReturnType<typeof useIssueDay>
