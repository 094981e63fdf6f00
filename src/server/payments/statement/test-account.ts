import { addDays, knownDay, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { checkDigit, rut, type Rut } from '#domain/rut.ts'
import type { OpenDocument } from './match/open-document.ts'

// A synthetic account: clients with open documents and the lines of their payments. What each line truly pays is noted
// while it is made, by none of the code under test.

const DAYS = 150
/** With those before and after: made once, because each is asked for many times. */
const BEFORE = 30
const ALL_DAYS = Array.from({ length: BEFORE + DAYS + 150 }, (_, n) =>
  addDays(knownDay('2026-06-01'), n - BEFORE),
)
const CLOSES_AFTER = 90
const GIVEN = 'ANA BEATRIZ CARLOS DIEGO ELENA FELIPE GLORIA HUGO INES JORGE'.split(' ')
const FAMILY =
  'ABARCA BUSTOS CARRASCO DONOSO ESPINOZA FUENTES GODOY HERRERA IBARRA JARA LAGOS MORALES'.split(
    ' ',
  )
const TRADE = 'TEXTIL ALIMENTOS MADERAS QUIMICA EDITORIAL VIVEROS METALES PESQUERA'.split(' ')

export function rutOf(body: number): Rut {
  return rut(`${body}-${checkDigit(body)}`)
}

/** Mulberry32: the same sequence for the same seed on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The day that comes so many after the first. */
export function dayAt(number: number): Day {
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

export interface Line {
  day: number
  amount: number
  payer: Rut | null
  name: string
  note: string
  operation: string
  pays: number[]
  rejected: number[]
}

export interface NotFollowed {
  payers: readonly Rut[]
  amount: number
  issued: number
}

export interface ByHand {
  client: Rut
  amount: number
  day: number
}

export class Maker {
  readonly clients: Client[] = []
  readonly documents: Owed[] = []
  /** Documents whose payment nobody follows: they are none of those that are open. */
  readonly notFollowed: NotFollowed[] = []
  /** What people recorded of transfers in other amounts than those that came. */
  readonly byHand: ByHand[] = []
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

  /** Clients that owe 20 to 60 documents each, of prices and sums that are almost or exactly one another. */
  makeBusyClients(count: number): void {
    const first = this.clients.length
    this.makeClients(count, 0)
    for (const client of this.clients.slice(first)) {
      const price = 20_000 + this.below(400_000)
      const owed = 20 + this.below(41)
      while (client.documents.length < owed)
        this.addDocument(client, this.#nearPrice(client, price))
    }
  }

  /** A few times the price, some pesos more or less; or what two of theirs add up to, or almost. */
  #nearPrice({ documents }: Client, price: number): number {
    if (documents.length < 2 || this.below(5) > 0) {
      return price * (1 + this.below(4)) + this.below(2_000)
    }
    const sum = this.pick(documents).openClp + this.pick(documents).openClp
    return sum + this.below(3) - 1
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
      declaredClps: [],
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

/** The next document that no line pays yet. */
function nextUnpaid(client: Client): Owed | undefined {
  const document = client.documents[client.paid]
  if (document !== undefined) client.paid += 1
  return document
}

interface Case {
  maker: Maker
  client: Client
  document: Owed
  /** The payment of all of the document by its client, in time. */
  whole: Line
}

/** What happens, how often of about a hundred times, and the lines that it leaves. */
const HAPPENINGS: readonly [number, (one: Case) => Line[]][] = [
  [44, ({ whole }) => [whole]],
  [4, ({ whole, client }) => [{ ...whole, payer: client.authorised[0] ?? client.rut }]],
  [5, sameAmountOfAnother],
  // A peso more or less.
  [5, ({ maker, whole }) => [unpaying(whole, { amount: whole.amount + 1 - maker.below(2) * 2 })]],
  [4, thirdParty],
  [4, ({ whole }) => [{ ...whole, payer: null }]],
  [4, severalDocuments],
  [3, ({ whole }) => [{ ...whole, amount: Math.ceil(whole.amount / 3) }]],
  [2, ({ whole }) => [{ ...whole, amount: whole.amount + 5_000 }]],
  [3, (one) => reversed(one)],
  [2, paidAgain],
  [2, ({ maker, whole }) => [whole, maker.line(unpaying(whole, { day: whole.day + 3 }))]],
  [1, (one) => outOfTime(one, one.document.issued - 1 - one.maker.below(20))],
  [1, (one) => outOfTime(one, one.document.issued + CLOSES_AFTER + 8 + one.maker.below(20))],
  [2, ({ whole, document }) => [unpaying(whole, { rejected: [document.id] })]],
  [3, likeNotFollowed],
  [2, recordedInParts],
  [2, recordedTogether],
  [1, recordedOfTwo],
]
const ALL_TIMES = HAPPENINGS.reduce((sum, [times]) => sum + times, 0)

/** The lines of one happening: of a payment, of money that left, or of a stranger's money. */
export function happen(maker: Maker): Line[] {
  if (maker.below(10) === 0) return [maker.line({ amount: -1_000 - maker.below(900_000) })]
  const client = maker.pick(maker.clients)
  const document = nextUnpaid(client)
  if (document === undefined || maker.below(25) === 0) {
    const payer = rutOf(9_000_000 + maker.below(90_000))
    return [maker.line({ amount: 1_000 + maker.below(900_000), payer })]
  }
  const one = { maker, client, document, whole: maker.payment(document) }
  let at = maker.below(ALL_TIMES)
  for (const [times, make] of HAPPENINGS) {
    if (at < times) return make(one)
    at -= times
  }
  return [one.whole]
}

function unpaying(line: Line, changed: Partial<Line> = {}): Line {
  return { ...line, ...changed, pays: [] }
}

/** Another client's money that happens to be as much, and pays nothing that is open. */
function sameAmountOfAnother({ maker, client, document, whole }: Case): Line[] {
  const other = maker.pick(maker.clients)
  const isOwed = other.documents.some(({ openClp }) => openClp === whole.amount)
  if (other === client || isOwed) return [whole]
  return [unpaying(whole, { payer: other.rut, name: other.name }), maker.payment(document)]
}

function thirdParty({ maker, document, whole }: Case): Line[] {
  const payer = rutOf(20_000_000 + maker.below(1_000_000))
  return [{ ...whole, payer, name: '', note: `pago factura ${document.folio}` }]
}

function severalDocuments({ maker, client, document, whole }: Case): Line[] {
  const second = nextUnpaid(client)
  if (second === undefined) return [whole]
  const day = Math.max(document.issued, second.issued) + 5
  const amount = document.openClp + second.openClp
  return [maker.payment(document, { day, amount, pays: [document.id, second.id] })]
}

function reversed({ maker, whole }: Case): [Line, Line] {
  const gone = unpaying(whole)
  const isSameOperation = gone.operation !== '0' && maker.below(2) === 0
  const back = maker.line({
    ...gone,
    day: gone.day + maker.below(4),
    amount: -gone.amount,
    operation: isSameOperation ? gone.operation : '0',
    note: isSameOperation ? '' : 'reversa',
  })
  return [gone, back]
}

function paidAgain(one: Case): Line[] {
  const [gone, back] = reversed(one)
  return [gone, back, one.maker.payment(one.document, { day: back.day + 1 })]
}

/** A month before as much was issued to them that nobody follows: the payment is that one's, or this one's. */
function likeNotFollowed({ maker, client, document, whole }: Case): Line[] {
  const payers = [client.rut, ...client.authorised]
  maker.notFollowed.push({ payers, amount: whole.amount, issued: document.issued - 30 })
  return [maker.below(2) === 0 ? whole : unpaying(whole)]
}

/** One transfer of two documents that are paid by hand, as much as an open one. */
function recordedInParts({ maker, client, whole }: Case): Line[] {
  const first = Math.ceil(whole.amount / (2 + maker.below(3)))
  const day = whole.day + maker.below(60)
  for (const amount of [first, whole.amount - first]) {
    maker.byHand.push({ client: client.rut, amount, day })
  }
  return [unpaying(whole)]
}

/** Two transfers, one of them as much as an open document, of what was recorded as one payment. */
function recordedTogether({ maker, client, whole }: Case): Line[] {
  const amount = 1_000 + maker.below(400_000)
  const apart = maker.below(20)
  const second = maker.line(unpaying(whole, { amount, day: whole.day + apart, operation: '0' }))
  const day = whole.day + maker.below(40)
  maker.byHand.push({ client: client.rut, amount: whole.amount + amount, day })
  return [unpaying(whole), second]
}

/** One transfer of two documents, as much as an open one: one of the two is recorded already, the other is open. */
function recordedOfTwo({ maker, client, whole }: Case): Line[] {
  const open = client.documents.find(
    ({ openClp, issued }) => openClp < whole.amount && issued <= whole.day,
  )
  if (open === undefined) return [whole]
  const amount = whole.amount - open.openClp
  maker.byHand.push({ client: client.rut, amount, day: whole.day + maker.below(60) })
  return [{ ...whole, pays: [open.id, -1] }]
}

/** Where another document of theirs is as much, it would truly be that one's. */
function outOfTime({ client, document, whole }: Case, day: number): Line[] {
  const isAnother = client.documents.some((one) => one !== document && one.openClp === whole.amount)
  return [isAnother ? whole : unpaying(whole, { day })]
}
