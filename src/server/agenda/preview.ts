import type { Kysely } from 'kysely'
import { dayInChile, type Day, type Month } from '#domain/day.ts'
import type { DocumentContent } from '#domain/document.ts'
import { freezeBoleta } from '#domain/freeze-boleta.ts'
import { freezeFactura } from '#domain/freeze.ts'
import type { Rule, RuleClient } from '#domain/rule.ts'
import { serviceMonth } from '#domain/schedule.ts'
import type { CompanyStop } from '#domain/standing.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { printable } from '../documents/content/printable.ts'
import { concerns, domainRule, readinessOf } from '../rules/readiness.ts'
import { comingDays, viewRules, type RuleView } from '../rules/view.ts'
import { companyStops } from '../standing/standing-facts.ts'
import { emissionAmounts, isUfEstimated, type Amounts } from './amounts.ts'
import { filledIn } from './filled-in.ts'
import { ufAhead, type UfAhead } from './uf-ahead.ts'

export interface PreviewedEmission {
  emissionDay: Day
  serviceMonth: Month
  documents: PreviewedDocument[]
}

export interface PreviewedDocument {
  client: { id: number; rut: string; name: string }
  reason: string | null
  content: DocumentContent | null
  amounts: Amounts | null
  isEstimated: boolean
}

/** More documents than this in one answer nobody reads. */
const MOST_DOCUMENTS = 240

/**
 * The documents of a rule's next emissions, one for each client, frozen by the code that issues but stored
 * nowhere; a UF not yet published is estimated and says so. Null when there is no such rule, or the
 * client asked for is none of its.
 */
export async function previewRule(
  needs: { db: Kysely<Schema>; clock: Clock },
  at: { organisationId: number; ruleId: number },
  wanted: { emissions: number; client: number | undefined },
): Promise<{ emissions: PreviewedEmission[]; moreClients: number } | null> {
  const { db, clock } = needs
  const [view] = await viewRules(needs, at.organisationId, { ruleId: at.ruleId })
  if (view === undefined) return null
  const stop = (await companyStops(db, at.organisationId))(view.company.id)
  const uf = await ufAhead(db, dayInChile(clock.now()))
  const days = comingDays(view).slice(0, wanted.emissions)
  const filled = await filledIn(db, { ...at, until: days.at(-1) ?? dayInChile(clock.now()) })
  const asked = domainRule(view).clients.filter(
    ({ clientId }) => wanted.client === undefined || clientId === wanted.client,
  )
  if (wanted.client !== undefined && asked.length === 0) return null
  const clients = asked.slice(0, Math.floor(MOST_DOCUMENTS / wanted.emissions))
  const emissions = days.map((emissionDay) => ({
    emissionDay,
    serviceMonth: serviceMonth(emissionDay, view.monthOffset),
    documents: clients.map((client) => {
      const rule = filled(view, client.clientId, emissionDay)
      return previewDocument({ view, stop, uf }, rule, client, emissionDay)
    }),
  }))
  return { emissions, moreClients: asked.length - clients.length }
}

function previewDocument(
  { view, stop, uf }: { view: RuleView; stop: CompanyStop | null; uf: UfAhead },
  rule: Rule,
  client: RuleClient,
  emissionDay: Day,
): PreviewedDocument {
  const when = { emissionDay, issueDate: emissionDay }
  const amounts = emissionAmounts(rule, when, uf)
  const isEstimated = isUfEstimated(rule, emissionDay, uf)
  const known = { client: { id: client.clientId, rut: client.rut, name: client.name }, amounts }
  const lack = readinessOf(view).find((reason) => concerns(reason, client.clientId))
  const ufOn = (day: Day) => uf(day)?.value ?? null
  const frozen =
    rule.kind === 'factura'
      ? freezeFactura(rule, client, when, ufOn)
      : freezeBoleta(rule, client, when, ufOn, null)
  if (frozen.kind !== 'frozen') {
    const reason = frozen.kind === 'missing' ? frozen.reason : 'ufMissing'
    return { ...known, isEstimated, reason, content: null }
  }
  const content = printable(frozen.content)
  const reason = content === null ? 'textUnprintable' : (lack?.code ?? stop)
  return { ...known, isEstimated, reason, content }
}
