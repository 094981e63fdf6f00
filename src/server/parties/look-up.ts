import { communeByCode } from '#domain/communes.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, PortalSession, RecipientData } from '#sii/sii.ts'
import { audit, type Author } from '../audit.ts'
import { z } from 'zod'
import type { PortalNeeds } from '../facturators/portal.ts'
import { visitPortal, type VisitAnswer } from '../facturators/visit.ts'
import { authorShape, rutShape } from '../facturators/worker-calls.ts'
import {
  handled,
  type HandledCall,
  type WorkerCall,
  type Workers,
} from '../worker-calls/worker-call.ts'
import { findClient, saveLookedUp, type Client } from './client-store.ts'
import { bringClientsBack } from './delete-client.ts'
import { findCompany, type CompanyAt, type Db } from './store.ts'

export type LookUp = { kind: 'found'; client: Client } | Exclude<LookedUp, { kind: 'kept' }>

/** What a worker found at the SII. */
export type LookedUp =
  | { kind: 'kept'; clientId: number }
  /** Neither we nor the SII know anybody by this RUT. */
  | { kind: 'unknown' }
  | Exclude<VisitAnswer<never>, { kind: 'ok' }>

/** How long a user waits for whoever uses the person's portal session. */
const PATIENCE_MS = 10_000

/**
 * The company's client by this RUT: ours once it was looked up, else asked at the SII one time and kept
 * with its addresses and activities. One that was deleted is back. Nothing is kept of a RUT nobody knows.
 */
export async function lookUpClient(
  { db, workers }: { db: Db; workers: Workers },
  { organisationId, userId }: Author & { userId: number },
  company: CompanyAt,
  asked: { rut: Rut; worker: string },
): Promise<LookUp> {
  const known = await findClient(db, company, { rut: asked.rut })
  if (known?.isLookedUp === true) {
    if (known.isDeleted) await bringClientsBack(db, organisationId, [known.id])
    return { kind: 'found', client: known }
  }
  const author = { organisationId, userId }
  const request = { author, companyId: company.companyId, ...asked }
  const answer = await workers.ask(LOOK_UP_CLIENT, organisationId, request)
  if (answer.kind !== 'kept') return answer
  const client = await findClient(db, company, { clientId: answer.clientId })
  return client === null ? { kind: 'unknown' } : { kind: 'found', client }
}

export interface LookUpRequest {
  author: { organisationId: number; userId: number }
  companyId: number
  rut: Rut
  worker: string
}

const LOOK_UP_CLIENT: WorkerCall<LookUpRequest, LookedUp> = {
  name: 'lookUpClient',
  answer: z.custom<LookedUp>(),
  asked: z.object({
    author: authorShape,
    companyId: z.int(),
    rut: rutShape,
    worker: z.string(),
  }),
}

/** What a worker does for the calls of this room. */
export function partyHandlers(needs: PortalNeeds): HandledCall[] {
  return [handled(LOOK_UP_CLIENT, (asked) => lookUpAtSii(needs, asked))]
}

/** Whether the SII was asked for the company's client of this RUT already. */
export async function isLookedUp(
  db: Db,
  of: { organisationId: number; companyId: number },
  rut: Rut,
): Promise<boolean> {
  return (await findClient(db, of, { rut }))?.isLookedUp === true
}

/** Asks and keeps what it found; for workers, because it enters the portal. */
export async function lookUpAtSii(
  needs: PortalNeeds,
  { author, companyId, ...asked }: LookUpRequest,
): Promise<LookedUp> {
  const { db, clock } = needs
  const company = await findCompany(db, { organisationId: author.organisationId, companyId })
  if (company === null) return { kind: 'unknown' }
  const known = await findClient(db, company, { rut: asked.rut })
  const patience = { worker: asked.worker, patienceMs: PATIENCE_MS }
  const answer = await visitPortal(needs, company, patience, (session) =>
    company.issuesFacturas
      ? session.withCompany(company.rut, (portal) => portal.recipient(asked.rut))
      : recipientOfBoletas(session, asked.rut),
  )
  if (answer.kind !== 'ok') return answer
  const recipient = answer.value
  if (recipient === null && known === null) return { kind: 'unknown' }
  return db.transaction().execute(async (trx) => {
    const clientId = await saveLookedUp(trx, clock, company, { rut: asked.rut, recipient })
    const subject = `client:${clientId}`
    await audit(trx, clock, author, { kind: 'clientLookedUp', subject })
    return { kind: 'kept', clientId }
  })
}

/** Whoever has no company is asked by the form of their boletas; it knows one address and no giro. */
async function recipientOfBoletas(
  session: PortalSession,
  rut: Rut,
): Promise<Answer<RecipientData | null>> {
  const answer = await session.boletas.recipient(rut)
  if (answer.kind !== 'ok') return answer
  if (answer.value === null) return { kind: 'ok', value: null }
  const { name, street, communeCode, commune } = answer.value
  const known = communeCode === null ? null : communeByCode(communeCode)
  const address = { street, commune: known?.name ?? commune, city: '' }
  return { kind: 'ok', value: { name, giros: [], addresses: street === '' ? [] : [address] } }
}
