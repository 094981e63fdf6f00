import { z } from 'zod'
import type { ReactionKind } from '#domain/reaction.ts'
import { portalChanged } from '../http/diagnosis.ts'
import type { Answer, ListedReaction, ReactionRow, SalesMonth } from '../interface/portal.ts'
import { folioIn } from '../pages/amounts.ts'
import { askBoth, isClosed, TOKEN } from './ask-month.ts'
import type { Facade } from './facade.ts'
import { claimOf, kindOf } from './reaction-codes.ts'
import { allOrNull, dateFrom, exportTable, MAX_ROWS, Scalar } from './rows.ts'

/**
 * The detail has code, words and days of each document; the export, asked where the detail is closed, its days alone.
 * Both are believed whole or not at all.
 */
export async function askReactions(
  facade: Facade,
  { company, month }: SalesMonth,
  tipoDte: number,
): Promise<Answer<ReactionRow[]>> {
  const of = { company, month, side: 'sales' } as const
  const asked = { codTipoDoc: String(tipoDte), tokenRecaptcha: TOKEN }
  const detail = await askBoth(facade, 'getDetalleVenta', of, {
    ...asked,
    accionRecaptcha: 'RCV_DETV',
  })
  if (detail.kind !== 'ok' && !isClosed(detail)) return detail
  const rows = detail.kind === 'ok' ? detailed(detail.value ?? []) : null
  if (rows !== null) return { kind: 'ok', value: rows }
  const exported = await askBoth(facade, 'getDetalleVentaExport', of, {
    ...asked,
    accionRecaptcha: 'RCV_DDETV',
  })
  if (exported.kind !== 'ok') return exported
  const dated = exported.value === null ? [] : datedIn(exported.value, tipoDte)
  return dated === null ? portalChanged('getDetalleVentaExport') : { kind: 'ok', value: dated }
}

const Details = z
  .array(
    z.object({
      detNroDoc: Scalar,
      detFecRecepcion: Scalar,
      detFecAcuse: Scalar,
      detFecReclamado: Scalar,
      detEventoReceptor: Scalar,
      detEventoReceptorLeyenda: Scalar,
    }),
  )
  .max(MAX_ROWS)

function detailed(data: unknown): ReactionRow[] | null {
  const rows = Details.safeParse(data)
  if (!rows.success) return null
  return allOrNull(
    rows.data.map((row) =>
      rowOf({
        folio: row.detNroDoc,
        received: row.detFecRecepcion,
        acknowledged: row.detFecAcuse,
        claimed: row.detFecReclamado,
        code: row.detEventoReceptor === '0' ? '' : row.detEventoReceptor,
        text: row.detEventoReceptorLeyenda,
      }),
    ),
  )
}

function datedIn(data: unknown, tipoDte: number): ReactionRow[] | null {
  const table = exportTable(data)
  if (table === null) return null
  const { place } = table
  const places = {
    tipoDte: place('tipo doc'),
    folio: place('folio'),
    received: place('fecha recepcion'),
    acknowledged: place('fecha acuse recibo', 'fecha acuse'),
    claimed: place('fecha reclamo'),
  }
  if (Object.values(places).includes(-1)) return null
  const rows = table.rows.map((cells) => (at: keyof typeof places) => cells[places[at]] ?? '')
  // A line with other taxes alone names no document.
  const own = rows.filter((cell) => folioIn(cell('tipoDte')) === tipoDte)
  return allOrNull(
    own.map((cell) =>
      rowOf({
        folio: cell('folio'),
        received: cell('received'),
        acknowledged: cell('acknowledged'),
        claimed: cell('claimed'),
        code: '',
        text: '',
      }),
    ),
  )
}

interface Told {
  folio: string
  received: string
  acknowledged: string
  claimed: string
  code: string
  text: string
}

function rowOf(told: Told): ReactionRow | null {
  const folio = folioIn(told.folio)
  if (folio === null) return null
  return { folio, received: dateFrom(told.received), reactions: reactionsOf(told) }
}

/** A claim stands before anything else: from it on the SII takes no acceptance (dte 7.2, code 12). */
function reactionsOf({ acknowledged, claimed, code, text }: Told): ListedReaction[] {
  const told = code === '' ? null : kindOf(code)
  const one = (kind: ReactionKind, date: string): ListedReaction => ({
    kind,
    claim: kind === 'claimed' && told === kind ? claimOf(code, text) : null,
    code: told === kind ? code : '',
    text: told === kind ? text : '',
    day: dateFrom(date),
  })
  const kind = told === 'accepted' ? told : 'receipt'
  const listed = [
    ...(claimed !== '' || told === 'claimed' ? [one('claimed', claimed)] : []),
    ...(acknowledged !== '' || told === 'accepted' || told === 'receipt'
      ? [one(kind, acknowledged)]
      : []),
  ]
  return told === 'paid' || told === 'other' ? [...listed, one(told, '')] : listed
}
