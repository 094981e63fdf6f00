import { groupThousands } from '#domain/decimal.ts'
import { knownDay, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { Decisions, OpenDocument, StoredMovement } from './match/open-document.ts'
import { RecordedSums } from './match/recorded-sums.ts'
import { dayAt, happen, Maker, rutOf, type Line, type NotFollowed } from './test-account.ts'

export interface SyntheticStatement {
  documents: OpenDocument[]
  csv: Buffer
  ownRut: Rut
  today: Day
  /** By row of the file, the documents that it truly pays; a row that isn't there pays none. */
  truth: Map<number, number[]>
  /** By row, what a person has said before about documents. */
  rejectedByRow: Map<number, Set<number>>
  /** Of these movements, whose numbers are those of their rows. */
  decisions(movements: readonly StoredMovement[]): Decisions
}

type Shape = (line: Omit<Line, 'day'> & { day: Day }) => (string | number)[]

const CLP = (amount: number) => (amount < 0 ? '-' : '') + groupThousands(String(Math.abs(amount)))
const slashed = (day: Day) => day.split('-').reverse().join('/')

/** The habits of three banks. */
const BANKS: readonly { headings: string[]; shape: Shape }[] = [
  {
    headings: [
      'MONTO',
      'DESCRIPCION MOVIMIENTO',
      'FECHA',
      'N° DOCUMENTO',
      'SUCURSAL',
      'CARGO/ABONO',
    ],
    shape: ({ amount, payer, name, note, day, operation }) => [
      Math.abs(amount),
      payer === null
        ? `Transf de ${name.slice(0, 20)} ${note}`
        : `${payer.replace('-', '').padStart(10, '0')} Transf. ${name.slice(0, 15)} ${note}`,
      slashed(day),
      operation,
      'Agustinas',
      amount > 0 ? 'A' : 'C',
    ],
  },
  {
    headings: ['Fecha', 'N° Operacion', 'Descripcion', 'Cheques / Cargos', 'Depositos / Abonos'],
    shape: ({ amount, payer, name, note, day, operation }) => [
      day,
      operation,
      `TRANSF ${payer === null ? '' : `DE ${payer}`} ${name.slice(0, 18)} ${note}`,
      amount < 0 ? `$${CLP(-amount)}` : '$0',
      amount > 0 ? `$${CLP(amount)}` : '$0',
    ],
  },
  {
    headings: ['Fecha', 'RUT origen', 'Nombre origen', 'Glosa', 'Numero de operacion', 'Monto'],
    shape: ({ amount, payer, name, note, day, operation }) => [
      slashed(day),
      payer ?? '',
      name,
      note === '' ? 'Transferencia' : note,
      operation,
      CLP(amount),
    ],
  },
]

/** A statement of about so many movements over so many open documents. */
export function syntheticStatement(
  seed: number,
  size: { movements: number; documents: number; clients: number; busyClients?: number },
): SyntheticStatement {
  const maker = new Maker(seed)
  maker.makeClients(size.clients, size.documents)
  maker.makeBusyClients(size.busyClients ?? 0)
  const lines: Line[] = []
  while (lines.length < size.movements) {
    const happened = happen(maker)
    // Whole, because the end of one may take its beginning back.
    if (lines.length + happened.length <= size.movements) lines.push(...happened)
  }
  lines.sort((a, b) => a.day - b.day)
  const { headings, shape } = maker.pick(BANKS)
  const rows = [
    ['Cartola'],
    headings,
    ...lines.map((line) => shape({ ...line, day: dayAt(line.day) })),
  ]
  const byRow = lines.map((line, n) => [n + 3, line] as const)
  const rejectedByRow = new Map(
    byRow.flatMap(([row, { rejected }]) => (rejected.length > 0 ? [[row, new Set(rejected)]] : [])),
  )
  return {
    documents: maker.documents,
    csv: Buffer.from(rows.map((row) => row.join(';')).join('\r\n')),
    ownRut: rutOf(76_192_083),
    today: knownDay('2027-12-31'),
    truth: new Map(byRow.flatMap(([row, { pays }]) => (pays.length > 0 ? [[row, pays]] : []))),
    rejectedByRow,
    decisions: (movements) => {
      const sums = recordedSums(movements, maker)
      return {
        rejected: rejectedByRow,
        decided: new Set(),
        held: new Map(
          heldRows(byRow, maker.notFollowed).map((row) => [row, 'otherNotFollowed'] as const),
        ),
        isRecordedOtherwise: (movement, documentClps) => sums.mayContain(movement, documentClps),
      }
    },
  }
}

function recordedSums(movements: readonly StoredMovement[], { byHand, clients }: Maker) {
  const payersOf = new Map(clients.map((client) => [client.rut, client.authorised]))
  const payments = byHand.map(({ client, amount, day }, id) => ({
    id,
    day: dayAt(day),
    amountClp: clp(amount),
    clientRuts: [client],
  }))
  return new RecordedSums(movements, payments, {
    payersOf: (client) => payersOf.get(client) ?? [],
    refused: new Map(),
    knownThrough: knownDay('2027-12-31'),
  })
}

/** Of the lines that may pay a document whose payment nobody follows, as the tables would say. */
function heldRows(
  byRow: readonly (readonly [number, Line])[],
  notFollowed: readonly NotFollowed[],
): number[] {
  const ofAmount = Map.groupBy(notFollowed, ({ amount }) => amount)
  return byRow.flatMap(([row, { payer, amount, day }]) => {
    const isHeld = (ofAmount.get(amount) ?? []).some(
      ({ payers, issued }) => payer !== null && payers.includes(payer) && issued <= day,
    )
    return isHeld ? [row] : []
  })
}
