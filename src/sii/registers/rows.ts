import { z } from 'zod'
import type { Day } from '#domain/day.ts'
import { parseDay, parseDayEs } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { ZERO_CLP } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import { clpIn, folioIn } from '../pages/amounts.ts'
import { plain } from '../pages/html.ts'
import type { ReceiverReaction, RegisterDocument, RegisterTotals } from '../interface/portal.ts'
import { signOf } from './document-types.ts'
import { kindOf } from './reaction-codes.ts'

/** Numbers, texts and nulls appear where either is expected. */
export const Scalar = z
  .union([z.string().max(500), z.number(), z.boolean()])
  .nullish()
  .transform((value) => String(value ?? '').trim())

export const MAX_ROWS = 50_000

const Totals = z
  .array(
    z.object({
      rsmnTipoDocInteger: Scalar,
      rsmnTotDoc: Scalar,
      rsmnMntExe: Scalar,
      rsmnMntNeto: Scalar,
      rsmnMntIVA: Scalar,
      rsmnMntTotal: Scalar,
    }),
  )
  .max(200)

/** Null when a row isn't what it should be: totals are believed whole or not at all. */
export function readTotals(data: unknown): RegisterTotals[] | null {
  const rows = Totals.safeParse(data)
  return rows.success ? allOrNull(rows.data.map(totalsFrom)) : null
}

function totalsFrom(row: z.infer<typeof Totals>[number]): RegisterTotals | null {
  const tipoDte = folioIn(row.rsmnTipoDocInteger)
  const count = Number(row.rsmnTotDoc)
  const amounts = amountsFrom([row.rsmnMntExe, row.rsmnMntNeto, row.rsmnMntIVA, row.rsmnMntTotal])
  if (tipoDte === null || !/^\d{1,9}$/.test(row.rsmnTotDoc) || amounts === null) return null
  const [exentoClp, netoClp, ivaClp, totalClp] = amounts
  return { tipoDte, sign: signOf(tipoDte), count, exentoClp, netoClp, ivaClp, totalClp }
}

const Details = z
  .array(
    z.object({
      detNroDoc: Scalar,
      detRutDoc: Scalar,
      detDvDoc: Scalar,
      detRznSoc: Scalar,
      detFchDoc: Scalar,
      detMntExe: Scalar,
      detMntNeto: Scalar,
      detMntIVA: Scalar,
      detMntTotal: Scalar,
      detTipoDocRef: Scalar,
      detFolioDocRef: Scalar,
      detEventoReceptor: Scalar,
      detEventoReceptorLeyenda: Scalar,
    }),
  )
  .max(MAX_ROWS)

/** The rows of one type. RUT and name are the customer's in sales, the supplier's in purchases. */
export function readDetails(data: unknown, tipoDte: number): RegisterDocument[] | null {
  const rows = Details.safeParse(data)
  return rows.success ? allOrNull(rows.data.map((row) => detailFrom(row, tipoDte))) : null
}

function detailFrom(
  row: z.infer<typeof Details>[number],
  tipoDte: number,
): RegisterDocument | null {
  const folio = folioIn(row.detNroDoc)
  const issueDate = dateFrom(row.detFchDoc)
  const amounts = amountsFrom([row.detMntExe, row.detMntNeto, row.detMntIVA, row.detMntTotal])
  if (folio === null || issueDate === null || amounts === null) return null
  const [exentoClp, netoClp, ivaClp, totalClp] = amounts
  return {
    tipoDte,
    sign: signOf(tipoDte),
    folio,
    counterpart: rutFrom(row.detRutDoc, row.detDvDoc),
    name: row.detRznSoc,
    issueDate,
    exentoClp,
    netoClp,
    ivaClp,
    totalClp,
    reference: referenceFrom(row.detTipoDocRef, row.detFolioDocRef),
    reaction: reactionFrom(row.detEventoReceptor, row.detEventoReceptorLeyenda),
  }
}

/**
 * The codes of the SII's register of acceptance and claim (Ley 19.983). Which of them the register of sales
 * shows is a guess; any other is handed on as it is.
 */
export function reactionFrom(code: string, text: string): ReceiverReaction {
  if (code === '' || code === '0') return { kind: 'none' }
  const kind = kindOf(code)
  return { kind: kind === 'receipt' ? 'accepted' : kind, code, text }
}

