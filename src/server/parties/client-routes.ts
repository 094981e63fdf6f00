import { parseRut } from '#domain/rut.ts'
import { refusalText, type RefusalCode } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { InvalidInput, NotFound, type Problem } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import {
  hasRoomForPart,
  lockClientAddress,
  MOST_PARTS,
  saveActivity,
  saveAddress,
  setClientAddress,
} from './client-parts.ts'
import {
  clientExists,
  countClients,
  findClient,
  insertWrittenClient,
  MOST_CLIENTS,
  setDueDays,
  setWrittenName,
} from './client-store.ts'
import { deleteClient } from './delete-client.ts'
import { findCompany, type Db } from './store.ts'
import { addressToWire, clientToWire } from './to-wire.ts'

export type ClientRoutes = Pick<
  Handlers,
  | 'createClient'
  | 'changeClient'
  | 'deleteClient'
  | 'createClientAddress'
  | 'changeClientAddress'
  | 'createClientActivity'
>

export interface ClientNeeds {
  db: Db
  clock: Clock
  /** Its address or activity was written: what waits for it is looked at again. In the same transaction. */
  onClientChanged(trx: Db, client: { organisationId: number; clientId: number }): Promise<void>
}

/** What of a client the user writes: where the SII knows nothing, or not enough. */
export function clientRoutes(needs: ClientNeeds): ClientRoutes {
  return { ...writtenRoutes(needs), ...addressRoutes(needs), ...activityRoutes(needs) }
}

function writtenRoutes({
  db,
  clock,
}: ClientNeeds): Pick<ClientRoutes, 'createClient' | 'changeClient' | 'deleteClient'> {
  return {
    async createClient({ session, params, body, language }) {
      const { organisationId } = session
      const rut = parseRut(body.rut)
      if (rut === null) throw new InvalidInput({ rut: ['invalidRut'] })
      return db.transaction().execute(async (trx) => {
        const company = await findCompany(trx, { organisationId, companyId: params.company_id })
        if (company === null) throw new NotFound()
        if ((await countClients(trx, company)) >= MOST_CLIENTS) {
          throw new InvalidInput({}, [say('tooManyClients', language, { limit: MOST_CLIENTS })])
        }
        const written = { rut, name: body.name }
        const clientId = await insertWrittenClient(trx, clock, company, written)
        if (clientId === null) throw new InvalidInput({ rut: [say('clientTaken', language)] })
        const subject = `client:${clientId}`
        await audit(trx, clock, session, { kind: 'clientCreated', subject })
        const made = await findClient(trx, company, { clientId })
        if (made === null) throw new Error(`Client ${clientId} was not written`)
        return clientToWire(made)
      })
    },

    async changeClient({ session, params, body, language }) {
      const { organisationId } = session
      const at = { organisationId, companyId: params.company_id, id: params.client_id }
      return db.transaction().execute(async (trx) => {
        const of = { organisationId, companyId: at.companyId }
        const known = await findClient(trx, of, { clientId: at.id })
        if (known === null || known.isDeleted) throw new NotFound()
        const { name = known.name, due_days: dueDays = known.dueDays } = body
        const subject = `client:${at.id}`
        if (body.name !== undefined) {
          if (!(await setWrittenName(trx, at, name))) {
            throw new InvalidInput({ name: [say('nameOfTheSii', language)] })
          }
          await audit(trx, clock, session, { kind: 'clientRenamed', subject })
        }
        if (dueDays !== known.dueDays) {
          await setDueDays(trx, at, dueDays)
          await audit(trx, clock, session, { kind: 'clientDueDaysChanged', subject })
        }
        return clientToWire({ ...known, name, dueDays })
      })
    },

    async deleteClient({ session, params }) {
      const { organisationId } = session
      const at = { organisationId, id: params.id }
      await db.transaction().execute((trx) => deleteClient(trx, clock, session, at))
    },
  }
}

function addressRoutes({
  db,
  clock,
  onClientChanged,
}: ClientNeeds): Pick<ClientRoutes, 'createClientAddress' | 'changeClientAddress'> {
  return {
    async createClientAddress({ session, body, language }) {
      const { organisationId } = session
      const at = { organisationId, clientId: body.client }
      return db.transaction().execute(async (trx) => {
        await requireRoom(trx, 'client_address', at, language)
        const { street_and_number: street, commune, city } = body
        const address = await saveAddress(trx, at, { street, commune, city })
        await onClientChanged(trx, at)
        const subject = `client:${body.client}`
        await audit(trx, clock, session, { kind: 'clientAddressCreated', subject })
        return addressToWire(address)
      })
    },

    async changeClientAddress({ session, params, body, language }) {
      const at = { organisationId: session.organisationId, id: params.id }
      return db.transaction().execute(async (trx) => {
        const known = await lockClientAddress(trx, at)
        if (known === null) throw new NotFound()
        const address = {
          ...known,
          street: body.street_and_number ?? known.street,
          commune: body.commune ?? known.commune,
          city: body.city ?? known.city,
        }
        if (!(await setClientAddress(trx, session.organisationId, address))) {
          throw new InvalidInput({ street_and_number: [say('addressTaken', language)] })
        }
        await onClientChanged(trx, { ...at, clientId: known.clientId })
        const subject = `clientAddress:${params.id}`
        await audit(trx, clock, session, { kind: 'clientAddressChanged', subject })
        return addressToWire(address)
      })
    },
  }
}

function activityRoutes({ db, clock }: ClientNeeds): Pick<ClientRoutes, 'createClientActivity'> {
  return {
    async createClientActivity({ session, body, language }) {
      const at = { organisationId: session.organisationId, clientId: body.client }
      return db.transaction().execute(async (trx) => {
        await requireRoom(trx, 'client_activity', at, language)
        const activity = await saveActivity(trx, { ...at, description: body.description })
        const subject = `client:${body.client}`
        await audit(trx, clock, session, { kind: 'clientActivityCreated', subject })
        return activity
      })
    },
  }
}

async function requireRoom(
  trx: Db,
  table: 'client_address' | 'client_activity',
  at: { organisationId: number; clientId: number },
  language: Language,
): Promise<void> {
  if (!(await clientExists(trx, { ...at, id: at.clientId }))) {
    throw new InvalidInput({ client: [say('unknownId', language, { id: at.clientId })] })
  }
  if (await hasRoomForPart(trx, table, at)) return
  throw new InvalidInput({ client: [say('tooManyParts', language, { limit: MOST_PARTS })] })
}

function say(code: RefusalCode, language: Language, values?: Record<string, number>): Problem {
  return { text: refusalText(code, language, values) }
}
