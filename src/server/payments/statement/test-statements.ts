import { addDays, knownDay, type Day } from '#domain/day.ts'
import { groupThousands } from '#domain/decimal.ts'
import { clp } from '#domain/money.ts'
import { checkDigit, rut, type Rut } from '#domain/rut.ts'
import type { Decisions, OpenDocument } from './match/open-document.ts'

// A synthetic account: clients with open documents, and a statement of which the truth is known line by line. What is told of
// each line is worked out while it is made, by none of the code that is tested.

export interface SyntheticStatement {
  documents: OpenDocument[]
  csv: Buffer
  ownRut: Rut
  today: Day
  /** By row of the file, the documents that it truly pays; a row that isn't there pays none. */
  truth: Map<number, number[]>
  /** By row, what a person has said before about documents. */
  rejectedByRow: Map<number, Set<number>>
  decisions(idOfRow: (row: number) => number): Decisions
}

const DAYS = 150
/** With those before and after: made once, because each is asked for many times. */
const BEFORE = 30
const ALL_DAYS = Array.from({ length: BEFORE + DAYS + 150 }, (_, n) =>
  addDays(knownDay('2026-06-01'), n - BEFORE),
)
const CLOSES_AFTER = 90
const OWN = rutOf(76_192_083)
const GIVEN = 'ANA BEATRIZ CARLOS DIEGO ELENA FELIPE GLORIA HUGO INES JORGE'.split(' ')
const FAMILY =
  'ABARCA BUSTOS CARRASCO DONOSO ESPINOZA FUENTES GODOY HERRERA IBARRA JARA LAGOS MORALES'.split(' ')
const TRADE = 'TEXTIL ALIMENTOS MADERAS QUIMICA EDITORIAL VIVEROS METALES PESQUERA'.split(' ')

export function rutOf(body: number): Rut {
  return rut(`${body}-${checkDigit(body)}`)
}

/** Mulberry32: the same sequence for the same seed on every machine. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The day that comes so many after the first. */
function dayAt(number: number): Day {
  const day = ALL_DAYS[number + BEFORE]
  if (day === undefined) throw new Error(`No day ${number}`)
  return day
}

interface Client {
  rut: Rut
  name: string
  authorised: Rut[]
  documents: Owed[]
  /** How many of them some line pays. */
  paid: number
}

type Owed = OpenDocument & { issued: number }

interface Line {
  day: number
  amount: number
  payer: Rut | null
  name: string
  note: string
  operation: string
  pays: number[]
  rejected: number[]
}

type Kind =
  | 'exact'
  | 'byAuthorised'
  | 'otherRutSameAmount'
  | 'nearDuplicate'
  | 'thirdParty'
  | 'noRut'
  | 'sum'
  | 'part'
  | 'over'
  | 'reversed'
  | 'paidAgain'
  | 'twice'
  | 'tooEarly'
  | 'tooLate'
  | 'refused'
  | 'noise'
  | 'debit'

const SHARES: readonly [Kind, number][] = [
  ['exact', 44],
  ['byAuthorised', 4],
  ['otherRutSameAmount', 5],
  ['nearDuplicate', 5],
  ['thirdParty', 4],
  ['noRut', 4],
  ['sum', 4],
  ['part', 3],
  ['over', 2],
  ['reversed', 3],
  ['paidAgain', 2],
  ['twice', 2],
  ['tooEarly', 1],
  ['tooLate', 1],
  ['refused', 2],
  ['noise', 4],
  ['debit', 10],
]

