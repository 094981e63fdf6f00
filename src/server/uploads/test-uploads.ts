import { knownDay } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { uf } from '#domain/uf.ts'
import { clp } from '#domain/money.ts'
import type { UploadRole } from '#domain/upload.ts'
import { uploadTexts } from '#texts/uploads.ts'
import type { ClientFacts, ProductFacts, UploadFacts } from './judge/result.ts'
import { readUpload, type UploadJudged, type UploadRead, type UploadToRead } from './read-upload.ts'

export const TODAY = knownDay('2026-11-05')

const CLIENT: ClientFacts = {
  id: 7,
  name: 'Cliente Conocido SpA',
  lacks: [],
  contacts: ['contacto@ejemplo.cl'],
  isLookedUp: true,
}

/** A company of facturas with two clients, one of them without an address, two products, and a code that several have. */
export const FACTS: UploadFacts = {
  today: TODAY,
  issuesFacturas: true,
  personRut: rut('11111111-1'),
  clients: new Map([
    ['77777777-7', CLIENT],
    ['88888888-8', { ...CLIENT, id: 8, lacks: ['street', 'commune', 'city'], contacts: [] }],
  ]),
  lookUps: new Map(),
  products: new Map<string, ProductFacts | null>([
    ['doble', null],
    ['a-1', { code: 'A-1', name: 'Servicio', price: { currency: 'CLP', unitClp: clp(90_000) } }],
    ['uf', { code: 'UF', name: 'Arriendo', price: { currency: 'UF', unitUf: uf('12.5') } }],
  ]),
  ufRates: { PREV_MONTH_CLOSE: uf('39000'), DAY_OF: uf('39500.5') },
  defaultKind: null,
}

export type Row = Partial<Record<UploadRole, string>>

const { columns } = uploadTexts('es').template
const ROLES = Object.keys(columns).filter((role): role is UploadRole => role in columns)

/** A factura to a known client, of one line. */
export const GOOD_ROW: Row = {
  kind: 'Factura',
  rut: '77777777-7',
  description: 'Servicio',
  quantity: '1',
  price: '150000',
}

/** A text with the template's columns, as Excel in Chile writes it. */
export function csvOf(rows: readonly Row[]): Buffer {
  const lines = rows.map((row) => ROLES.map((role) => quoted(row[role] ?? '')).join(';'))
  return Buffer.from([ROLES.map((role) => columns[role]).join(';'), ...lines].join('\r\n'))
}

function quoted(text: string): string {
  return /[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function read(
  bytes: Uint8Array,
  {
    fileName = 'facturas.csv',
    facts = FACTS,
    answer = null,
    remembered = [],
    corrections = { typed: [], removed: [] },
  }: Partial<UploadToRead> = {},
): Promise<UploadRead> {
  return readUpload({ bytes, fileName, answer, remembered, corrections, facts })
}

export async function judged(
  bytes: Uint8Array,
  options: Parameters<typeof read>[1] = {},
): Promise<UploadJudged> {
  const result = await read(bytes, options)
  if (result.kind !== 'judged') throw new Error(`Not judged: ${JSON.stringify(result)}`)
  return result
}

/** Where a role's column stands in `csvOf`. */
export function placeOf(role: UploadRole): number {
  return ROLES.indexOf(role)
}
