import { parseRut } from '#domain/rut.ts'
import { refusalText, type RefusalCode } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import { activeFacturator } from '../facturators/active.ts'
import type { PortalNeeds } from '../facturators/portal.ts'
import { portalRefused } from '../facturators/portal-refusal.ts'
import { InvalidInput, NotFound, type Problem } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { clientRoutes, type ClientRoutes } from './client-routes.ts'
import { clientExists, listClients } from './client-store.ts'
import { lookUpClient } from './look-up.ts'
import {
  findCompany,
  insertContact,
  insertProduct,
  listCompanies,
  listContacts,
  listProducts,
  MOST_CONTACTS,
  MOST_PRODUCTS,
  setIssuerCity,
  type CompanyAt,
} from './store.ts'
import {
  addressToWire,
  clientToWire,
  companyToWire,
  contactToWire,
  productToWire,
} from './to-wire.ts'
import { parseUnitPrice } from './unit-price.ts'

export type PartyRoutes = ClientRoutes &
  Pick<
    Handlers,
    | 'listCompanies'
    | 'listClients'
    | 'lookUpClient'
    | 'readClientInfo'
    | 'changeIssuerAddress'
    | 'listContacts'
    | 'createContact'
    | 'listProducts'
    | 'createProduct'
  >

export type PartyNeeds = PortalNeeds & { limits: Limits }

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
    async listCompanies({ session }) {
      const { organisationId } = session
      const facturatorId = await activeFacturator(db, session)
      if (facturatorId === null) return []
      return (await listCompanies(db, { organisationId, facturatorId })).map(companyToWire)
    },

    async listClients({ session, params }) {
      const company = await companyOf(db, session, params.company_id)
      return (await listClients(db, company)).map(clientToWire)
    },

    async listContacts({ session, query }) {
      const { organisationId } = session
      if (!(await clientExists(db, { organisationId, id: query.client }))) throw new NotFound()
      const contacts = await listContacts(db, { organisationId, clientId: query.client })
      return contacts.map(contactToWire)
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
      const [known] = await listClients(needs.db, company, { clientId: params.client_id })
      if (known === undefined) throw new NotFound()
      const asked = { rut: known.rut, worker: `web:${requestId}` }
      const found = await lookUpClient(needs, session, company, asked)
      if (found.kind === 'unknown') throw new NotFound()
      if (found.kind !== 'found') throw portalRefused(found, language, needs.clock)
      return clientToWire(found.client)
    },
  }
}

function issuerRoutes({ db, clock }: PartyNeeds): Pick<PartyRoutes, 'changeIssuerAddress'> {
  return {
    async changeIssuerAddress({ session, params, body }) {
      const at = { organisationId: session.organisationId, id: params.id }
      return db.transaction().execute(async (trx) => {
        const address = await setIssuerCity(trx, at, body.city)
        if (address === null) throw new NotFound()
        const subject = `issuerAddress:${params.id}`
        await audit(trx, clock, session, { kind: 'issuerAddressChanged', subject })
        return addressToWire(address)
      })
    },
  }
}

function contactRoutes({ db, clock }: PartyNeeds): Pick<PartyRoutes, 'createContact'> {
  return {
    async createContact({ session, body, language }) {
      const { organisationId } = session
      const { client: clientId, contact } = body
      return db.transaction().execute(async (trx) => {
        if (!(await clientExists(trx, { organisationId, id: clientId }))) {
          throw new InvalidInput({ client: [say('unknownId', language, { id: clientId })] })
        }
        const others = await listContacts(trx, { organisationId, clientId })
        if (others.length >= MOST_CONTACTS) {
          const limit = { limit: MOST_CONTACTS }
          throw new InvalidInput({ client: [say('tooManyContacts', language, limit)] })
        }
        const made = await insertContact(trx, clock, organisationId, {
          clientId,
          firstName: contact.first_name,
          lastName: contact.last_name,
          gender: contact.gender,
          email: contact.email,
          role: contact.role,
        })
        await audit(trx, clock, session, { kind: 'contactCreated', subject: `contact:${made.id}` })
        return contactToWire(made)
      })
    },
  }
}

function productRoutes({ db, clock }: PartyNeeds): Pick<PartyRoutes, 'createProduct'> {
  return {
    async createProduct({ session, body, language }) {
      const at = { organisationId: session.organisationId, companyId: body.party_id }
      const { code, name, currency } = body
      const price = parseUnitPrice(body.unit_price, currency)
      if (price.kind !== 'ok') throw new InvalidInput({ unit_price: [say(price.kind, language)] })
      return db.transaction().execute(async (trx) => {
        const company = await findCompany(trx, at)
        if (company === null) {
          throw new InvalidInput({ party_id: [say('unknownId', language, { id: body.party_id })] })
        }
        if ((await listProducts(trx, company)).length >= MOST_PRODUCTS) {
          const limit = { limit: MOST_PRODUCTS }
          throw new InvalidInput({ party_id: [say('tooManyProducts', language, limit)] })
        }
        const unitPrice = price.text
        const made = await insertProduct(trx, clock, at, { code, name, currency, unitPrice })
        await audit(trx, clock, session, { kind: 'productCreated', subject: `product:${made.id}` })
        return productToWire(made)
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

function say(code: RefusalCode, language: Language, values?: Record<string, number>): Problem {
  return { text: refusalText(code, language, values) }
}
