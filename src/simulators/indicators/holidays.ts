import { addDays, knownDay, parseDay, yearOf } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { holidaysOf } from '#domain/holidays.ts'
import type { IndicatorsTrouble, Said } from './trouble.ts'

interface Listed {
  day: Day
  name: string
  civil: boolean
  regional: boolean
  law: string
}

/** Holidays that not the whole country has: whoever takes them for national ones is wrong. */
const regional: readonly { monthDay: string; name: string; law: string }[] = [
  {
    monthDay: '06-07',
    name: 'Asalto y Toma del Morro de Arica (Arica y Parinacota)',
    law: '20.663',
  },
  { monthDay: '08-20', name: 'Nacimiento del Prócer de la Independencia (Chillán)', law: '20.768' },
]

/** digital.gob.cl: /digital/fl/feriados/<YYYY>, an array, or …/<YYYY>/<MM>/<DD>, an object with what there is. */
export function digitalHolidays(
  path: string,
  agent: string,
  trouble: IndicatorsTrouble | null,
): Said {
  const asked = /^\/digital\/fl\/feriados\/(\d{4})(?:\/(\d{1,2})\/(\d{1,2}))?$/.exec(path)
  if (agent === '') return { status: 403, body: { error: true, message: 'Forbidden' } }
  if (!asked) return { status: 404, body: { error: true, message: 'Not Found' } }
  const [, year = '', month, day] = asked
  const all = listed(Number(year), trouble).map(asDigital)
  if (month === undefined || day === undefined) return { status: 200, body: all }
  const on = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const found = all.filter((one) => one.fecha === on)
  return found.length > 0
    ? { status: 200, body: found }
    : { status: 200, body: { error: true, message: 'No existen feriados para la fecha' } }
}

/** boostr.cl: /boostr/holidays/<YYYY>.json. */
export function boostrHolidays(path: string, trouble: IndicatorsTrouble | null): Said {
  const year = /^\/boostr\/holidays\/(\d{4})\.json$/.exec(path)?.[1]
  if (year === undefined) return { status: 404, body: { status: 'error', message: 'Not found' } }
  const data = listed(Number(year), trouble).map((one) => ({
    date: one.day,
    title: one.name,
    type: one.civil ? 'Civil' : 'Religioso',
    inalienable: isInalienable(one),
    extra: one.regional ? 'Feriado regional' : 'Civil e Irrenunciable',
  }))
  return { status: 200, body: { status: 'success', data } }
}

function asDigital(one: Listed) {
  return {
    nombre: one.name,
    comentarios: one.regional ? 'Feriado regional' : null,
    fecha: String(one.day),
    irrenunciable: isInalienable(one) ? '1' : '0',
    tipo: one.civil ? 'Civil' : 'Religioso',
    leyes: [{ nombre: one.law, url: 'https://www.leychile.cl' }],
  }
}

/** In trouble with their values the sources put the last holiday of the year a day earlier. */
function listed(year: number, trouble: IndicatorsTrouble | null): Listed[] {
  if (trouble === 'empty' || parseDay(`${year}-01-01`) === null) return []
  const national = holidaysOf(year).map(({ day, name, law, kind }) => ({
    day,
    name,
    civil: kind !== 'religious',
    regional: false,
    law,
  }))
  const last = national.at(-1)
  if (trouble === 'wrong-values' && last) last.day = addDays(last.day, -1)
  return [...national, ...regional.map((one) => regionalIn(year, one))].toSorted((a, b) =>
    a.day.localeCompare(b.day),
  )
}

function regionalIn(year: number, { monthDay, name, law }: (typeof regional)[number]): Listed {
  return {
    day: knownDay(`${year}-${monthDay}`),
    name,
    civil: true,
    regional: true,
    law: `Ley ${law}`,
  }
}

/** Days on which shops must close; of the rest nothing here depends on it. */
function isInalienable({ day }: Listed): boolean {
  return ['01-01', '05-01', '09-18', '09-19', '12-25'].some(
    (monthDay) => day === `${yearOf(day)}-${monthDay}`,
  )
}
