import type { Day } from '#domain/day.ts'
import { monthNumberOf, yearOf } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import {
  compareHolidays,
  createHolidaySources,
  createPublicSii,
  createUfSources,
  readUtm,
  type SiiOrigins,
  type Wire,
} from '#sii/sii.ts'
import type { Walk } from './walk.ts'

export interface PublicPlaces {
  origins: SiiOrigins
  mindicadorUrl?: string
  governmentUrl?: string
  boostrUrl?: string
}

/** What the SII and its neighbours tell anybody; `company` is one of the person's, to ask about. */
export async function walkPublic(
  walk: Walk,
  wire: Wire,
  places: PublicPlaces,
  { company, person, today, nowMs }: { company: Rut; person: Rut; today: Day; nowMs: () => number },
): Promise<void> {
  const { origins } = places
  const anybody = createPublicSii({ nowMs, wire, origins })
  const taxpayer = await walk.ask(
    'taxpayer',
    () => anybody.taxpayer(company),
    (read) => {
      return read === null ? null : read.name !== ''
    },
  )
  walk.keepSecret([taxpayer?.name ?? null])
  const issuer = await walk.ask(
    'authorisedIssuer',
    () => anybody.authorisedIssuer(company),
    (read) => {
      return read === null ? null : read.documents.length > 0 && read.resolutionDay !== null
    },
  )
  walk.keepSecret([issuer?.name ?? null])
  await walk.ask('personAsIssuer', () => anybody.authorisedIssuer(person))
  await walkIndicators(walk, wire, places, today)
}

async function walkIndicators(
  walk: Walk,
  wire: Wire,
  { origins, mindicadorUrl, governmentUrl, boostrUrl }: PublicPlaces,
  today: Day,
): Promise<void> {
  const year = yearOf(today)
  const uf = createUfSources({
    wire,
    origins,
    ...(mindicadorUrl === undefined ? {} : { mindicadorUrl }),
  })
  const ours = await walk.ask(
    'uf',
    () => uf.ofSii(year),
    (values) => values.has(today),
  )
  await walk.ask(
    'ufCheck',
    () => uf.ofMindicador(year),
    (values) => {
      const shared = [...values].filter(([day]) => ours?.has(day) === true)
      return shared.length === 0 ? null : shared.every(([day, value]) => ours?.get(day) === value)
    },
  )
  await walk.ask(
    'utm',
    () => readUtm(year, { wire, origins }),
    (months) => {
      return months.size >= monthNumberOf(today) - 1
    },
  )
  const holidays = createHolidaySources({
    wire,
    ...(governmentUrl === undefined ? {} : { governmentUrl }),
    ...(boostrUrl === undefined ? {} : { boostrUrl }),
  })
  const isSame = (days: Parameters<typeof compareHolidays>[1]) =>
    compareHolidays(year, days) === null
  await walk.ask('holidaysGovernment', () => holidays.ofGovernment(year), isSame)
  await walk.ask('holidaysBoostr', () => holidays.ofBoostr(year), isSame)
}
