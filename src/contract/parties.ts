import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import {
  decimal,
  decimalToWrite,
  dueDays,
  email,
  gender,
  id,
  idInPath,
  idToWrite,
  optionalText,
  requiredText,
  rutText,
  text,
} from './fields.ts'

export const address = z.object({
  id,
  street_and_number: z.string(),
  commune: z.string(),
  city: z.string(),
})
export const activity = z.object({ id, description: z.string() })
export const identity = z.object({ id, identifier: z.string(), name: z.string() })

export const company = z.object({
  id,
  company_info: identity,
  addresses: z.array(address),
  activities: z.array(activity),
  issuer_email: z.string(),
  /** Ours: false for the entry of a person without companies, who issues boletas de honorarios only. */
  issues_facturas: z.boolean(),
  /** Ours: the connection it is issued through. */
  facturator: id,
})

export const client = z.object({
  id,
  label: z.string(),
  rut: z.string(),
  client_info: identity,
  addresses: z.array(address),
  activities: z.array(activity),
  /** Ours: days from issue to the due day, where its rule says none. Null: those of the company. */
  due_days: z.int().nullable(),
})

const companyInPath = z.object({ company_id: idInPath })

/** Of the active facturator; with `facturator=all` of every connection of the organisation (ours). */
export const listCompanies = call({
  method: 'GET',
  path: '/billing-sii/companies/',
  access: 'session',
  status: 200,
  query: z.object({ facturator: z.enum(['active', 'all']).default('active') }),
  reply: z.array(company),
})

export const listClients = call({
  method: 'GET',
  path: '/billing-sii/companies/:company_id/clients/',
  access: 'session',
  status: 200,
  params: companyInPath,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  reply: z.array(client),
})

/**
 * Ours: a client of whom the SII may know nothing: boletas de honorarios are made to anybody. Its
 * address is a call of its own. What the SII says at a look-up takes the place of the name written here.
 */
export const createClient = call({
  method: 'POST',
  path: '/billing-sii/companies/:company_id/clients/',
  access: 'session',
  takesKey: true,
  status: 201,
  params: companyInPath,
  // 100 characters: RznSocRecep in the SII's formato DTE.
  body: z.object({ rut: rutText, name: requiredText(100) }),
  reply: client,
})

/** Ours: what is named. A name that the user wrote is corrected; one that the SII gave stays. */
export const changeClient = call({
  method: 'PATCH',
  path: '/billing-sii/companies/:company_id/clients/:client_id/',
  access: 'session',
  status: 200,
  params: z.object({ company_id: idInPath, client_id: idInPath }),
  body: z.object({ name: requiredText(100).optional(), due_days: dueDays.nullable().optional() }),
  reply: client,
})

/** Known to us, else asked at the SII once and kept. 404 when the SII knows nobody by that RUT. */
export const lookUpClient = call({
  method: 'GET',
  path: '/billing-sii/companies/:company_id/clients/lookup/',
  access: 'session',
  isAtSii: true,
  status: 200,
  refuses: [409],
  params: companyInPath,
  query: z.object({ rut: rutText }),
  reply: client,
})

export const readClientInfo = call({
  method: 'GET',
  path: '/billing-sii/companies/:company_id/client_info/:client_id/',
  access: 'session',
  status: 200,
  refuses: [400, 409],
  params: z.object({ company_id: idInPath, client_id: idInPath }),
  reply: client,
})

export const changeIssuerAddress = call({
  method: 'PATCH',
  path: '/billing-sii/issuers-addresses/:id/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  // 20 characters: CiudadOrigen in the SII's formato DTE.
  body: z.object({ city: requiredText(20) }),
  reply: address,
})

/**
 * Ours: an address for a client that has none, or not the one to be used. The region is that of the commune;
 * the same street and commune again answers the address there is.
 */
export const createClientAddress = call({
  method: 'POST',
  path: '/billing-sii/clients-addresses/',
  access: 'session',
  takesKey: true,
  status: 201,
  // 70, 20 and 20 characters: DirRecep, CmnaRecep and CiudadRecep in the SII's formato DTE.
  body: z.object({
    client: idToWrite,
    street_and_number: requiredText(70),
    commune: requiredText(20),
    city: optionalText(20),
  }),
  reply: address,
})

