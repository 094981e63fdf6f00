import { communeByCode } from '#domain/communes.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, PortalSession, RecipientData } from '#sii/sii.ts'
import { audit, type Author } from '../audit.ts'
import type { PortalNeeds } from '../facturators/portal.ts'
import { visitPortal, type VisitAnswer } from '../facturators/visit.ts'
import { listClients, saveLookedUp, type Client } from './client-store.ts'
import type { CompanyAt } from './store.ts'

export type LookUp =
  | { kind: 'found'; client: Client }
  /** Neither we nor the SII know anybody by this RUT. */
  | { kind: 'unknown' }
  | Exclude<VisitAnswer<never>, { kind: 'ok' }>

/** How long a user waits for whoever uses the person's portal session. */
const PATIENCE_MS = 10_000

/**
 * The company's client by this RUT: ours once it was looked up, else asked at the SII one time and kept
 * with its addresses and activities. Nothing is kept of a RUT nobody knows.
 */
export async function lookUpClient(
  needs: PortalNeeds,
  author: Author,
  company: CompanyAt,
  asked: { rut: Rut; worker: string },
): Promise<LookUp> {
  const { db, clock } = needs
  const [known] = await listClients(db, company, { rut: asked.rut })
  if (known?.isLookedUp === true) return { kind: 'found', client: known }
  const patience = { worker: asked.worker, patienceMs: PATIENCE_MS }
  const answer = await visitPortal(needs, company, patience, (session) =>
    company.issuesFacturas
      ? session.withCompany(company.rut, (portal) => portal.recipient(asked.rut))
      : recipientOfBoletas(session, asked.rut),
  )
  if (answer.kind !== 'ok') return answer
  const recipient = answer.value
  if (recipient === null && known === undefined) return { kind: 'unknown' }
  return db.transaction().execute(async (trx) => {
    const clientId = await saveLookedUp(trx, clock, company, { rut: asked.rut, recipient })
    const subject = `client:${clientId}`
    await audit(trx, clock, author, { kind: 'clientLookedUp', subject })
    const [client] = await listClients(trx, company, { clientId })
    if (client === undefined) throw new Error(`Client ${clientId}, just kept, is not there`)
    return { kind: 'found', client }
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
