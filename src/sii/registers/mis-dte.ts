import { z } from 'zod'
import type { Day } from '#domain/day.ts'
import { monthNumberOf, yearOf } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import { clpIn, folioIn } from '../pages/amounts.ts'
import { portalChanged } from '../http/diagnosis.ts'
import { plain } from '../pages/html.ts'
import type { Answer, RegisterDocument, RegisterMonth } from '../interface/portal.ts'
import type { Facade } from './facade.ts'
import { dateFrom } from './rows.ts'
import { signOf } from './document-types.ts'

/**
 * "Mis DTE", the other listing of issued and received documents (portal 5.3). One source only, and the keys of
 * its rows are unknown: they are found by what their names say, and rows that don't fit are a failure.
 */
export async function readMisDte(
  facade: Facade,
  { company, month, side }: RegisterMonth,
): Promise<Answer<RegisterDocument[]>> {
  const operacion = side === 'sales' ? 1 : 2
  const periodo = `${yearOf(month)}-${String(monthNumberOf(month)).padStart(2, '0')}`
  const summary = await facade.ask('getResumen', {
    periodo,
    rutContribuyente: String(rutBody(company)),
    dvContribuyente: rutDv(company),
    operacion,
  })
  if (summary.kind !== 'ok') return summary
  const types = readTypes(summary.value.body?.data)
  if (types === null) return portalChanged('consemitidos resumenDte')
  const documents: RegisterDocument[] = []
  for (const tipoDte of types) {
    const isIssuedFactura = side === 'sales' && (tipoDte === 33 || tipoDte === 34)
    const method = isIssuedFactura ? 'getDetalleEmitidos3334' : 'getDetalleRecibidos'
    const detail = await facade.ask(method, {
      tipoDoc: String(tipoDte),
      rut: String(rutBody(company)),
      dv: rutDv(company),
      periodo,
      operacion,
      derrCodigo: String(tipoDte),
      refNCD: '0',
    })
    if (detail.kind !== 'ok') return detail
    const rows = readDetail(detail.value.body, tipoDte)
    if (rows === null) return portalChanged('consemitidos detalles')
    documents.push(...rows)
  }
  return { kind: 'ok', value: documents }
}

const MAX_ROWS = 50_000
const MAX_TYPES = 40

const Summary = z.object({
  resumenDte: z
    .array(z.object({ tipoDoc: z.union([z.string().max(4), z.number()]) }))
    .max(MAX_TYPES),
})

/** No data at all is a month without documents. */
function readTypes(data: unknown): number[] | null {
  if (data === undefined || data === null) return []
  const read = Summary.safeParse(data)
  if (!read.success) return null
  const types = read.data.resumenDte.map(({ tipoDoc }) => folioIn(String(tipoDoc)))
  return types.includes(null) ? null : [...new Set(types.filter((type) => type !== null))]
}

const Detail = z.object({
  detalles: z.array(z.record(z.string().max(100), z.unknown())).max(MAX_ROWS),
})

function readDetail(
  body: { data?: unknown; dataResp?: unknown } | null,
  tipoDte: number,
): RegisterDocument[] | null {
  if (body === null) return []
  const read = Detail.safeParse(body.dataResp ?? body.data)
  if (!read.success) return null
  const rows = read.data.detalles.map((row) => readRow(row, tipoDte)).filter((row) => row !== null)
  return rows.length === read.data.detalles.length ? rows : null
}

export function readRow(
  row: Readonly<Record<string, unknown>>,
  tipoDte: number,
): RegisterDocument | null {
  const texts = textsOf(row)
  const folio = firstRead(texts, /folio|nro_?doc|num_?doc/, folioIn)
  const issueDate = firstRead(texts, /fch|fecha/, dateFrom)
  const totalClp = firstRead(texts, /total/, clpIn)
  if (folio === null || issueDate === null || totalClp === null) return null
  const name = firstRead(texts, /rzn|razon|nombre/, (text) => text || null)
  return {
    tipoDte,
    sign: signOf(tipoDte),
    folio,
    counterpart: counterpartIn(texts),
    name: name ?? '',
    issueDate,
    exentoClp: firstRead(texts, /exe/, clpIn),
    netoClp: firstRead(texts, /neto/, clpIn),
    ivaClp: firstRead(texts, /iva/, clpIn),
    totalClp,
    reference: null,
    reaction: { kind: 'unknown' },
  }
}

type Texts = readonly (readonly [name: string, text: string])[]

/** References to other documents have folios and dates of their own. */
function textsOf(row: Readonly<Record<string, unknown>>): Texts {
  return Object.entries(row)
    .filter(([name]) => !/ref|recep(cion)?$|emp/i.test(name))
    .flatMap(([name, value]): Texts => {
      const isText = typeof value === 'string' || typeof value === 'number'
      return isText ? [[plain(name), String(value).trim().slice(0, 500)]] : []
    })
}

function firstRead<T extends Clp | Day | number | string>(
  texts: Texts,
  name: RegExp,
  read: (text: string) => T | null,
): T | null {
  for (const [key, text] of texts) {
    const value = name.test(key) && text !== '' ? read(text) : null
    if (value !== null) return value
  }
  return null
}

/** Whole under one name, or body and check digit under two. */
function counterpartIn(texts: Texts): RegisterDocument['counterpart'] {
  const bodies = texts.filter(([name, text]) => name.includes('rut') && text !== '')
  for (const [name, text] of bodies) {
    const whole = parseRut(text)
    if (text.includes('-') && whole !== null) return whole
    const dv = texts.find(([each]) => each !== name && each === name.replace('rut', 'dv'))?.[1]
    const paired = dv === undefined ? null : parseRut(`${text}-${dv}`)
    if (paired !== null) return paired
  }
  return null
}