class Maker {
  readonly clients: Client[] = []
  readonly documents: Owed[] = []
  readonly #random: () => number
  #nextOperation = 10_000_000

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)]
    if (one === undefined) throw new Error('Nothing to pick from')
    return one
  }

  makeClients(count: number, documents: number): void {
    // Many clients pay the same few prices, and some the same each month.
    const prices = Array.from({ length: 40 }, () => 10_000 + this.below(200) * 1_190)
    for (let n = 0; n < count; n += 1) {
      const isCompany = this.below(3) > 0
      this.clients.push({
        rut: rutOf((isCompany ? 76_000_000 : 5_000_000) + n * 977 + this.below(900)),
        name: isCompany
          ? `${this.pick(TRADE)} ${this.pick(FAMILY)} ${this.pick(FAMILY)} SPA`
          : `${this.pick(GIVEN)} ${this.pick(FAMILY)} ${this.pick(FAMILY)}`,
        authorised: this.below(8) === 0 ? [rutOf(30_000_000 + n)] : [],
        documents: [],
        paid: 0,
      })
    }
    for (let n = 0; n < documents; n += 1) {
      const client = this.pick(this.clients)
      const price = this.below(3) === 0 ? this.pick(prices) : 5_000 + this.below(3_000_000)
      this.addDocument(client, price)
    }
  }

  addDocument(client: Client, price: number): void {
    const issued = this.below(DAYS)
    const id = this.documents.length + 1
    const made: Owed = {
      id,
      issued,
      kind: 'factura',
      folio: 20_000 + id,
      clientRut: client.rut,
      clientName: client.name,
      authorisedPayerRuts: client.authorised,
      openClp: clp(price),
      issueDay: dayAt(issued),
      dueDay: dayAt(issued + 30),
      closesDay: dayAt(issued + CLOSES_AFTER),
    }
    this.documents.push(made)
    client.documents.push(made)
  }

  line(changed: Partial<Line>): Line {
    this.#nextOperation += 1 + this.below(50)
    const base = { day: this.below(DAYS + 40), amount: 1, payer: null, name: '' }
    const operation = this.below(4) === 0 ? '0' : String(this.#nextOperation)
    return { ...base, note: '', operation, pays: [], rejected: [], ...changed }
  }

  /** Paid from its issue date to some days before it closes. */
  payment(document: Owed, changed: Partial<Line> = {}): Line {
    return this.line({
      day: document.issued + this.below(CLOSES_AFTER - 5),
      amount: document.openClp,
      payer: document.clientRut,
      name: document.clientName,
      pays: [document.id],
      ...changed,
    })
  }
}

function kindOf(maker: Maker): Kind {
  let at = maker.below(SHARES.reduce((sum, [, share]) => sum + share, 0))
  for (const [kind, share] of SHARES) {
    if (at < share) return kind
    at -= share
  }
  return 'exact'
}

/** The next document that no line pays yet. */
function nextUnpaid(client: Client): Owed | undefined {
  const document = client.documents[client.paid]
  if (document !== undefined) client.paid += 1
  return document
}

