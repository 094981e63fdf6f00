import { Decimal } from 'decimal.js'
import {
  addDays,
  addMonths,
  compare,
  dayOfMonth,
  daysBetween,
  firstDayOf,
  month,
  monthNumberOf,
  monthOf,
  yearOf,
} from '#domain/day.ts'
import type { Day, Month } from '#domain/day.ts'
import { groupThousands } from '#domain/decimal.ts'

/**
 * UF of the 9th of each month, in hundredths of a peso. Invented, but for the values they lead to: 28.688,73
 * and 28.689,68 (10 and 11 September 2020), 38.362,26 (9 December 2024), 40.844,79 and 40.875,09 (2 and 9
 * August 2026), 40.975,41 (20 September 2026).
 */
const onTheNinth: Readonly<Record<number, readonly number[]>> = {
  2019: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2_829_500],
  2020: [
    2_831_382, 2_833_266, 2_840_259, 2_852_399, 2_856_010, 2_861_341, 2_859_811, 2_865_150,
    2_868_777, 2_871_646, 2_887_010, 2_897_237,
  ],
  2021: [
    2_907_500, 2_921_090, 2_940_031, 2_964_426, 2_980_070, 2_997_594, 3_007_993, 3_025_682,
    3_041_649, 3_055_866, 3_075_680, 3_090_057,
  ],
  2022: [
    3_104_500, 3_134_212, 3_169_910, 3_211_789, 3_244_475, 3_279_460, 3_306_876, 3_342_533,
    3_376_549, 3_408_865, 3_447_691, 3_480_687,
  ],
  2023: [
    3_514_000, 3_524_801, 3_542_006, 3_565_707, 3_578_814, 3_594_125, 3_600_849, 3_616_255,
    3_629_547, 3_640_704, 3_658_474, 3_669_720,
  ],
  2024: [
    3_681_000, 3_691_625, 3_708_950, 3_733_071, 3_746_093, 3_761_417, 3_767_750, 3_783_162,
    3_796_359, 3_807_316, 3_825_185, 3_836_226,
  ],
  2025: [
    3_843_100, 3_850_800, 3_865_467, 3_887_181, 3_897_307, 3_909_805, 3_912_941, 3_925_488,
    3_935_714, 3_943_600, 3_958_621, 3_966_552,
  ],
  2026: [
    3_974_500, 3_986_941, 4_006_627, 4_033_664, 4_048_720, 4_066_270, 4_074_107, 4_087_509,
    4_094_911, 4_102_088, 4_116_972, 4_124_479,
  ],
  2027: [
    4_132_000, 4_139_529, 4_154_544, 4_177_124, 4_187_247, 4_199_914, 4_202_521, 4_215_234,
    4_225_449, 4_233_149, 4_248_503, 4_256_244,
  ],
  2028: [
    4_264_000, 4_271_770, 4_287_264, 4_310_566, 4_321_012, 4_334_084, 4_336_774, 4_349_893,
    4_360_434, 4_368_380, 4_384_225, 4_392_213,
  ],
  2029: [4_400_000],
}

export const FIRST_UF_YEAR = 2020
export const LAST_UF_YEAR = 2028

/**
 * In hundredths of a peso, seen on `today`: from the 9th of a month on the values until the 9th of the next are
 * known, before that only those of this month's first nine days. Null for what isn't published.
 */
export function ufCents(on: Day, today: Day): number | null {
  if (yearOf(on) < FIRST_UF_YEAR || yearOf(on) > LAST_UF_YEAR) return null
  return compare(on, lastPublished(today)) > 0 ? null : interpolate(on)
}

/** Whole pesos. Follows the UF of the month before, as both follow the same index. */
export function utmPesos(of: Month, today: Day): number | null {
  if (yearOf(of) < FIRST_UF_YEAR || yearOf(of) > LAST_UF_YEAR) return null
  if (compare(of, monthOf(today)) > 0) return null
  return Math.round((UTM_JANUARY_2020 * anchor(addMonths(of, -1))) / anchor(month(2019, 12)))
}

/** '40.844,79' */
export function formatCents(cents: number): string {
  return `${groupThousands(String(Math.floor(cents / 100)))},${String(cents % 100).padStart(2, '0')}`
}

const UTM_JANUARY_2020 = 49_673

/** The last day whose UF is known. */
export function lastPublished(today: Day): Day {
  const reached = dayOfMonth(today) >= 9 ? addMonths(monthOf(today), 1) : monthOf(today)
  return addDays(firstDayOf(reached), 8)
}

/** Geometric from the 9th of one month to the 9th of the next, as the Banco Central sets it. */
function interpolate(on: Day): number {
  const from = dayOfMonth(on) >= 9 ? monthOf(on) : addMonths(monthOf(on), -1)
  const to = addMonths(from, 1)
  const ninth = addDays(firstDayOf(from), 8)
  const period = daysBetween(ninth, addDays(firstDayOf(to), 8))
  return new Decimal(anchor(to))
    .div(anchor(from))
    .pow(new Decimal(daysBetween(ninth, on)).div(period))
    .times(anchor(from))
    .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
    .toNumber()
}

function anchor(of: Month): number {
  const cents = onTheNinth[yearOf(of)]?.[monthNumberOf(of) - 1]
  if (!cents) throw new RangeError(`No UF for ${of}`)
  return cents
}
