import type { ReplyOf } from '#contract/call.ts'
import type { listCharges } from '#contract/charges.ts'
import { dayInChile, knownMonth, monthOf } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import { DOCUMENT_TYPES } from '../documents/api/presenter.ts'
import type { Handlers } from '../http/handler.ts'
import { linesOf, monthsOf, sumsOf, wayOf, type ChargeLine, type Db } from './store.ts'

interface Needs {
  db: Db
  clock: Clock
}

/** What Folio charges, month by month. Nothing is collected by it: it says what arose. */
export function chargeRoutes({ db, clock }: Needs): Pick<Handlers, 'listCharges'> {
  return {
    async listCharges({ session: { organisationId }, query }) {
      const thisMonth = monthOf(dayInChile(clock.now()))
      const month = query.month === undefined ? thisMonth : knownMonth(query.month)
      const { before = null, limit } = query
      const found = await linesOf(db, { organisationId, month, before, limit: limit + 1 })
      const page = found.slice(0, limit)
      const {
        net_clp: net,
        iva_clp: iva,
        total_clp: total,
        ...counts
      } = await sumsOf(db, organisationId, month)
      return {
        month,
        months: [...new Set([thisMonth, ...(await monthsOf(db, organisationId))])]
          .toSorted()
          .toReversed(),
        sum: { net, iva, total, ...counts },
        lines: page.map(lineToWire),
        next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },
  }
}

type WireLine = ReplyOf<typeof listCharges>['lines'][number]

function lineToWire(line: ChargeLine): WireLine {
  const { id, day, kind, price_uf, uf_day, rate_clp, base_clp, basis_points } = line
  return {
    id,
    day,
    kind,
    documents: line.documents.map(({ kind: kindOf, ...document }) => ({
      ...document,
      document_type: DOCUMENT_TYPES[kindOf],
    })),
    uf:
      price_uf === null || uf_day === null
        ? null
        : { price: price_uf, day: uf_day, rate: rate_clp },
    money:
      base_clp === null || basis_points === null
        ? null
        : { amount: base_clp, way: wayOf(basis_points), basis_points },
    net: line.net_clp,
    iva: line.iva_clp,
    total: line.total_clp,
  }
}
