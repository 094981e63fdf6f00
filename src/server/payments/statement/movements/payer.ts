import { parseRut, type Rut } from '#domain/rut.ts'
import type { Cell } from '../../../sheets/table.ts'

const MAX_DESCRIPTION_LENGTH = 300
/** '12.345.678-5' or '012345678-5', with nothing of a longer number around it. */
const WRITTEN = /(?<![\w.-])(\d{1,3}(?:\.\d{3}){2}-[\dkK]|\d{7,10}-[\dkK])(?![\w-])/g
/** Digits alone are a RUT only after the word. */
const AFTER_WORD = /(?<!\w)R\.?U\.?T\.?[ :]{0,3}(?:N\W{0,2})?(\d{7,10}-?[\dkK])(?![\w.-])/gi
/** Santander begins a transfer with ten characters, one or two of them zeros: '0771767850 Transf. ASES CONSULTORI'. */
const AT_START = /^(0\d{8}[\dkK]) (?=\D)/

/**
 * The one RUT of a description, check digit proved and our own left out. Null when there is none, or several that
 * differ: which of them paid is not for us to say.
 */
export function rutInText(description: string, ownRut: Rut | null): Rut | null {
  const text = description.slice(0, MAX_DESCRIPTION_LENGTH)
  const found = new Set<Rut>()
  if (!/\d{3}/.test(text)) return null
  for (const pattern of [WRITTEN, AFTER_WORD]) {
    for (const [, written = ''] of text.matchAll(pattern)) add(found, rutOf(written))
  }
  add(found, parseRut(AT_START.exec(text)?.[1] ?? ''))
  if (ownRut !== null) found.delete(ownRut)
  const [only, another] = found
  return another === undefined ? (only ?? null) : null
}

function add(found: Set<Rut>, rut: Rut | null): void {
  if (rut !== null) found.add(rut)
}

/**
 * Of digits alone only nine are a RUT: eight may be one of seven with its check digit or of eight without, and one in
 * eleven of the latter would be taken for somebody else's.
 */
function rutOf(written: string): Rut | null {
  return /^0*\d{1,8}$/.test(written) ? null : parseRut(written)
}

export type RutCell = { kind: 'rut'; rut: Rut } | { kind: 'none' } | { kind: 'invalid' }

/** A column's RUT, by the same rule. */
export function rutInCell(cell: Cell): RutCell {
  if (cell === null || (typeof cell === 'object' && cell.kind === 'day')) return { kind: 'none' }
  const text = String(typeof cell === 'object' ? cell.shown : cell).trim()
  if (/^[0.\s-]*$/.test(text)) return { kind: 'none' }
  const rut = rutOf(text)
  return rut === null ? { kind: 'invalid' } : { kind: 'rut', rut }
}

/** Of both places one RUT: null when they differ, or when it is our own. */
export function payerOf(inCell: RutCell, inText: Rut | null, ownRut: Rut | null): Rut | null {
  if (inCell.kind !== 'rut' || inCell.rut === ownRut) return inText
  return inText === null || inText === inCell.rut ? inCell.rut : null
}

const NOT_OF_A_NAME = new Set(
  (
    'transf transferencia transferencias traspaso trasp tef abono abonos pago pagos deposito dep de desde del la el ' +
    'a por rut internet web app otro otros banco bancos cta cte cuenta corriente vista recibida recibido recibo ' +
    'fondos tercero terceros electronica electronico en linea proveedor proveedores factura fact fac boleta folio ' +
    'nro numero num no n doc documento ref abonada interbancaria cliente bco enviada hacia'
  ).split(' '),
)

/** What remains of a description without the words of banks and without numbers. */
export function nameInText(description: string): string {
  return description
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .split(/[^\p{L}&]+/u)
    .filter((word) => word.length > 1 && !NOT_OF_A_NAME.has(plain(word)))
    .join(' ')
}

function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
