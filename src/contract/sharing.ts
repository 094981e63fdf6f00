import { z } from 'zod'
import { call, NO_REPLY } from './call.ts'
import { documentDetail } from './documents.ts'
import { idInPath, instant } from './fields.ts'
import { sharedPayment } from './shared-payments.ts'

// Ours: an issued document at an address that nobody can guess, for whom it is for.

const share = z.object({
  /** Null: there is none at the moment. */
  url: z.string().nullable(),
  /** A sentence to send it with. */
  whatsapp_text: z.string().nullable(),
  views: z.int(),
  last_viewed_at: instant.nullable(),
})

const documentInPath = z.object({ id: idInPath })

export const readShare = call({
  method: 'GET',
  path: '/documents/:id/share/',
  access: 'session',
  status: 200,
  params: documentInPath,
  reply: share,
})

/** Makes the address, or answers the one there is. 409 while the document has no PDF yet. */
export const shareDocument = call({
  method: 'POST',
  path: '/documents/:id/share/',
  access: 'session',
  status: 200,
  refuses: [409],
  params: documentInPath,
  reply: share,
})

/** From here on none of the document's addresses shows it, those in mails included. */
export const revokeShare = call({
  method: 'DELETE',
  path: '/documents/:id/share/',
  access: 'session',
  status: 204,
  params: documentInPath,
  reply: NO_REPLY,
})

const tokenInPath = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
const party = z.object({ identifier: z.string(), name: z.string() })

export const readSharedDocument = call({
  method: 'GET',
  path: '/shared-documents/:token/',
  access: 'public',
  status: 200,
  params: tokenInPath,
  reply: documentDetail
    .pick({
      document_type: true,
      folio: true,
      emission_date: true,
      neto: true,
      iva: true,
      total: true,
      has_pdf: true,
      has_xml: true,
      content: true,
    })
    .extend({
      state: z.enum(['issued', 'annulled']),
      company: party,
      recipient: party,
      /** Without a PDF: it comes by itself, in some minutes. */
      files_coming: z.boolean(),
      /** Null: its issuer takes no payments here. */
      payment: sharedPayment.nullable(),
    }),
})

/** A person has it before their eyes. The owner's own look doesn't count, nor a program's. */
export const noteSharedView = call({
  method: 'POST',
  path: '/shared-documents/:token/seen/',
  access: 'optional',
  status: 204,
  params: tokenInPath,
  reply: NO_REPLY,
})

/** A file, for a browser's address bar. */
export const SHARED_FILE_PATH = '/shared-documents/:token/files/:kind/'
