import { refusalText, type RefusalCode } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { InvalidInput, NotFound, Refused, type Problem } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { correctReplies, forgetReplies } from '../http/idempotency.ts'
import { clientExists } from './client-store.ts'
import { rulesOfContacts, type Named } from './contact-addresses.ts'
import {
  insertContact,
  listContacts,
  lockContact,
  lockRulesOfContact,
  MOST_CONTACTS,
  removeContact,
  rulesWithoutRecipient,
  saveContact,
  type Contact,
  type ContactChange,
} from './contact-store.ts'
import type { Db, OfTenant } from './store.ts'
import { contactToWire } from './to-wire.ts'

export type ContactRoutes = Pick<Handlers, 'createContact' | 'changeContact' | 'deleteContact'>

/** Those who get a client's mails: written, corrected and deleted by the user. */
export function contactRoutes({ db, clock }: { db: Db; clock: Clock }): ContactRoutes {
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

    async changeContact({ session, params, body }) {
      const { organisationId } = session
      const at = { organisationId, id: params.id }
      return db.transaction().execute(async (trx) => {
        const saved = await correctContact(trx, at, body.contact)
        if (saved === null) throw new NotFound()
        await audit(trx, clock, session, { kind: 'contactChanged', subject: `contact:${at.id}` })
        const rules = await rulesOfContacts(trx, organisationId, [at.id])
        return contactToWire(saved, rules.get(at.id))
      })
    },

    async deleteContact({ session, params, query }) {
      const { organisationId } = session
      const at = { organisationId, id: params.id }
      await db.transaction().execute(async (trx) => {
        // A rule that takes it up at this moment is waited for, and a later one finds it gone.
        if (!(await lockContact(trx, at))) throw new NotFound()
        await lockRulesOfContact(trx, at)
        const only = await rulesWithoutRecipient(trx, at)
        if (only.length > 0) throw inUse('contactIsOnlyRecipient', only)
        const rules = (await rulesOfContacts(trx, organisationId, [at.id])).get(at.id) ?? []
        if (rules.length > 0 && !query.from_rules) throw inUse('contactInUse', rules)
        await removeContact(trx, at)
        await forgetReplies(trx, organisationId, toldOf(at))
        await audit(trx, clock, session, { kind: 'contactDeleted', subject: `contact:${at.id}` })
      })
    },
  }
}

/** Changes what is named, in the replies kept of its making too. Null when it isn't there. */
export async function correctContact(
  trx: Db,
  at: OfTenant,
  change: ContactChange,
): Promise<Contact | null> {
  const saved = await saveContact(trx, at, change)
  if (saved === null) return null
  await correctReplies(trx, at.organisationId, toldOf(at), contactToWire(saved))
  return saved
}

/** Finds the replies that name it: what it was made with would outlive it there. */
function toldOf({ id }: { id: number }) {
  return { id, contact: {} }
}

const MOST_NAMED = 10

/** 409 that names what would change with it. */
export function inUse(
  code:
    | 'clientInUse'
    | 'contactInUse'
    | 'contactIsOnlyRecipient'
    | 'productInUse'
    | 'productCurrencyInUse',
  rules: readonly Named[],
): Refused {
  const named = rules.slice(0, MOST_NAMED).map(({ name }) => `«${name}»`)
  const text = rules.length > MOST_NAMED ? [...named, '…'] : named
  return new Refused(409, { code, values: { rules: text.join(', ') } })
}

function say(code: RefusalCode, language: Language, values?: Record<string, number>): Problem {
  return { text: refusalText(code, language, values) }
}
