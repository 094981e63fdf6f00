import { createHash, randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/call.ts'
import type { orderDocument } from '#contract/one-off.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import { knownDay } from '#domain/day.ts'
import type { Handlers } from '../../http/handler.ts'
import { draftFromWire, sayIn } from '../../rules/api/from-wire.ts'
import type { DraftLine } from '../../rules/draft.ts'
import type { OneOffDraft, OneOffNeeds } from '../../rules/one-off.ts'
import { orderOneOff } from '../actions/order-one-off.ts'
import type { RestoreNeeds } from '../actions/restore.ts'
import { requestKey } from '../trail/origin.ts'
import { readDocument } from './detail.ts'
import { readTemplate } from './template.ts'

type OneOffHandlers = Pick<Handlers, 'orderDocument' | 'readDocumentTemplate'>

/** Documents that no rule makes: ordered alone, and what an earlier one says so that it can be ordered again. */
export function oneOffRoutes(needs: RestoreNeeds & OneOffNeeds): OneOffHandlers {
  return {
    orderDocument: async ({ body, session, language, idempotencyKey }) => {
      const order = {
        // Without a key of its own, whoever sends it twice orders two.
        requestKey: requestKey(idempotencyKey ?? randomUUID()),
        digest: createHash('sha256').update(canonicalJson(body)).digest(),
        draft: draftOf(body),
        issueDay: knownDay(body.issue_date),
        replaces: body.replaces ?? null,
      }
      const id = await orderOneOff(needs, session, order, sayIn(language))
      return readDocument(needs, session, id)
    },
    readDocumentTemplate: ({ params, session }) => readTemplate(needs, session, params.id),
  }
}

/** As a rule whose lines leave nothing open. */
function draftOf(body: BodyOf<typeof orderDocument>): OneOffDraft {
  const { issue_date: issueDate, replaces: _, ...said } = body
  const rule = draftFromWire({
    ...said,
    name: '',
    invoice_lines: [],
    business_day_rule: 'EXACT',
    start_date: issueDate,
    catch_up: 'notify',
    needs_approval: false,
  })
  const clients = rule.clients.map((client, index) => {
    const mailboxes = said.clients[index]?.mailboxes
    return mailboxes === undefined ? client : { ...client, mailboxes }
  })
  return { ...rule, clients, lines: said.invoice_lines.map(lineOf) }
}

/** One without a product has its own words; with neither the check refuses it. */
function lineOf(line: BodyOf<typeof orderDocument>['invoice_lines'][number]): DraftLine {
  const { product_id: productId, own, quantity, price, order } = line
  return {
    productId,
    ...(productId === null && own !== undefined ? { own } : {}),
    quantity,
    price,
    quantityIsFixed: true,
    priceIsFixed: true,
    order,
  }
}
