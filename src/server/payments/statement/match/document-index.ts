import { compare } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { nameLikeness, nameWords, wordStem } from './names.ts'
import type { OpenDocument } from './open-document.ts'

/** Words in the names of more clients are ignored, because they identify none of them. */
const MAX_CLIENTS_OF_A_WORD = 100
const MIN_LIKENESS = 0.6

interface Client {
  words: string[]
  documents: () => OpenDocument[]
}

/** The documents that a payer may pay: the oldest due first, the largest first, and those of each amount, issued first. */
export interface PayerDocuments {
  all: OpenDocument[]
  largestFirst: OpenDocument[]
  byAmount: Map<number, OpenDocument[]>
}

/** Finds open documents by payer, amount, folio and name. Lists are grouped and sorted on first use. */
export class DocumentIndex {
  readonly #documents: readonly OpenDocument[]
  readonly #ofPayer = new Map<Rut, OpenDocument[]>()
  readonly #sortedOfPayer = new Map<Rut, PayerDocuments>()
  readonly #byAmount: () => Map<number, OpenDocument[]>
  readonly #byFolio: () => Map<number, OpenDocument[]>
  readonly #clientsByStem: () => Map<string, Client[]>

  constructor(documents: readonly OpenDocument[]) {
    this.#documents = documents
    for (const document of documents) {
      push(this.#ofPayer, document.clientRut, document)
      for (const payer of document.authorisedPayerRuts) {
        if (payer !== document.clientRut) push(this.#ofPayer, payer, document)
      }
    }
    this.#byAmount = once(() => Map.groupBy(this.#documents, ({ openClp }) => Number(openClp)))
    this.#byFolio = once(() => Map.groupBy(this.#documents, ({ folio }) => folio ?? 0))
    this.#clientsByStem = once(() => clientsByStem(this.#documents))
  }

  /** Groups by everything but the payer now, while there is time, instead of on first use. */
  prepare(): this {
    this.#byAmount()
    this.#byFolio()
    this.#clientsByStem()
    return this
  }

  ofPayer(payer: Rut | null): PayerDocuments | null {
    if (payer === null) return null
    const known = this.#sortedOfPayer.get(payer)
    if (known !== undefined) return known
    const documents = this.#ofPayer.get(payer)
    if (documents === undefined) return null
    const all = oldestDueFirst(documents)
    const issued = documents.toSorted((a, b) => compare(a.issueDay, b.issueDay) || a.id - b.id)
    const byAmount = Map.groupBy(issued, ({ openClp }) => Number(openClp))
    const made = { all, largestFirst: documents.toSorted(largestFirst), byAmount }
    this.#sortedOfPayer.set(payer, made)
    return made
  }

  ofAmount(amountClp: number): readonly OpenDocument[] {
    return this.#byAmount().get(amountClp) ?? []
  }

  ofFolio(folio: number): OpenDocument[] {
    return folio === 0 ? [] : oldestDueFirst(this.#byFolio().get(folio) ?? [])
  }

  /** The documents of the one client whose name is most like what the bank wrote; of several as like, none. */
  ofName(written: string): OpenDocument[] {
    const words = nameWords(written)
    const [first, second] = [...new Set(words.flatMap((word) => this.#clientsOf(word)))]
      .map((client) => ({ client, likeness: nameLikeness(words, client.words) }))
      .filter(({ likeness }) => likeness >= MIN_LIKENESS)
      .toSorted((a, b) => b.likeness - a.likeness)
    if (first === undefined || first.likeness === second?.likeness) return []
    return first.client.documents()
  }

  #clientsOf(word: string): Client[] {
    const clients = this.#clientsByStem().get(wordStem(word)) ?? []
    return clients.length > MAX_CLIENTS_OF_A_WORD ? [] : clients
  }
}

function largestFirst(a: OpenDocument, b: OpenDocument): number {
  return b.openClp - a.openClp || a.id - b.id
}

function oldestDueFirst(documents: readonly OpenDocument[]): OpenDocument[] {
  return documents.toSorted((a, b) => compare(a.dueDay, b.dueDay) || a.id - b.id)
}

function clientsByStem(documents: readonly OpenDocument[]): Map<string, Client[]> {
  const found = new Map<string, Client[]>()
  for (const ofClient of Map.groupBy(documents, ({ clientRut }) => clientRut).values()) {
    const names = new Set(ofClient.map(({ clientName }) => clientName))
    const words = [...names].flatMap(nameWords)
    const client = { words, documents: once(() => oldestDueFirst(ofClient)) }
    for (const stem of new Set(client.words.map(wordStem))) push(found, stem, client)
  }
  return found
}

function push<K, V>(into: Map<K, V[]>, key: K, value: V): void {
  const list = into.get(key)
  if (list === undefined) into.set(key, [value])
  else list.push(value)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
