import { z } from 'zod'
import type { Day } from '#domain/day.ts'
import { compare, parseDay, weekday, yearOf } from '#domain/day.ts'
import { holidaysOf } from '#domain/holidays.ts'
import { plain } from '../pages/html.ts'
import type { Answer } from '../interface/portal.ts'
import type { Wire, WireOptions } from '../http/wire.ts'
import { undiciWire } from '../http/wire.ts'
import { answerFrom, askPublic, jsonIn } from './public-page.ts'

export interface PublishedHoliday {
  day: Day
  name: string
}

/** Public lists of national holidays, only to check ours against: the shipped table stays the truth. */
export interface HolidaySources {
  /** The government's own service; said to be unreachable at times. */
  ofGovernment(year: number): Promise<Answer<PublishedHoliday[]>>
  /** boostr.cl, a community service. */
  ofBoostr(year: number): Promise<Answer<PublishedHoliday[]>>
}

export interface HolidayOptions extends WireOptions {
  wire?: Wire
  governmentUrl?: string
  boostrUrl?: string
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 15_000

export function createHolidaySources(options: HolidayOptions = {}): HolidaySources {
  const wire = options.wire ?? undiciWire(options)
  const governmentUrl = options.governmentUrl ?? 'https://apis.digital.gob.cl'
  const boostrUrl = options.boostrUrl ?? 'https://api.boostr.cl'
  const ask = (url: string) => askPublic(wire, url, options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  return {
    async ofGovernment(year) {
      const visit = await ask(`${governmentUrl}/fl/feriados/${year}`)
      return answerFrom(visit, 'feriados', (text) => readGovernment(text, year))
    },
    async ofBoostr(year) {
      const visit = await ask(`${boostrUrl}/holidays/${year}.json`)
      return answerFrom(visit, 'holidays', (text) => readBoostr(text, year))
    },
  }
}

export interface HolidayDisagreement {
  /** On the published list and business days by ours. */
  onlyPublished: PublishedHoliday[]
  /** Ours, and not on the published list. */
  onlyOurs: PublishedHoliday[]
}

/** Null when both say the same days. A Sunday on one list alone changes no business day and isn't told. */
export function compareHolidays(
  year: number,
  published: readonly PublishedHoliday[],
): HolidayDisagreement | null {
  const ours = holidaysOf(year).filter(({ day }) => weekday(day) <= 5)
  const theirs = published.filter(({ day }) => weekday(day) <= 5)
  const onlyPublished = missingFrom(ours, theirs)
  const onlyOurs = missingFrom(theirs, ours).map(({ day, name }) => ({ day, name }))
  return onlyPublished.length + onlyOurs.length === 0 ? null : { onlyPublished, onlyOurs }
}

function missingFrom<T extends { day: Day }>(
  list: readonly { day: Day }[],
  from: readonly T[],
): T[] {
  const known = new Set(list.map(({ day }) => day))
  return from.filter(({ day }) => !known.has(day)).sort((a, b) => compare(a.day, b.day))
}

const MAX_HOLIDAYS = 60

const Government = z
  .array(
    z.object({
      nombre: z.string().max(300),
      fecha: z.string().max(40),
      comentarios: z.string().max(2000).nullish(),
    }),
  )
  .max(MAX_HOLIDAYS)

export function readGovernment(text: string, year: number): PublishedHoliday[] | null {
  const read = Government.safeParse(jsonIn(text))
  if (!read.success) return null
  return national(
    year,
    read.data.map(({ nombre, fecha, comentarios }) => [fecha, nombre, comentarios ?? '']),
  )
}

const Boostr = z.object({
  status: z.literal('success'),
  data: z
    .array(
      z.object({
        date: z.string().max(40),
        title: z.string().max(300),
        type: z.string().max(300).nullish(),
        extra: z.string().max(2000).nullish(),
      }),
    )
    .max(MAX_HOLIDAYS),
})

export function readBoostr(text: string, year: number): PublishedHoliday[] | null {
  const read = Boostr.safeParse(jsonIn(text))
  if (!read.success) return null
  return national(
    year,
    read.data.data.map(({ date, title, type, extra }) => [
      date,
      title,
      `${type ?? ''} ${extra ?? ''}`,
    ]),
  )
}

/** Null for a list without a single holiday of that year: a year hasn't none. */
function national(
  year: number,
  rows: readonly (readonly [date: string, name: string, remarks: string])[],
): PublishedHoliday[] | null {
  const holidays: PublishedHoliday[] = []
  for (const [date, name, remarks] of rows) {
    const day = parseDay(date.slice(0, 10))
    if (day === null || yearOf(day) !== year) return null
    if (!IS_REGIONAL.test(plain(`${name} ${remarks}`))) holidays.push({ day, name })
  }
  return holidays.length === 0 ? null : holidays
}

/** Kept by some communes or regions only: business days for us. */
const IS_REGIONAL = /regional|solo (en|para) (la|las|el|los)|region de|comunas? de|bancari/
