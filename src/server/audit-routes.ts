import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { auditCountText, auditText, secretUseText } from '#texts/audit.ts'
import type { Language } from '#texts/language.ts'
import type { Schema } from './db/schema.ts'
import type { Handlers } from './http/handler.ts'

/** Who changed what, and when and what for each secret was opened: the user's own organisation's only. */
export function auditRoutes({ db }: { db: Kysely<Schema> }): Pick<Handlers, 'listAuditEvents'> {
  return {
    async listAuditEvents({ session, query, language }) {
      const rows = await readEvents(db, session.organisationId, query)
      const page = rows.slice(0, query.limit)
      const last = rows.length > query.limit ? page.at(-1) : undefined
      return {
        events: page.map((row) => eventToWire(row, language)),
        next: last === undefined ? null : last.id,
      }
    },
  }
}

type Asked = { about: 'everything' | 'secrets'; before?: number | undefined; limit: number }

/** One more than asked for, which tells whether there is another page. */
function readEvents(db: Kysely<Schema>, organisationId: number, asked: Asked) {
  let events = db
    .selectFrom('audit_event')
    .leftJoin('app_user', 'app_user.id', 'audit_event.user_id')
    .leftJoin('facturator', (join) =>
      join.onRef('facturator.organisation_id', '=', 'audit_event.organisation_id').on(
        sql<boolean>`subject in ('facturator:' || facturator.id, 'secret:' || clave_secret_id,
            'secret:' || certificate_secret_id)`,
      ),
    )
    .select(['audit_event.id', 'at', 'kind', 'subject', 'data', 'user_id', 'app_user.email'])
    .select('facturator.label as person')
    .where('audit_event.organisation_id', '=', organisationId)
  if (asked.before !== undefined) events = events.where('audit_event.id', '<', asked.before)
  if (asked.about === 'secrets') {
    // An open portal session going on isn't a use of the clave, and would bury those that are.
    events = events.where(
      // As the index has it, so that it is used.
      sql<boolean>`kind = 'secretOpened' and data ->> 'kind' in ('clave', 'certificatePassword')`,
    )
  }
  return events
    .orderBy('audit_event.id', 'desc')
    .limit(asked.limit + 1)
    .execute()
}

type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

function eventToWire(row: EventRow, language: Language) {
  const use = row.kind === 'secretOpened' ? secretUse.safeParse(row.data).data : undefined
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    text: use ? secretUseText(use.kind, use.purpose, language) : eventText(row, language),
    subject: row.subject,
    person: row.person,
    user: row.user_id === null ? null : { id: row.user_id, email: row.email ?? '' },
  }
}

function eventText({ kind, data }: EventRow, language: Language): string {
  const { count = 1, ...named } = namedBySentence.safeParse(data).data ?? {}
  const text = auditText(kind, named, language)
  return count === 1 ? text : `${text} ${auditCountText(count, language)}`
}

const word = z.string().optional().catch(undefined)
const namedBySentence = z.object({
  version: z.int().optional(),
  count: z.int().optional(),
  name: word,
  address: word,
})

const secretUse = z.object({ kind: z.string(), purpose: z.string() })
