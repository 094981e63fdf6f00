import { compare } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { nameLikeness, nameWords, wordStem } from './names.ts'
import type { OpenDocument } from './open-document.ts'

/** A word in the names of more clients than these tells none of them. */
const MOST_CLIENTS_OF_A_WORD = 100
const LEAST_LIKENESS = 0.6

interface Client {
  name: string
  words: string[]
  documents: OpenDocument[]
}

/** The documents of whom a payer may pay for, and those of each amount, oldest due first. */
export interface PayerDocuments {
  all: OpenDocument[]
  byAmount: Map<number, OpenDocument[]>
}

/** Finds open documents by payer, amount, folio and name without going through all of them. */
export class DocumentIndex {
  readonly byAmount: Map<number, OpenDocument[]>
  readonly byFolio: Map<number, OpenDocument[]>
  readonly #byPayer = new Map<Rut, PayerDocuments>()
  readonly #clientsByStem = new Map<string, Client[]>()

  constructor(documents: readonly OpenDocument[]) {
    const sorted = documents.toSorted((a, b) => compare(a.dueDay, b.dueDay) || a.id - b.id)
    this.byAmount = Map.groupBy(sorted, ({ openClp }) => Number(openClp))
    this.byFolio = Map.groupBy(sorted, ({ folio }) => folio ?? 0)
    this.byFolio.delete(0)
    for (const document of sorted) {
      for (const payer of new Set([document.clientRut, ...document.authorisedPayerRuts])) {
        this.#addFor(payer, document)
      }
    }
    for (const client of clientsOf(sorted)) {
      for (const stem of new Set(client.words.map(wordStem))) {
        push(this.#clientsByStem, stem, client)
      }
    }
  }

  ofPayer(payer: Rut | null): PayerDocuments | null {
    return payer === null ? null : (this.#byPayer.get(payer) ?? null)
  }

  /** The documents of the one client whose name is most like what the bank wrote; of several as like, none. */
  ofName(written: string): { name: string; documents: OpenDocument[] } | null {
    const words = nameWords(written)
    const clients = new Set(words.flatMap((word) => this.#clientsOf(word)))
    let best: { client: Client; likeness: number; isOnly: boolean } | null = null
    for (const client of clients) {
      const likeness = nameLikeness(words, client.words)
      if (likeness < LEAST_LIKENESS || likeness < (best?.likeness ?? 0)) continue
      best = { client, likeness, isOnly: likeness > (best?.likeness ?? 0) }
    }
    return best?.isOnly === true ? best.client : null
  }

  #clientsOf(word: string): Client[] {
    const clients = this.#clientsByStem.get(wordStem(word)) ?? []
    return clients.length > MOST_CLIENTS_OF_A_WORD ? [] : clients
  }

  #addFor(payer: Rut, document: OpenDocument): void {
    const known = this.#byPayer.get(payer)
    const ofPayer = known ?? { all: [], byAmount: new Map<number, OpenDocument[]>() }
    if (known === undefined) this.#byPayer.set(payer, ofPayer)
    ofPayer.all.push(document)
    push(ofPayer.byAmount, document.openClp, document)
  }
}

function clientsOf(documents: readonly OpenDocument[]): Client[] {
  return [...Map.groupBy(documents, ({ clientRut }) => clientRut).values()].flatMap((ofClient) => {
    const [first] = ofClient
    if (first === undefined) return []
    return [{ name: first.clientName, words: nameWords(first.clientName), documents: ofClient }]
  })
}

function push<K, V>(into: Map<K, V[]>, key: K, value: V): void {
  const list = into.get(key)
  if (list === undefined) into.set(key, [value])
  else list.push(value)
}
