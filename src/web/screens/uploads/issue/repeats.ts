import { isAlike, isNear, type OneMore } from '#domain/alike.ts'
import { knownDay, knownMonth, parseMonth } from '#domain/day.ts'
import { serviceMonth } from '#domain/schedule.ts'
import type { JudgedUpload, OtherDocument, UploadDocument } from '#web/api/uploads.ts'
import { totalsOn, type IssueDate } from './issue-date.ts'

/** What a document may repeat on its day, by the rule that holds it back before it is issued. */
export interface Repeats {
  /** Before it in the file, of the same client and kind: in the same words, or of the same amount. */
  ofFile: readonly UploadDocument[]
  /** There, ordered, to come, or at the SII alone. */
  others: readonly OtherDocument[]
  /** To the same client about that day, of another amount. */
  beside: readonly OtherDocument[]
}

/** By the keys of the documents of which something may be said. */
export type RepeatsByKey = ReadonlyMap<string, Repeats>

export function repeatsOn(
  { documents, others }: Pick<JudgedUpload, 'documents' | 'others'>,
  date: IssueDate,
): RepeatsByKey {
  const othersTo = Map.groupBy(others, clientKey)
  const before = new Map<string, Priced[]>()
  const repeats = new Map<string, Repeats>()
  for (const document of documents) {
    if (document.state === 'ordered' || document.rut === null) continue
    const client = clientKey(document)
    const earlier = before.get(client) ?? []
    const priced = { document, total: totalsOn(document, date)?.total ?? null }
    const ofFile = earlier.filter((one) => isSame(one, priced)).map((one) => one.document)
    before.set(client, [...earlier, priced])
    const near = nearOf(priced, othersTo.get(client) ?? [], date)
    if (ofFile.length + near.others.length + near.beside.length > 0) {
      repeats.set(document.key, { ofFile, ...near })
    }
  }
  return repeats
}

/** How a person's word about it names them. */
export function refsOf({ ofFile, others }: Repeats): string[] {
  return [...ofFile.map(({ key }) => key), ...others.map(({ ref }) => ref)]
}

/** What a person said of these by ticking them beside what they look like. */
export function confirmedOf(
  chosen: readonly UploadDocument[],
  repeats: RepeatsByKey,
): { key: string; others: string[] }[] {
  return chosen.flatMap(({ key }) => {
    const own = repeats.get(key)
    if (own === undefined || refsOf(own).length === 0) return []
    return { key, others: own.others.map(({ ref }) => ref) }
  })
}

interface Priced {
  document: UploadDocument
  total: number | null
}

function isSame(earlier: Priced, { document, total }: Priced): boolean {
  if (document.same_as.includes(earlier.document.key)) return true
  return total !== null && earlier.total === total
}

function nearOf(
  { document, total }: Priced,
  others: readonly OtherDocument[],
  { day }: IssueDate,
): Pick<Repeats, 'others' | 'beside'> {
  if (day === null) return { others: [], beside: [] }
  const month = parseMonth(document.service_month ?? '') ?? serviceMonth(day, 0)
  const own: OneMore = { day, serviceMonth: month, totalClp: total }
  const near = others.filter((other) => isNear(own, comparable(other)))
  return {
    others: near.filter((other) => isAlike(own, comparable(other))),
    beside: near.filter((other) => !isAlike(own, comparable(other))),
  }
}

function comparable({ day, service_month, total, lowered }: OtherDocument) {
  return {
    day: knownDay(day),
    serviceMonth: service_month === null ? null : knownMonth(service_month),
    totalClp: total,
    loweredClp: lowered,
    isOfSameRule: false,
  }
}

function clientKey({ document_type, rut }: UploadDocument | OtherDocument): string {
  return `${document_type} ${rut}`
}
