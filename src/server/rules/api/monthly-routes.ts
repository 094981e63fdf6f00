import { knownMonth } from '#domain/day.ts'
import { refusalText } from '#texts/refusals.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { identityToWire } from '../../parties/to-wire.ts'
import { monthlyTasks, saveMonthlyValues, type MonthlyNeeds } from '../monthly-values.ts'
import { isComplete, type OpenLine, type OpenMonth } from '../open-lines.ts'

export type MonthlyRoutes = Pick<Handlers, 'listMonthlyTasks' | 'saveMonthlyValues'>

/** What is filled in each month. */
export function monthlyRoutes(needs: MonthlyNeeds): MonthlyRoutes {
  return {
    async listMonthlyTasks({ session, query }) {
      const { organisationId } = session
      const months = await monthlyTasks(needs, { organisationId, ruleId: query.rule })
      return months.map(monthToWire)
    },

    async saveMonthlyValues({ session, params, body, language }) {
      const period = knownMonth(params.period)
      const at = { organisationId: session.organisationId, ruleId: params.id, period }
      const values = body.values.map(({ client, order, quantity, price }) => ({
        clientId: client,
        order,
        quantity: quantity ?? null,
        price: price ?? null,
      }))
      const saved = await saveMonthlyValues(needs, session, at, values, (code, filled) => ({
        text: refusalText(code, language, filled),
      }))
      if (saved.kind === 'noRule') throw new NotFound()
      if (saved.kind === 'notOpen') throw new Refused(409, 'notInThisState')
      return monthToWire(saved.month)
    },
  }
}

function monthToWire(month: OpenMonth) {
  return {
    rule: month.rule,
    company: identityToWire(month.company),
    period: month.period,
    emission_date: month.emissionDay,
    service_month: month.serviceMonth,
    is_complete: isComplete(month),
    values: month.lines.map(lineToWire),
  }
}

function lineToWire(line: OpenLine) {
  return {
    client: identityToWire(line.client),
    order: line.order,
    description: line.name,
    currency: line.currency,
    quantity: line.quantity,
    price: line.price,
    quantity_is_fixed: line.quantityIsFixed,
    price_is_fixed: line.priceIsFixed,
    last: line.last,
  }
}
