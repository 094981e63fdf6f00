import { parseRut } from '#domain/rut.ts'
import { audit } from '../audit.ts'
import { activeFacturator } from '../facturators/active.ts'
import { portalRefused } from '../facturators/portal-refusal.ts'
import type { Clock } from '../clock.ts'
import type { Workers } from '../worker-calls/worker-call.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { clientRoutes, type ClientNeeds, type ClientRoutes } from './client-routes.ts'
import { clientExists, findClient, listClients } from './client-store.ts'
import { rulesOfContacts } from './contact-addresses.ts'
import { contactRoutes, type ContactRoutes } from './contact-routes.ts'
import { lookUpClient } from './look-up.ts'
import { listContacts } from './contact-store.ts'
import { productRoutes, type ProductRoutes } from './product-routes.ts'
import { listProducts } from './product-store.ts'
import { findCompany, listCompanies, setIssuerCity, type CompanyAt } from './store.ts'
import {
  addressToWire,
  clientToWire,
  companyToWire,
  contactToWire,
  productToWire,
} from './to-wire.ts'

export type PartyRoutes = ClientRoutes &
  ContactRoutes &
  ProductRoutes &
  Pick<
    Handlers,
    | 'listCompanies'
    | 'listClients'
    | 'lookUpClient'
    | 'readClientInfo'
    | 'changeIssuerAddress'
    | 'listContacts'
    | 'listProducts'
  >

export type PartyNeeds = ClientNeeds & {
  clock: Clock
  workers: Workers
  limits: Limits
  /** An issuer's address was completed: what waits for it is looked at again. In the same transaction. */
  onIssuerChanged(
    trx: ClientNeeds['db'],
    issuer: { organisationId: number; addressId: number },
  ): Promise<void>
}

/**
 * Companies, their clients, contacts and products. An id of another organisation is as absent as one of
 * nobody: 404 in the address, a problem of its field in a body.
 */
export function partyRoutes(needs: PartyNeeds): PartyRoutes {
  return {
    ...readingRoutes(needs),
    ...lookUpRoutes(needs),
    ...issuerRoutes(needs),
    ...clientRoutes(needs),
    ...contactRoutes(needs),
    ...productRoutes(needs),
  }
}

function readingRoutes({
  db,
}: PartyNeeds): Pick<
  PartyRoutes,
  'listCompanies' | 'listClients' | 'listContacts' | 'listProducts'
> {
  return {
    async listCompanies({ session, query }) {
      const { organisationId } = session
      if (query.facturator === 'all') {
        return (await listCompanies(db, { organisationId })).map(companyToWire)
      }
      const facturatorId = await activeFacturator(db, session)
      if (facturatorId === null) return []
      return (await listCompanies(db, { organisationId, facturatorId })).map(companyToWire)
    },

    async listClients({ session, params, query }) {
      const company = await companyOf(db, session, params.company_id)
      return (await listClients(db, company, query)).map(clientToWire)
    },

    async listContacts({ session, query }) {
      const { organisationId } = session
      if (!(await clientExists(db, { organisationId, id: query.client }))) throw new NotFound()
      const contacts = await listContacts(db, { organisationId, clientId: query.client })
      const ids = contacts.map(({ id }) => id)
      const rules = await rulesOfContacts(db, organisationId, ids)
      return contacts.map((contact) => contactToWire(contact, rules.get(contact.id)))
    },

    async listProducts({ session, query }) {
      const company = await companyOf(db, session, query.company)
      return (await listProducts(db, company)).map(productToWire)
    },
  }
}

function lookUpRoutes(needs: PartyNeeds): Pick<PartyRoutes, 'lookUpClient' | 'readClientInfo'> {
  return {
    async lookUpClient({ session, params, query, language, requestId }) {
      const company = await companyOf(needs.db, session, params.company_id)
      const rut = parseRut(query.rut)
      if (rut === null) throw new InvalidInput({ rut: ['invalidRut'] })
      await needs.limits.consume('lookUpAccount', `organisation:${session.organisationId}`)
      const asked = { rut, worker: `web:${requestId}` }
      const found = await lookUpClient(needs, session, company, asked)
      if (found.kind === 'unknown') throw new NotFound()
      if (found.kind !== 'found') throw portalRefused(found, language, needs.clock)
      return clientToWire(found.client)
    },

    async readClientInfo({ session, params, language, requestId }) {
      const company = await companyOf(needs.db, session, params.company_id)
      const known = await findClient(needs.db, company, { clientId: params.client_id })
      if (known === null) throw new NotFound()
      const asked = { rut: known.rut, worker: `web:${requestId}` }
      const found = await lookUpClient(needs, session, company, asked)
      if (found.kind === 'unknown') throw new NotFound()
      if (found.kind !== 'found') throw portalRefused(found, language, needs.clock)
      return clientToWire(found.client)
    },
  }
}

function issuerRoutes({
  db,
  clock,
  onIssuerChanged,
}: PartyNeeds): Pick<PartyRoutes, 'changeIssuerAddress'> {
  return {
    async changeIssuerAddress({ session, params, body }) {
      const at = { organisationId: session.organisationId, id: params.id }
      return db.transaction().execute(async (trx) => {
        const address = await setIssuerCity(trx, at, body.city)
        if (address === null) throw new NotFound()
        await onIssuerChanged(trx, { organisationId: at.organisationId, addressId: at.id })
        const subject = `issuerAddress:${params.id}`
        await audit(trx, clock, session, { kind: 'issuerAddressChanged', subject })
        return addressToWire(address)
      })
    },
  }
}

async function companyOf(
  db: PartyNeeds['db'],
  { organisationId }: Session,
  companyId: number,
): Promise<CompanyAt> {
  const company = await findCompany(db, { organisationId, companyId })
  if (company === null) throw new NotFound()
  return company
}
