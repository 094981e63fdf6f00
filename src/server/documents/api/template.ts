import type { Kysely } from 'kysely'
import { dayInChile, knownDay, knownMonth, monthOf } from '#domain/day.ts'
import { ufDayOf } from '#domain/rule.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { Session } from '../../http/handler.ts'
import { contentToWire, templateLineToWire } from '../../rules/api/to-wire.ts'
import { readMailboxes } from '../../rules/one-off.ts'
import { viewClient, viewRules, type ClientView, type RuleView } from '../../rules/view.ts'
import { frozenContent } from '../content/content.ts'
import { ufOn } from '../content/uf.ts'
import { templateLines, type TemplateProduct } from '../content/template-lines.ts'
import { readDocumentRow, type ListedDocument } from './store.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/**
 * What a document says, as the wizard takes it up. Of a nota nothing can be ordered again, nor of what is left of a
 * closed account: 409.
 */
export async function readTemplate(needs: Needs, { organisationId }: Session, id: number) {
  const { db, clock } = needs
  const row = await readDocumentRow(needs, { organisationId, id })
  if (row === null) throw new NotFound()
  const view = await ruleBehind(needs, row)
  const client = view === null ? null : await clientOf(db, row, view)
  if (view === null || client === null) throw new Refused(409, 'notInThisState')
  const content = row.content === null ? null : frozenContent(row)
  const lines = templateLines(content, {
    products: await productsOf(db, row),
    ruleLines: view.lines,
    serviceMonth: knownMonth(row.service_month),
    period: monthOf(knownDay(row.emission_day)),
    rateClp: content === null ? null : await ufOn(db, ufDayOf(view.ufRateType, content.issueDate)),
  })
  const said = contentToWire({ ...view, clients: [client] })
  const mailboxes = await readMailboxes(db, { organisationId, ruleId: view.id })
  return {
    content: {
      ...said,
      clients_detail: said.clients_detail.map((detail) => ({ ...detail, mailboxes })),
      invoice_lines_detail: lines.map(templateLineToWire),
    },
    issue_date: row.issue_day ?? dayInChile(clock.now()),
  }
}

/** Deleted or not, a rule or the row of a one-off: what the document was made from. */
async function ruleBehind(needs: Needs, row: ListedDocument): Promise<RuleView | null> {
  if (row.kind === 'notaCredito' || row.rule_id === null) return null
  const [view] = await viewRules(needs, row.organisation_id, { behind: [row.rule_id] })
  return view ?? null
}

/** As the rule has it, or anew where it has left the rule. */
async function clientOf(
  db: Kysely<Schema>,
  { organisation_id, client_id }: ListedDocument,
  { clients }: RuleView,
): Promise<ClientView | null> {
  if (client_id === null) return null
  const own = clients.find(({ client }) => client.id === client_id)
  return own ?? viewClient(db, organisation_id, client_id)
}

/** More than a company may have. */
const MAX_PRODUCTS = 2_000

function productsOf(
  db: Kysely<Schema>,
  { organisation_id, company_id }: ListedDocument,
): Promise<TemplateProduct[]> {
  return db
    .selectFrom('product')
    .select(['id', 'name', 'code', 'currency'])
    .where('organisation_id', '=', organisation_id)
    .where('company_id', '=', company_id)
    .orderBy('id')
    .limit(MAX_PRODUCTS)
    .execute()
}
