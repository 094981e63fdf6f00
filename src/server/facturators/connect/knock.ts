import type { Rut } from '#domain/rut.ts'
import type { LoginOutcome } from '#sii/sii.ts'
import { instantText } from '../../clock.ts'
import { goOnAfterLogin, type PortalPerson } from '../portal-pause.ts'
import { enter, type PortalNeeds } from '../portal.ts'
import { countUnknown } from '../unknown-answers.ts'

// Log-ins with a clave that a person has just typed or asked to have tried.

/** One log-in, on record for the pace; a sign of throttling pauses the person. Ask `tooEarly` first. */
export async function knock(
  needs: Pick<PortalNeeds, 'db' | 'clock' | 'sii' | 'portalPace'>,
  who: PortalPerson,
  clave: string,
): Promise<LoginOutcome> {
  await recordLogin(needs, who.person)
  return enter(needs, who, { clave })
}

async function recordLogin(
  { db, clock }: Pick<PortalNeeds, 'db' | 'clock'>,
  person: Rut,
): Promise<void> {
  await db
    .updateTable('portal_person')
    .set({ last_login_at: instantText(clock.now()) })
    .where('person_rut', '=', person)
    .execute()
}

/**
 * One log-in for an organisation that keeps no good clave of this person. Neither the pace of log-ins nor a pause is
 * recorded, because what a stranger meets with somebody's public RUT must not keep the owner, nor anyone else, waiting.
 */
export async function knockAsStranger(
  needs: Pick<PortalNeeds, 'db' | 'clock' | 'sii'>,
  credentials: { rut: Rut; clave: string },
): Promise<LoginOutcome> {
  const login = await needs.sii.login(credentials)
  await countUnknown(needs, 'login', login)
  if (login.kind === 'ok') {
    await recordLogin(needs, credentials.rut)
    await goOnAfterLogin(needs, credentials.rut)
  }
  return login
}
