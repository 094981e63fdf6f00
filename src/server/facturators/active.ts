import type { Session } from '../http/handler.ts'
import { listByOrganisation, readActive, setActive, type Db, type Facturator } from './store.ts'

type Who = Pick<Session, 'organisationId' | 'userId'>

/** Through which facturator the user acts; the only one becomes active by itself. */
export async function activeFacturator(db: Db, who: Who): Promise<number | null> {
  return (await facturatorsOf(db, who)).active
}

export async function facturatorsOf(
  db: Db,
  who: Who,
): Promise<{ facturators: Facturator[]; active: number | null }> {
  const facturators = await listByOrganisation(db, who.organisationId)
  const active = await readActive(db, who)
  const [only, second] = facturators
  if (active !== null || only === undefined || second !== undefined) return { facturators, active }
  await setActive(db, who, only.facturatorId)
  return { facturators, active: only.facturatorId }
}
