import { day } from './day.ts'
import type { Day } from './day.ts'

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876 (Meeus, chapter 8). */
export function easterSunday(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const sinceMarch = epact + toSunday - 7 * lateMoon + 114
  return day(year, Math.floor(sinceMarch / 31), (sinceMarch % 31) + 1)
}
