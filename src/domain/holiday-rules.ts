import { addDays, day, weekday } from './day.ts'
import type { Day } from './day.ts'
import { easterSunday } from './easter.ts'
import { winterSolstice } from './solstice.ts'

export interface Holiday {
  day: Day
  /** In Spanish, as the law or the official calendar calls it. */
  name: string
  law: string
  kind: 'civil' | 'religious' | 'election'
}

/** The holidays that laws set for every year, each from the year its law applied, in no promised order. */
export function ruledHolidays(year: number): Holiday[] {
  return rules.flatMap(({ name, law, kind, since = 0, on }) => {
    const date = year >= since ? on(year) : null
    return date === null ? [] : [{ day: date, name, law, kind }]
  })
}

interface Rule {
  name: string
  law: string
  kind: Holiday['kind']
  since?: number
  /** Null in years without it. */
  on(year: number): Day | null
}

const rules: readonly Rule[] = [
  { name: 'Año Nuevo', law: 'Ley 2.977', kind: 'civil', on: fixed(1, 1) },
  {
    name: 'Feriado adicional de Año Nuevo',
    law: 'Ley 20.983',
    kind: 'civil',
    since: 2017,
    on: (year) => only(day(year, 1, 2), 1),
  },
  {
    name: 'Viernes Santo',
    law: 'Ley 2.977',
    kind: 'religious',
    on: (year) => addDays(easterSunday(year), -2),
  },
  {
    name: 'Sábado Santo',
    law: 'Ley 2.977',
    kind: 'religious',
    on: (year) => addDays(easterSunday(year), -1),
  },
  {
    name: 'Día Nacional del Trabajo',
    law: 'Código del Trabajo, art. 35',
    kind: 'civil',
    on: fixed(5, 1),
  },
  { name: 'Día de las Glorias Navales', law: 'Ley 2.977', kind: 'civil', on: fixed(5, 21) },
  {
    name: 'Día Nacional de los Pueblos Indígenas',
    law: 'Ley 21.357',
    kind: 'civil',
    since: 2021,
    // In 2021 the law itself says 21 June: the solstice was at 23:32 on the 20th in Chile.
    on: (year) => (year === 2021 ? day(2021, 6, 21) : winterSolstice(year)),
  },
  {
    name: 'San Pedro y San Pablo',
    law: 'Ley 18.432; Ley 19.668',
    kind: 'religious',
    on: (year) => movedToMonday(day(year, 6, 29)),
  },
  {
    name: 'Día de la Virgen del Carmen',
    law: 'Ley 20.148',
    kind: 'religious',
    since: 2007,
    on: fixed(7, 16),
  },
  { name: 'Asunción de la Virgen', law: 'Ley 2.977', kind: 'religious', on: fixed(8, 15) },
  {
    name: 'Feriado adicional de Fiestas Patrias',
    law: 'Ley 20.215 (Código del Trabajo, art. 35 ter)',
    kind: 'civil',
    since: 2007,
    on: (year) => only(day(year, 9, 17), 1),
  },
  {
    name: 'Feriado adicional de Fiestas Patrias',
    law: 'Ley 20.983',
    kind: 'civil',
    since: 2017,
    on: (year) => only(day(year, 9, 17), 5),
  },
  { name: 'Independencia Nacional', law: 'Ley 2.977', kind: 'civil', on: fixed(9, 18) },
  { name: 'Día de las Glorias del Ejército', law: 'Ley 2.977', kind: 'civil', on: fixed(9, 19) },
  {
    name: 'Feriado adicional de Fiestas Patrias',
    law: 'Ley 20.215 (Código del Trabajo, art. 35 ter)',
    kind: 'civil',
    since: 2007,
    on: (year) => only(day(year, 9, 20), 5),
  },
  {
    name: 'Encuentro de Dos Mundos',
    law: 'Ley 3.810; Ley 19.668',
    kind: 'civil',
    on: (year) => movedToMonday(day(year, 10, 12)),
  },
  {
    name: 'Día de las Iglesias Evangélicas y Protestantes',
    law: 'Ley 20.299',
    kind: 'religious',
    since: 2008,
    on: (year) => movedToFriday(day(year, 10, 31)),
  },
  { name: 'Día de Todos los Santos', law: 'Ley 2.977', kind: 'religious', on: fixed(11, 1) },
  { name: 'Inmaculada Concepción', law: 'Ley 2.977', kind: 'religious', on: fixed(12, 8) },
  { name: 'Navidad', law: 'Ley 2.977', kind: 'religious', on: fixed(12, 25) },
]

function fixed(month: number, dayOfMonth: number): Rule['on'] {
  return (year) => day(year, month, dayOfMonth)
}

function only(date: Day, on: 1 | 5): Day | null {
  return weekday(date) === on ? date : null
}

/** Ley 19.668: Tuesday to Thursday go to that week's Monday, Friday to the next; weekends stay. */
function movedToMonday(date: Day): Day {
  const on = weekday(date)
  if (on === 5) return addDays(date, 3)
  return on < 5 ? addDays(date, 1 - on) : date
}

/** Ley 20.299, art. 2: Tuesday goes to the Friday before, Wednesday to that week's Friday. */
function movedToFriday(date: Day): Day {
  const on = weekday(date)
  if (on === 2) return addDays(date, -4)
  return on === 3 ? addDays(date, 2) : date
}
