import { z } from 'zod'
import { MAX_UPLOAD_CONFIRMED, MAX_UPLOAD_DOCUMENTS } from '#domain/upload.ts'
import { call } from './call.ts'
import { documentState } from './documents.ts'
import { day, id, idInPath, instant } from './fields.ts'

// Ours: documents of an uploaded file are ordered, followed, paused and cancelled.

/** The uploaded file, by GET, with what became of each row in its columns Estado, Folio, Error and Id Folio. */
export const UPLOAD_ANNOTATED_PATH = '/uploads/:id/annotated/'

/**
 * `ordering`: it was ordered, and its document isn't made yet. `refused`: none could be made of it. `cancelled`: its
 * person took the order back before one was made.
 */
export const uploadOrderState = z.enum([
  ...documentState.options,
  'ordering',
  'refused',
  'cancelled',
])

export const uploadProgress = z.object({
  upload: id,
  company: id,
  /** Nothing of it is sent until it is resumed, though its documents are prepared; what was on its way ends. */
  is_paused: z.boolean(),
  /** `ordered` is the sum of all the others. */
  totals: z.object({
    ordered: z.int(),
    /** Not prepared yet: its document is still to be made, or its day is to come. */
    planned: z.int(),
    /** It can still be stopped: its undo window is open. */
    waiting: z.int(),
    /** Its turn at the SII comes, or it is there now. */
    queued: z.int(),
    issued: z.int(),
    /** Waits until its person decides or mends something. */
    asking: z.int(),
    /** Refused: it goes on only if its person orders it again. */
    failed: z.int(),
    /** Whether the SII issued it is being found out. */
    uncertain: z.int(),
    cancelled: z.int(),
  }),
  /** So many `cancelUpload` takes back, and a pause holds: those that wait for their person, too. */
  cancellable: z.int(),
  /**
   * Until the last one is issued, by the pace at which one person's documents are sent to the SII. Null: nothing moves by
   * itself, because all is done, paused, stopped or waits for a person.
   */
  seconds_left: z.int().nullable(),
  /** In the order of the file. */
  documents: z.array(
    z.object({
      /** The key of `uploadDocument`. */
      key: z.string(),
      group: z.string(),
      rows: z.array(z.int()),
      recipient: z.string(),
      total: z.int().nullable(),
      document: id.nullable(),
      state: uploadOrderState,
      /** It waits until its person decides or mends something. */
      asks: z.boolean(),
      /** The date it carries, or will. */
      date: day,
      folio: z.int().nullable(),
      /** Why it waits or failed, and what to do, in the language of the request. */
      message: z.string().nullable(),
    }),
  ),
})

const uploadInPath = z.object({ id: idInPath })

/**
 * Orders documents of an uploaded file: all of them or none. A document that was ordered before is not ordered again,
 * whichever key of a request it comes under. 409 `upload_content_changed`: what would be issued of one is not what its
 * `content` stood for any more. 409 `upload_already_ordered`: some were ordered before. 409 `upload_looks_repeated`: one of
 * them looks like another document that `confirmed` doesn't name for it.
 */
export const orderUpload = call({
  method: 'POST',
  path: '/uploads/:id/orders/',
  access: 'session',
  takesKey: true,
  datesDocuments: true,
  status: 201,
  refuses: [404, 409],
  params: uploadInPath,
  body: z.object({
    /** Each once, with its `content` as its person saw it. */
    documents: z
      .array(
        z.object({
          key: z.string().min(1).max(200),
          content: z
            .string()
            .max(64, { abort: true })
            .regex(/^[0-9a-f]{64}$/),
        }),
      )
      .min(1)
      .max(MAX_UPLOAD_DOCUMENTS),
    /** As many as `documents`, as its person confirmed it. */
    count: z.int().min(1).max(MAX_UPLOAD_DOCUMENTS),
    /** The date they carry, as it was shown: 400 where they can't leave on that day any more. */
    issue_date: day,
    /**
     * Of documents that look like others, of this file or not: the person has seen that, and issues them all the same.
     * `others` are the `ref`s of those that aren't of this order; those whose amount isn't known may be left out. What
     * appears later is asked about before it is issued.
     */
    confirmed: z
      .array(
        z.object({
          key: z.string().min(1).max(200),
          others: z.array(z.string().min(1).max(200)).max(MAX_UPLOAD_CONFIRMED),
        }),
      )
      .max(MAX_UPLOAD_DOCUMENTS)
      .default([]),
  }),
  reply: uploadProgress,
})

/** Nothing was ordered of it: all totals are 0. */
export const readUploadProgress = call({
  method: 'GET',
  path: '/uploads/:id/progress/',
  access: 'session',
  status: 200,
  refuses: [404],
  params: uploadInPath,
  reply: uploadProgress,
})

/** How long a document of its company takes on this day, and how many more fit before the closing hour of that day. */
export const readUploadPace = call({
  method: 'GET',
  path: '/uploads/:id/pace/',
  access: 'session',
  status: 200,
  refuses: [404],
  params: uploadInPath,
  query: z.object({ issue_date: day }),
  reply: z.object({
    /** As measured of the person's last documents. */
    seconds_each: z.number(),
    /** Of the same person, ordered for that day before. */
    ahead: z.int(),
    /** An order of more is refused. */
    fits: z.int(),
    closes_at: instant,
  }),
})

/**
 * From its answer on nothing of it is sent, though its documents are prepared; what is on its way to the SII ends. Harmless
 * when repeated.
 */
export const pauseUpload = call({
  method: 'POST',
  path: '/uploads/:id/pause/',
  access: 'session',
  status: 200,
  refuses: [404],
  params: uploadInPath,
  reply: uploadProgress,
})

/** What waited goes on; a date that went by meanwhile is asked about. */
export const resumeUpload = call({
  method: 'POST',
  path: '/uploads/:id/resume/',
  access: 'session',
  status: 200,
  refuses: [404],
  params: uploadInPath,
  reply: uploadProgress,
})

/**
 * Takes back what has not gone; what is on its way, in doubt or issued stays. Those that were cancelled may be ordered
 * again.
 */
export const cancelUpload = call({
  method: 'POST',
  path: '/uploads/:id/cancel/',
  access: 'session',
  takesKey: true,
  status: 200,
  refuses: [404],
  params: uploadInPath,
  reply: uploadProgress,
})

/** The `code` of a 409 of `orderUpload`. */
export const UPLOAD_CONTENT_CHANGED = 'upload_content_changed'
export const UPLOAD_ALREADY_ORDERED = 'upload_already_ordered'
export const UPLOAD_LOOKS_REPEATED = 'upload_looks_repeated'
