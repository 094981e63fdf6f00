import { isAlike, type OneMore } from '#domain/alike.ts'
import type { Day } from '#domain/day.ts'
import type { Besides } from '#domain/document.ts'
import { sumClp, type Clp } from '#domain/money.ts'
import { ufDayOf } from '#domain/rule.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { facturaTotals, lineAmount } from '#domain/totals.ts'
import type { Uf } from '#domain/uf.ts'
import { keyAndRevision } from '../../documents/freeze/repeatable.ts'
import { uploadKey } from '../../documents/trail/origin.ts'
import type { UploadDocument } from '../judge/result.ts'
import type { KnownOrder } from '../ordered/orders.ts'
import type { OtherDocument } from '../others.ts'

/** By the keys of documents that look like others: the `ref` of each other one that its person saw, and issues it all the same. */
export type Confirmed = ReadonlyMap<string, readonly string[]>

export interface Repeating {
  chosen: readonly UploadDocument[]
  issueDay: Day
  others: readonly OtherDocument[]
  ufValues: readonly { day: Day; value: Uf }[]
  uploadId: number
  /** Of this upload, before this order. */
  orders: ReadonlyMap<string, KnownOrder>
  confirmed: Confirmed
}

/**
 * What each of the chosen documents is ordered beside, by its key: documents that it looks like on its day, and the
 * others of this order that do. Or the first one that looks like something of which its person said nothing.
 */
export function besidesOf(
  repeating: Repeating,
): { kind: 'said'; besides: Map<string, Besides> } | { kind: 'unsaid'; document: UploadDocument } {
  const { chosen, others, confirmed } = repeating
  const besides = new Map<string, Besides>()
  const pricedTo = Map.groupBy(
    chosen.map((document) => pricedOn(document, repeating)),
    ({ document }) => clientKey(document),
  )
  const othersTo = Map.groupBy(others, clientKey)
  for (const [client, priced] of pricedTo) {
    for (const [place, { document, own }] of priced.entries()) {
      const alike = (othersTo.get(client) ?? []).filter((other) => isAlike(own, other))
      const ofFile = priced.filter((one) => one.document !== document && isSame(one, own, document))
      const repeatsEarlier = priced.slice(0, place).some((one) => isSame(one, own, document))
      const said = confirmed.get(document.key)
      const isSaid = ({ ref }: OtherDocument) => said?.includes(ref) === true
      // Issuing holds none back for an amount that isn't known: it compares the two once it is.
      const isUnsaid = alike.some((other) => other.totalClp !== null && !isSaid(other))
      if (isUnsaid || (repeatsEarlier && said === undefined)) return { kind: 'unsaid', document }
      const seen = alike.filter(isSaid)
      besides.set(document.key, {
        keys: [
          ...seen.filter(isOurs).map(({ ref }) => ref),
          ...ofFile.map((one) => keyOf(one.document, repeating)),
        ],
        folios: seen.flatMap((one) => (isOurs(one) ? [] : (one.folio ?? []))),
      })
    }
  }
  return { kind: 'said', besides }
}

/** The SII's list alone has no service month. */
function isOurs({ serviceMonth: month }: OtherDocument): boolean {
  return month !== null
}

interface Priced {
  document: UploadDocument
  own: OneMore
}

function pricedOn(document: UploadDocument, { issueDay, ufValues }: Repeating): Priced {
  const month = document.serviceMonth ?? serviceMonth(issueDay, 0)
  const rateDay = ufDayOf(document.ufDate, issueDay)
  const rate = ufValues.find(({ day }) => day === rateDay)?.value ?? null
  return {
    document,
    own: { day: issueDay, serviceMonth: month, totalClp: totalBy(document, rate) },
  }
}

/** Null while the UF of its day isn't known. */
function totalBy({ kind, lines }: UploadDocument, rate: Uf | null): Clp | null {
  const amounts = lines.flatMap(({ quantity, price }) => {
    if (price.currency === 'CLP') return lineAmount({ quantity, price }) ?? []
    return rate === null ? [] : (lineAmount({ quantity, price: { ...price, rateClp: rate } }) ?? [])
  })
  if (amounts.length < lines.length) return null
  if (kind === 'boletaHonorarios') return sumClp(amounts)
  return facturaTotals(amounts.map((amountClp) => ({ amountClp }))).totalClp
}

/** Of one file and day: of the same amount, or in the same words while no amount is known. */
function isSame({ document, own }: Priced, { totalClp }: OneMore, of: UploadDocument): boolean {
  if (own.totalClp !== null || totalClp !== null) return own.totalClp === totalClp
  return document.sameAs.includes(of.key) || of.sameAs.includes(document.key)
}

function clientKey({ kind, rut }: Pick<UploadDocument, 'kind' | 'rut'> | OtherDocument): string {
  return `${kind} ${rut}`
}

/** As its document will be called. */
function keyOf({ key }: UploadDocument, { uploadId, orders }: Repeating): string {
  return keyAndRevision(uploadKey(uploadId, key), (orders.get(key)?.revision ?? 0) + 1)
}
