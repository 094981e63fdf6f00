import { dayInChile } from './day.ts'
import type { Day } from './day.ts'

/** The day in mainland Chile on which the June solstice falls: winter begins. Years 2000–2099. */
export function winterSolstice(year: number): Day {
  return dayInChile(juneSolsticeMs(year))
}

/** Terrestrial time runs ahead of UTC: 64 s in 2000, 69 s in 2024. One value is enough for a day. */
const TERRESTRIAL_MINUS_UTC_MS = 69_000
const JULIAN_DAY_OF_1970 = 2_440_587.5
const MS_PER_DAY = 86_400_000

/**
 * The instant of the June solstice in ms since 1970 UTC, by Jean Meeus, Astronomical Algorithms,
 * chapter 27, tables 27.B and 27.C: within a minute until 2050.
 */
export function juneSolsticeMs(year: number): number {
  const y = (year - 2000) / 1000
  const mean =
    2_451_716.56767 + 365_241.62603 * y + 0.00325 * y ** 2 + 0.00888 * y ** 3 - 0.0003 * y ** 4
  const centuries = (mean - 2_451_545) / 36_525
  const w = 35_999.373 * centuries - 2.47
  const speed = 1 + 0.0334 * cosine(w) + 0.0007 * cosine(2 * w)
  const pull = PERIODIC_TERMS.reduce(
    (sum, [size, phase, rate]) => sum + size * cosine(phase + rate * centuries),
    0,
  )
  const julianDay = mean + (0.00001 * pull) / speed
  return (julianDay - JULIAN_DAY_OF_1970) * MS_PER_DAY - TERRESTRIAL_MINUS_UTC_MS
}

function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180)
}

/** Table 27.C: size in 0.00001 days, phase in degrees, degrees a century. */
const PERIODIC_TERMS: readonly (readonly [number, number, number])[] = [
  [485, 324.96, 1934.136],
  [203, 337.23, 32964.467],
  [199, 342.08, 20.186],
  [182, 27.85, 445267.112],
  [156, 73.14, 45036.886],
  [136, 171.52, 22518.443],
  [77, 222.54, 65928.934],
  [74, 296.72, 3034.906],
  [70, 243.58, 9037.513],
  [58, 119.81, 33718.147],
  [52, 297.17, 150.678],
  [50, 21.02, 2281.226],
  [45, 247.54, 29929.562],
  [44, 325.15, 31555.956],
  [29, 60.93, 4443.417],
  [18, 155.12, 67555.328],
  [17, 288.79, 4562.452],
  [16, 198.04, 62894.029],
  [14, 199.76, 31436.921],
  [12, 95.39, 14577.848],
  [12, 287.11, 31931.756],
  [12, 320.81, 34777.259],
  [9, 227.73, 1222.114],
  [8, 15.45, 16859.074],
]
