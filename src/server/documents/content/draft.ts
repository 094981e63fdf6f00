import type { Kysely } from 'kysely'
import { dayInChile, knownDay, monthOf } from '#domain/day.ts'
import { freezeLines, monthServed } from '#domain/freeze.ts'
import type { Clp } from '#domain/money.ts'
import type { DocumentReason } from '#domain/reason.ts'
import { ruleReadiness, ufDayOf, type Rule, type RuleClient, type RuleLine } from '#domain/rule.ts'
import { renderTemplate } from '#domain/template.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { loadRule } from '../../rules/load.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { ufOn } from './uf.ts'

/** A document before its content is frozen: what its rule says of it now. */
export interface Draft {
  rule: Rule
  client: RuleClient
  lines: DraftedLine[]
  /** All that it lacks; frozen, it would say only the first. */
  lacks: DocumentReason[]
}

export interface DraftedLine {
  line: RuleLine
  /** As the document will say it, its month filled in. */
  name: string
  /** Null while the quantity, the price or the day's UF isn't known. */
  amountClp: Clp | null
}

/** Null when it is frozen, or its rule or client is gone. */
export async function draftOf(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  row: DocumentRow,
): Promise<Draft | null> {
  if (row.state !== 'planned' && row.state !== 'needs_data') return null
  if (row.rule_id === null || row.client_id === null) return null
  const emissionDay = knownDay(row.emission_day)
  const rule = await loadRule(
    db,
    { organisationId: row.organisation_id, ruleId: row.rule_id },
    { period: monthOf(emissionDay), clientId: row.client_id },
  )
  const client = rule?.clients.find(({ clientId }) => clientId === row.client_id)
  if (rule === null || client === undefined) return null
  const issueDate = row.issue_day === null ? dayInChile(clock.now()) : knownDay(row.issue_day)
  const rate = await ufOn(db, ufDayOf(rule.ufRateType, issueDate))
  const month = monthServed(rule, { emissionDay })
  const lines = rule.lines.map((line) => {
    const frozen = freezeLines({ ...rule, lines: [line] }, { emissionDay, issueDate }, () => rate)
    return {
      line,
      name: renderTemplate(line.name, { folio: null, serviceMonth: month }),
      amountClp: frozen.kind === 'lines' ? (frozen.lines[0]?.amountClp ?? null) : null,
    }
  })
  return { rule, client, lines, lacks: lacksOf(rule, client) }
}

function lacksOf(rule: Rule, client: RuleClient): DocumentReason[] {
  const isOpen = rule.lines.some(({ quantity, price }) => quantity === null || price === null)
  return [
    ...ruleReadiness({ ...rule, clients: [client] }).flatMap(({ code }) =>
      code === 'noClients' ? [] : [code],
    ),
    ...(isOpen ? (['linesToComplete'] as const) : []),
  ]
}
