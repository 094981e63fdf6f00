import type { Kysely } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { rut } from '#domain/rut.ts'
import type { Schema } from '../db/schema.ts'
import { confirmBoleta, type ConfirmedBoleta } from '../documents/portal/preview-boleta.ts'
import { z } from 'zod'
import type { PortalNeeds, PortalUser } from '../facturators/portal.ts'
import type { VisitAnswer } from '../facturators/visit.ts'
import { handled, type HandledCall, type WorkerCall } from '../worker-calls/worker-call.ts'
import { previewRule } from './preview.ts'

export type Confirmation =
  | VisitAnswer<ConfirmedBoleta & { content: BoletaContent }>
  /** No such rule, client or emission; or it is none of the SII's boletas. */
  | { kind: 'absent' }
  | { kind: 'notBoleta' }
  | { kind: 'incomplete'; reason: string }

/** As many emissions ahead as a preview shows. */
const EMISSIONS_AHEAD = 12

interface ConfirmRequest {
  at: { organisationId: number; ruleId: number }
  asked: { client: number; emissionDay: Day; worker: string }
}

export const CONFIRM_PREVIEW: WorkerCall<ConfirmRequest, Confirmation> = {
  name: 'confirmPreview',
  answer: z.custom<Confirmation>(),
  asked: z.object({
    at: z.object({ organisationId: z.int(), ruleId: z.int() }),
    asked: z.object({
      client: z.int(),
      emissionDay: z.string().transform((text) => knownDay(text)),
      worker: z.string(),
    }),
  }),
}

/** What a worker does for the calls of this room. */
export function agendaHandlers(needs: PortalNeeds): HandledCall[] {
  return [handled(CONFIRM_PREVIEW, ({ at, asked }) => confirmPreview(needs, at, asked))]
}

/** The SII's own word on a boleta that is yet to be issued, frozen by the code that issues; nothing is stored. */
async function confirmPreview(
  needs: PortalNeeds,
  at: { organisationId: number; ruleId: number },
  asked: { client: number; emissionDay: Day; worker: string },
): Promise<Confirmation> {
  const wanted = { emissions: EMISSIONS_AHEAD, client: asked.client }
  const preview = await previewRule(needs, at, wanted)
  const emission = preview?.emissions.find(({ emissionDay }) => emissionDay === asked.emissionDay)
  const [document] = emission?.documents ?? []
  const user = await portalUserOf(needs.db, at)
  if (document === undefined || user === null) return { kind: 'absent' }
  const { content, reason } = document
  if (content === null) return { kind: 'incomplete', reason: reason ?? 'boletaDataMissing' }
  if (content.kind !== 'boletaHonorarios') return { kind: 'notBoleta' }
  const answer = await confirmBoleta(needs, user, asked.worker, content)
  return answer.kind === 'ok' ? { kind: 'ok', value: { ...answer.value, content } } : answer
}

async function portalUserOf(
  db: Kysely<Schema>,
  { organisationId, ruleId }: { organisationId: number; ruleId: number },
): Promise<PortalUser | null> {
  const row = await db
    .selectFrom('invoice_rule as rule')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'rule.organisation_id')
        .onRef('company.id', '=', 'rule.company_id'),
    )
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select(['facturator.id', 'facturator.person_rut'])
    .where('rule.organisation_id', '=', organisationId)
    .where('rule.id', '=', ruleId)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { organisationId, facturatorId: row.id, person: rut(row.person_rut) }
}