/** The export is a table in text: a line each, the first with the names of its columns. */
export function exportTable(
  data: unknown,
): { place: (...names: string[]) => number; rows: string[][] } | null {
  const lines = z.array(z.string().max(4000)).max(MAX_ROWS).safeParse(data)
  if (!lines.success) return null
  const [heading = '', ...rest] = lines.data.flatMap((line) => line.split(/\r?\n/))
  const columns = heading.split(';').map((name) => plain(name).trim())
  return {
    place: (...names) => columns.findIndex((name) => names.includes(name)),
    rows: rest.map((line) => line.split(';').map((cell) => cell.trim())),
  }
}

export function readExport(data: unknown): RegisterDocument[] | null {
  const table = exportTable(data)
  if (table === null) return null
  const { place } = table
  const places = {
    tipoDte: place('tipo doc'),
    rut: place('rut cliente', 'rut proveedor'),
    name: place('razon social'),
    folio: place('folio'),
    date: place('fecha docto'),
    exento: place('monto exento'),
    neto: place('monto neto'),
    iva: place('monto iva', 'monto iva recuperable'),
    total: place('monto total'),
    acknowledged: place('fecha acuse recibo', 'fecha acuse'),
    claimed: place('fecha reclamo'),
    referenceType: place('tipo docto. referencia'),
    referenceFolio: place('folio docto. referencia'),
  }
  const needed = [places.tipoDte, places.rut, places.folio, places.date, places.total]
  if (needed.includes(-1)) return null
  const documents: (RegisterDocument | null)[] = []
  for (const cells of table.rows) {
    // A line with other taxes alone goes on with the document before it.
    const isNew = (cells[places.tipoDte] ?? '') !== '' || (cells[places.folio] ?? '') !== ''
    if (isNew) documents.push(exportedFrom(cells, places))
  }
  return allOrNull(documents)
}

function exportedFrom(
  cells: string[],
  places: Record<
    | 'tipoDte'
    | 'rut'
    | 'name'
    | 'folio'
    | 'date'
    | 'exento'
    | 'neto'
    | 'iva'
    | 'total'
    | 'acknowledged'
    | 'claimed'
    | 'referenceType'
    | 'referenceFolio',
    number
  >,
): RegisterDocument | null {
  const cell = (name: keyof typeof places) => cells[places[name]] ?? ''
  const tipoDte = folioIn(cell('tipoDte'))
  const folio = folioIn(cell('folio'))
  const issueDate = dateFrom(cell('date'))
  const amounts = amountsFrom([cell('exento'), cell('neto'), cell('iva'), cell('total')])
  if (tipoDte === null || folio === null || issueDate === null || amounts === null) return null
  const [exentoClp, netoClp, ivaClp, totalClp] = amounts
  return {
    tipoDte,
    sign: signOf(tipoDte),
    folio,
    counterpart: parseRut(cell('rut')),
    name: cell('name'),
    issueDate,
    exentoClp,
    netoClp,
    ivaClp,
    totalClp,
    reference: referenceFrom(cell('referenceType'), cell('referenceFolio')),
    reaction: reactionByDates(cell('acknowledged'), cell('claimed')),
  }
}

function reactionByDates(acknowledged: string, claimed: string): ReceiverReaction {
  if (claimed !== '') return { kind: 'claimed', code: '', text: claimed }
  if (acknowledged !== '') return { kind: 'accepted', code: '', text: acknowledged }
  return { kind: 'none' }
}

function amountsFrom(texts: [string, string, string, string]): [Clp, Clp, Clp, Clp] | null {
  const [a, b, c, d] = texts.map((text) => (text === '' ? ZERO_CLP : clpIn(text)))
  const isRead = a != null && b != null && c != null && d != null
  return isRead ? [a, b, c, d] : null
}

function referenceFrom(tipo: string, folio: string): RegisterDocument['reference'] {
  const tipoDte = folioIn(tipo)
  const number = folioIn(folio)
  return tipoDte === null || number === null ? null : { tipoDte, folio: number }
}

function rutFrom(body: string, dv: string): Rut | null {
  return parseRut(body.includes('-') ? body : `${body}-${dv}`)
}

/** 'DD/MM/YYYY', with the hour behind it in some columns, and with hyphens somewhere. */
export function dateFrom(text: string): Day | null {
  const [date = ''] = text.split(/[ T]/)
  return parseDayEs(date.replaceAll('-', '/')) ?? parseDay(date)
}

export function allOrNull<T>(rows: readonly (T | null)[]): T[] | null {
  const read = rows.filter((row) => row !== null)
  return read.length === rows.length ? read : null
}