/** The lines of one happening, with what they truly pay. */
function happen(kind: Kind, maker: Maker): Line[] {
  if (kind === 'debit') return [maker.line({ amount: -1_000 - maker.below(900_000) })]
  const client = maker.pick(maker.clients)
  const document = nextUnpaid(client)
  const second = kind === 'sum' ? nextUnpaid(client) : undefined
  if (document === undefined || kind === 'noise') {
    return [maker.line({ amount: 1_000 + maker.below(900_000), payer: rutOf(9_000_000 + maker.below(90_000)) })]
  }
  const whole = maker.payment(document)
  const other = maker.pick(maker.clients)
  const stranger = rutOf(20_000_000 + maker.below(1_000_000))
  switch (kind) {
    case 'exact':
      return [whole]
    case 'byAuthorised':
      return [{ ...whole, payer: client.authorised[0] ?? client.rut }]
    case 'otherRutSameAmount':
      // Another client's money that happens to be as much, and pays nothing that is open.
      return other.rut === client.rut || other.documents.some(({ openClp }) => openClp === whole.amount)
        ? [whole]
        : [{ ...whole, payer: other.rut, name: other.name, pays: [] }, maker.payment(document)]
    case 'nearDuplicate':
      return [{ ...whole, amount: whole.amount + 1 - maker.below(2) * 2, pays: [] }]
    case 'thirdParty':
      return [{ ...whole, payer: stranger, name: '', note: `pago factura ${document.folio}` }]
    case 'noRut':
      return [{ ...whole, payer: null }]
    case 'sum':
      if (second === undefined) return [whole]
      return [
        maker.payment(document, {
          day: Math.max(document.issued, second.issued) + 5,
          amount: document.openClp + second.openClp,
          pays: [document.id, second.id],
        }),
      ]
    case 'part':
      return [{ ...whole, amount: Math.ceil(whole.amount / 3) }]
    case 'over':
      return [{ ...whole, amount: whole.amount + 5_000 }]
    case 'reversed':
    case 'paidAgain': {
      const gone = { ...whole, pays: [] }
      const back = reversalOf(maker, gone)
      const again = maker.payment(document, { day: back.day + 1 })
      return kind === 'reversed' ? [gone, back] : [gone, back, again]
    }
    case 'twice':
      return [whole, maker.line({ ...whole, day: whole.day + 3, pays: [] })]
    case 'tooEarly':
    case 'tooLate': {
      // Where another document of theirs is as much, it would truly be that one's.
      if (client.documents.some((one) => one !== document && one.openClp === whole.amount)) {
        return [whole]
      }
      const day =
        kind === 'tooEarly'
          ? document.issued - 1 - maker.below(20)
          : document.issued + CLOSES_AFTER + 8 + maker.below(20)
      return [{ ...whole, day, pays: [] }]
    }
    case 'refused':
      return [{ ...whole, pays: [], rejected: [document.id] }]
  }
}

function reversalOf(maker: Maker, gone: Line): Line {
  const bySameOperation = gone.operation !== '0' && maker.below(2) === 0
  return maker.line({
    ...gone,
    day: gone.day + maker.below(4),
    amount: -gone.amount,
    operation: bySameOperation ? gone.operation : '0',
    note: bySameOperation ? '' : 'reversa',
  })
}

type Shape = (line: Omit<Line, 'day'> & { day: Day }) => (string | number)[]

const CLP = (amount: number) => (amount < 0 ? '-' : '') + groupThousands(String(Math.abs(amount)))
const slashed = (day: Day) => day.split('-').reverse().join('/')

/** The habits of three banks. */
const BANKS: readonly { headings: string[]; shape: Shape }[] = [
  {
    headings: ['MONTO', 'DESCRIPCION MOVIMIENTO', 'FECHA', 'N° DOCUMENTO', 'SUCURSAL', 'CARGO/ABONO'],
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
  size: { movements: number; documents: number; clients: number },
): SyntheticStatement {
  const maker = new Maker(seed)
  maker.makeClients(size.clients, size.documents)
  const lines: Line[] = []
  while (lines.length < size.movements) lines.push(...happen(kindOf(maker), maker))
  lines.length = size.movements
  lines.sort((a, b) => a.day - b.day)
  const { headings, shape } = maker.pick(BANKS)
  const rows = [['Cartola'], headings, ...lines.map((line) => shape({ ...line, day: dayAt(line.day) }))]
  const byRow = lines.map((line, n) => [n + 3, line] as const)
  const rejectedByRow = new Map(
    byRow.flatMap(([row, { rejected }]) => (rejected.length > 0 ? [[row, new Set(rejected)]] : [])),
  )
  return {
    documents: maker.documents,
    csv: Buffer.from(rows.map((row) => row.join(';')).join('\r\n')),
    ownRut: OWN,
    today: knownDay('2027-12-31'),
    truth: new Map(byRow.flatMap(([row, { pays }]) => (pays.length > 0 ? [[row, pays]] : []))),
    rejectedByRow,
    decisions: (idOfRow) => ({
      rejected: new Map([...rejectedByRow].map(([row, ids]) => [idOfRow(row), ids])),
      decided: new Set(),
    }),
  }
}
