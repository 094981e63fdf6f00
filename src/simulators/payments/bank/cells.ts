import { formatDay, monthNumberOf, yearOf, type Day } from '#domain/day.ts'
import { groupThousands } from '#domain/decimal.ts'

/** A cell of a statement: a text, pesos written in one of the banks' ways, or nothing. */
export type Cell = string | Pesos | null

export interface Pesos {
  clp: number
  as: PesosStyle
}

/**
 * dots 1.234.567, commas 1,234,567, dollar $1.234.567, plain 1234567; number is plain in a text file and a real number in
 * a workbook, where the others are texts.
 */
export type PesosStyle = 'dots' | 'commas' | 'dollar' | 'plain' | 'number'

export function pesosText({ clp, as }: Pesos): string {
  const sign = clp < 0 ? '-' : ''
  const digits = String(Math.abs(clp))
  switch (as) {
    case 'plain':
    case 'number':
      return `${sign}${digits}`
    case 'dots':
      return `${sign}${groupThousands(digits)}`
    case 'dollar':
      return `${sign}$${groupThousands(digits)}`
    case 'commas':
      return `${sign}${groupThousands(digits).replaceAll('.', ',')}`
  }
}

export function cellText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? cell : pesosText(cell)
}

/** 20/11/2026 */
export const slashes = formatDay

/** 20-11-2026 */
export function hyphens(day: Day): string {
  return formatDay(day).replaceAll('/', '-')
}

/** 20/11, and the year is told elsewhere, if at all. */
export function withoutYear(day: Day): string {
  return formatDay(day).slice(0, 5)
}

const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ')

/** 20/nov */
export function withMonthName(day: Day): string {
  return `${day.slice(8, 10)}/${MONTHS[monthNumberOf(day) - 1] ?? ''}`
}

const LONG_MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  )

/** 1 de septiembre de 2025 */
export function inWords(day: Day): string {
  const month = LONG_MONTHS[monthNumberOf(day) - 1] ?? ''
  return `${Number(day.slice(8, 10))} de ${month} de ${yearOf(day)}`
}