export const changeClientAddress = call({
  method: 'PATCH',
  path: '/billing-sii/clients-addresses/:id/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  body: z.object({
    city: requiredText(20).optional(),
    commune: requiredText(20).optional(),
    street_and_number: requiredText(70).optional(),
  }),
  reply: address,
})

/**
 * Ours: where the client dialog's "nueva actividad" goes, for a client of whom the SII knows
 * none. The same description again answers the one there is.
 */
export const createClientActivity = call({
  method: 'POST',
  path: '/billing-sii/clients-activities/',
  access: 'session',
  takesKey: true,
  status: 201,
  // 40 characters: GiroRecep in the SII's formato DTE.
  body: z.object({ client: idToWrite, description: requiredText(40) }),
  reply: activity,
})

const contactFields = z.object({
  first_name: requiredText(60),
  last_name: optionalText(60),
  email,
  gender,
  role: optionalText(60),
})

export const contact = z.object({
  id,
  client: id,
  contact: z.object({
    first_name: z.string(),
    last_name: z.string(),
    gender: z.enum(['male', 'female']),
    email: z.string(),
    role: z.string(),
  }),
  /** Ours: the rules that write to it. */
  rules: z.array(z.object({ id, name: z.string() })),
})

export const listContacts = call({
  method: 'GET',
  path: '/billing-sii/clients-contacts/',
  access: 'session',
  status: 200,
  refuses: [404],
  query: z.object({ client: idInPath }),
  reply: z.array(contact),
})

export const createContact = call({
  method: 'POST',
  path: '/billing-sii/clients-contacts/',
  access: 'session',
  takesKey: true,
  status: 201,
  refuses: [404],
  body: z.object({ client: idToWrite, contact: contactFields }),
  reply: contact,
})

/** Ours: corrects what is named; rules and what they still send use it from then on. */
export const changeContact = call({
  method: 'PATCH',
  path: '/billing-sii/clients-contacts/:id/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  body: z.object({
    contact: z.object({
      first_name: requiredText(60).optional(),
      last_name: text(60).optional(),
      email: email.optional(),
      gender: gender.optional(),
      role: text(60).optional(),
    }),
  }),
  reply: contact,
})

/**
 * Ours: 409 with the names of the rules that use it, unless `from_rules` says that it leaves them, too; and always where
 * it is the only recipient of a rule that sends automatically.
 */
export const deleteContact = call({
  method: 'DELETE',
  path: '/billing-sii/clients-contacts/:id/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: z.object({ id: idInPath }),
  query: z.object({ from_rules: z.stringbool().or(z.boolean()).default(false) }),
  reply: NO_REPLY,
})

export const product = z.object({
  id,
  code: z.string(),
  name: z.string(),
  unit_price: decimal,
  currency: z.enum(['CLP', 'UF']),
})

export const listProducts = call({
  method: 'GET',
  path: '/billing-core/products/',
  access: 'session',
  status: 200,
  refuses: [404],
  query: z.object({ company: idInPath }),
  reply: z.array(product),
})

export const createProduct = call({
  method: 'POST',
  path: '/billing-core/products/',
  access: 'session',
  takesKey: true,
  status: 201,
  refuses: [404],
  body: z.object({
    party_id: idToWrite,
    code: optionalText(35),
    // NmbItem takes 80 characters in the SII's formato DTE.
    name: requiredText(80),
    unit_price: decimalToWrite,
    currency: z.enum(['CLP', 'UF']).default('CLP'),
  }),
  reply: product,
})

/**
 * Ours: rules that charge it say its new name and code in what they issue from then on; prices stand in the rules
 * themselves. 409 for another currency while rules use it.
 */
export const changeProduct = call({
  method: 'PATCH',
  path: '/billing-core/products/:id/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({
    code: text(35).optional(),
    name: requiredText(80).optional(),
    unit_price: decimalToWrite.optional(),
    currency: z.enum(['CLP', 'UF']).optional(),
  }),
  reply: product,
})

/** Ours: 409 with the names of the rules that use it. */
export const deleteProduct = call({
  method: 'DELETE',
  path: '/billing-core/products/:id/',
  access: 'session',
  status: 204,
  refuses: [409],
  params: z.object({ id: idInPath }),
  reply: NO_REPLY,
})
