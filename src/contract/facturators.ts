import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { id, idInPath, idToWrite, instant, rutText } from './fields.ts'

export const facturatorRef = z.object({ type: z.literal('sii'), id })
export const facturator = facturatorRef.extend({ label: z.string() })

export const listFacturators = call({
  method: 'GET',
  path: '/billing-core/facturators/',
  access: 'session',
  status: 200,
  reply: z.object({ facturators: z.array(facturator), active: facturatorRef.nullable() }),
})

export const activateFacturator = call({
  method: 'POST',
  path: '/billing-core/facturators/active/',
  access: 'session',
  status: 200,
  refuses: [404],
  body: facturatorRef.extend({ id: idToWrite }),
  reply: z.object({ active: facturatorRef }),
})

export const credentials = z.object({
  id,
  rut: z.string(),
  label: z.string(),
  clave_state: z.enum(['valid', 'rejected', 'absent']),
  refreshed_at: instant.nullable(),
})

/** Logs in at the SII once with what was typed; nothing is stored unless the SII lets it in. */
export const createCredentials = call({
  method: 'POST',
  path: '/billing-sii/credentials/',
  access: 'session',
  takesKey: true,
  secrets: ['password'],
  isAtSii: true,
  asksPassword: true,
  status: 201,
  refuses: [404, 409],
  body: z.object({ rut: rutText, password: z.string().min(1).max(64) }),
  reply: credentials,
})

export const readCredentials = call({
  method: 'GET',
  path: '/billing-sii/credentials/:id/',
  access: 'session',
  status: 200,
  params: z.object({ id: idInPath }),
  reply: credentials,
})

export const changeCredentials = call({
  method: 'PATCH',
  path: '/billing-sii/credentials/:id/',
  access: 'session',
  isAtSii: true,
  asksPassword: true,
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  // The RUT of the connection may come along and stays what it is; without a clave nothing changes.
  body: z.object({
    rut: rutText.optional(),
    password: z.string().min(1).max(64).optional(),
  }),
  reply: credentials,
})

/** Ours: logs in at the SII once, with the clave that is stored. A refusal stops what would use it. */
export const testCredentials = call({
  method: 'POST',
  path: '/billing-sii/credentials/:id/test/',
  access: 'session',
  isAtSii: true,
  status: 200,
  refuses: [400, 409],
  params: z.object({ id: idInPath }),
  reply: credentials,
})

/**
 * Ours: erases clave and certificate password. The facturator stays, without them, while documents or rules
 * hang on it.
 */
export const deleteCredentials = call({
  method: 'DELETE',
  path: '/billing-sii/credentials/:id/',
  access: 'session',
  isAtSii: true,
  asksPassword: true,
  status: 204,
  refuses: [400, 409],
  params: z.object({ id: idInPath }),
  reply: NO_REPLY,
})

export const certificate = z.object({
  has_centralized_cert: z.boolean(),
  has_cert_password: z.boolean(),
  /** Ours: how far the password is known to work; it is proved by the first document signed. */
  password_state: z.enum(['absent', 'unverified', 'verified', 'rejected']),
  /** Ours: passwords that may still be tried before an hour of waiting; null when none was refused within the hour. */
  tries_left: z.int().nonnegative().nullable(),
})

export const readCertificate = call({
  method: 'GET',
  path: '/billing-sii/facturators/:id/certificate/',
  access: 'session',
  status: 200,
  refuses: [400, 409],
  params: z.object({ id: idInPath }),
  reply: certificate,
})

export const saveCertificatePassword = call({
  method: 'PUT',
  path: '/billing-sii/facturators/:id/certificate/',
  access: 'session',
  asksPassword: true,
  status: 200,
  refuses: [409],
  params: z.object({ id: idInPath }),
  body: z.object({ certificate_password: z.string().min(1).max(128) }),
  reply: certificate,
})
