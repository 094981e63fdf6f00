import { z } from 'zod'
import type { Day } from '#domain/day.ts'
import { parseDay, yearOf } from '#domain/day.ts'
import type { Uf } from '#domain/uf.ts'
import { isPlausibleUfRate, parseUf, ufFromWire } from '#domain/uf.ts'
import { decodeEntities, plain, tokens } from '../pages/html.ts'
import type { SiiOrigins } from '../http/origins.ts'
import { siiOrigins, toAsked } from '../http/origins.ts'
import type { Answer } from '../interface/portal.ts'
import type { Wire, WireOptions } from '../http/wire.ts'
import { undiciWire } from '../http/wire.ts'
import { answerFrom, askPublic, jsonIn } from './public-page.ts'

/** Pesos of one UF by day. Days not published yet are missing: no other day's value is ever used. */
export type UfByDay = ReadonlyMap<Day, Uf>

/** Public pages, asked without any session. `notFound`: the year isn't published there. */
export interface UfSources {
  /** The SII's own table, the source of the values. */
  ofSii(year: number): Promise<Answer<UfByDay>>
  /** mindicador.cl, a community service: only to check the SII's table against. */
  ofMindicador(year: number): Promise<Answer<UfByDay>>
  /** The CMF's interface, to check against; `notFound` without a key of ours. */
  ofCmf(year: number): Promise<Answer<UfByDay>>
}

export interface UfOptions extends WireOptions {
  wire?: Wire
  origins?: SiiOrigins
  mindicadorUrl?: string
  cmf?: { url?: string; key: string }
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

export function createUfSources(options: UfOptions = {}): UfSources {
  const wire = options.wire ?? undiciWire(options)
  const origins = options.origins ?? siiOrigins()
  const mindicadorUrl = options.mindicadorUrl ?? 'https://mindicador.cl'
  const { cmf } = options
  const ask = (url: string) => askPublic(wire, url, options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  return {
    async ofSii(year) {
      const address = `https://www.sii.cl/valores_y_fechas/uf/uf${year}.htm`
      const visit = await ask(toAsked(origins, address) ?? address)
      return answerFrom(visit, 'UF', (text) => readSiiYear(text, year))
    },
    async ofMindicador(year) {
      const visit = await ask(`${mindicadorUrl}/api/uf/${year}`)
      return answerFrom(visit, 'UF', (text) => readMindicador(text, year))
    },
    async ofCmf(year) {
      if (cmf === undefined) return { kind: 'notFound', text: 'CMF' }
      const base = cmf.url ?? 'https://api.cmfchile.cl'
      const query = `apikey=${encodeURIComponent(cmf.key)}&formato=json`
      const visit = await ask(`${base}/api-sbifv3/recursos_api/uf/${year}?${query}`)
      return answerFrom(visit, 'UF', (text) => readCmf(text, year))
    },
  }
}

/**
 * One table per month under its name, in whatever order; three pairs of day and value in a row; cells empty
 * for days that don't exist or aren't published. Null when a value can't be read or isn't one of a UF.
 */
export function readSiiYear(html: string, year: number): UfByDay | null {
  const values = new Map<Day, Uf>()
  for (const { month, cells } of rowsByMonth(html)) {
    for (let at = 0; at < cells.length; at += 1) {
      const dayText = cells[at] ?? ''
      const valueText = cells[at + 1] ?? ''
      if (!/^\d{1,2}$/.test(dayText)) continue
      at += 1
      if (valueText === '') continue
      const day = parseDay(`${year}-${month}-${dayText.padStart(2, '0')}`)
      const value = rateFrom(valueText)
      if (day === null || value === null || values.has(day)) return null
      values.set(day, value)
    }
  }
  return values.size === 0 ? null : values
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  )

function* rowsByMonth(html: string): Generator<{ month: string; cells: string[] }> {
  let month = ''
  let heading: string | null = null
  let cells: string[] = []
  let isInCell = false
  for (const token of tokens(html)) {
    if (token.kind === 'raw') continue
    if (token.kind === 'text') {
      const text = decodeEntities(token.text)
      if (heading !== null) heading += text
      else if (isInCell) cells.push(`${cells.pop() ?? ''}${text}`.trim())
    } else if (token.name === 'h2') {
      if (heading !== null) month = monthNumber(heading)
      heading = token.kind === 'open' ? '' : null
    } else if (token.name === 'td' || token.name === 'th') {
      isInCell = token.kind === 'open'
      if (isInCell) cells.push('')
    } else if (token.name === 'tr' || token.name === 'table') {
      if (month !== '' && cells.length > 0) yield { month, cells }
      cells = []
      isInCell = false
      if (token.name === 'table' && token.kind === 'close') month = ''
    }
  }
}

function monthNumber(heading: string): string {
  const index = MONTHS.indexOf(plain(heading).trim().split(' ')[0] ?? '')
  return index < 0 ? '' : String(index + 1).padStart(2, '0')
}

/** '40.875,09': the dot groups thousands, the comma separates decimals. */
function rateFrom(text: string): Uf | null {
  const read = parseUf(text)
  return read.kind === 'ok' && isPlausibleUfRate(read.value) ? read.value : null
}

const MAX_DAYS = 400

/** Its numbers are JSON's: two decimals survive, as their shortest text is what was written. */
const Mindicador = z.object({
  codigo: z.literal('uf'),
  serie: z.array(z.object({ fecha: z.string().max(40), valor: z.number() })).max(MAX_DAYS),
})

function readMindicador(text: string, year: number): UfByDay | null {
  const read = Mindicador.safeParse(jsonIn(text))
  if (!read.success) return null
  return collect(
    year,
    read.data.serie.map(({ fecha, valor }) => [fecha, ufFromWire(valor)]),
  )
}

const Cmf = z.object({
  UFs: z.array(z.object({ Fecha: z.string().max(40), Valor: z.string().max(20) })).max(MAX_DAYS),
})

function readCmf(text: string, year: number): UfByDay | null {
  const read = Cmf.safeParse(jsonIn(text))
  if (!read.success) return null
  return collect(
    year,
    read.data.UFs.map(({ Fecha, Valor }) => [Fecha, rateFrom(Valor)]),
  )
}

function collect(year: number, pairs: (readonly [string, Uf | null])[]): UfByDay | null {
  const values = new Map<Day, Uf>()
  for (const [date, value] of pairs) {
    const day = parseDay(date.slice(0, 10))
    if (day === null || value === null || !isPlausibleUfRate(value)) return null
    if (yearOf(day) === year) values.set(day, value)
  }
  return values
}
