import { day } from './day.ts'
import type { Holiday } from './holiday-rules.ts'

/** «El día que se fije para la realización de las elecciones y plebiscitos será feriado legal.» */
const ELECTION_LAW = 'Ley 18.700, art. 180 (DFL 2 de 2017)'

/**
 * National holidays that no rule yields. Of elections, those in which the whole country could vote:
 * regional runoffs and municipal primaries are left out, and so is the presidential primary of
 * 29 June 2025, already San Pedro y San Pablo. Saturday 26 October 2024 is left out because sources
 * disagree on whether Ley 21.693 made it one. Elections fall on weekends, so none of this moves a
 * business day; those still to come are added here when they are called.
 */
export const oneOffHolidays: readonly Holiday[] = [
  election(2020, 10, 25, 'Plebiscito nacional'),
  election(2021, 5, 15, 'Elecciones de convencionales, gobernadores, alcaldes y concejales'),
  election(2021, 5, 16, 'Elecciones de convencionales, gobernadores, alcaldes y concejales'),
  election(2021, 7, 18, 'Elecciones primarias presidenciales'),
  election(2021, 11, 21, 'Elecciones presidenciales y parlamentarias'),
  election(2021, 12, 19, 'Segunda vuelta presidencial'),
  election(2022, 9, 4, 'Plebiscito constitucional'),
  {
    day: day(2022, 9, 16),
    name: 'Feriado adicional de Fiestas Patrias',
    law: 'Ley 21.482',
    kind: 'civil',
  },
  election(2023, 5, 7, 'Elección del Consejo Constitucional'),
  election(2023, 12, 17, 'Plebiscito constitucional'),
  election(2024, 10, 27, 'Elecciones municipales y regionales'),
  election(2025, 11, 16, 'Elecciones presidenciales y parlamentarias'),
  election(2025, 12, 14, 'Segunda vuelta presidencial'),
]

function election(year: number, month: number, dayOfMonth: number, name: string): Holiday {
  return { day: day(year, month, dayOfMonth), name, law: ELECTION_LAW, kind: 'election' }
}
