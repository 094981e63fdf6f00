import type { Kysely } from 'kysely'
import { formatRut, parseRut, rut } from '#domain/rut.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { mutedBy, nextStep, receivableAt, remindersOf, setMuted } from './mute.ts'
import { mutedClients, requireOwed, requireOwnRut, type CompanyMutes } from './muted-clients.ts'
import type { PreviewedMail } from './preview.ts'
import { readReminders, readSetting, switchReminders, type Reminders } from './setting.ts'

type ReminderCalls =
  | 'readReminders'
  | 'switchReminders'
  | 'readDocumentReminders'
  | 'muteReminders'
  | 'listReminderMutes'
  | 'muteClientReminders'

type Needs = { db: Kysely<Schema>; clock: Clock }

export function reminderRoutes(needs: Needs): Pick<Handlers, ReminderCalls> {
  const { db } = needs
  return {
    readReminders: async ({ session: { organisationId }, params }) =>
      remindersToWire(await readReminders(needs, { organisationId, companyId: params.id })),
    switchReminders: async ({ session: { organisationId, userId }, params, body }) => {
      const by = { organisationId, companyId: params.id, userId }
      return remindersToWire(await switchReminders(needs, by, body))
    },
    readDocumentReminders: ({ session, params }) =>
      documentReminders(needs, session.organisationId, params.id),
    muteReminders: async ({ session, params, body }) => {
      const { organisationId } = session
      const { companyId, clientRut } = await receivableAt(db, organisationId, params.id)
      if (body.of === 'client') requireOwnRut(clientRut)
      const at = { organisationId, companyId }
      const of = body.of === 'client' ? { ...at, clientRut } : { ...at, documentId: params.id }
      await setMuted(needs, session, of, body.muted)
      return documentReminders(needs, session.organisationId, params.id)
    },
    listReminderMutes: async ({ session }) =>
      (await mutedClients(db, session.organisationId)).map(mutesToWire),
    muteClientReminders: async ({ session, params, body }) => {
      const { organisationId } = session
      const clientRut = parseRut(body.client)
      const at = { organisationId, companyId: params.id, clientRut: clientRut ?? '' }
      await requireOwed(db, at)
      await setMuted(needs, session, at, body.muted)
      const [mutes] = await mutedClients(db, organisationId, params.id)
      if (mutes === undefined) throw new NotFound()
      return mutesToWire(mutes)
    },
  }
}

function mutesToWire({ companyId, isOn, clientRuts }: CompanyMutes) {
  return {
    company: companyId,
    on: isOn,
    muted: clientRuts.map((clientRut) => formatRut(rut(clientRut))),
  }
}

async function documentReminders(needs: Needs, organisationId: number, documentId: number) {
  const { db } = needs
  const { companyId, clientRut, clientName } = await receivableAt(db, organisationId, documentId)
  const company = { organisationId, companyId }
  const document = { ...company, documentId }
  const by = await mutedBy(db, document)
  return {
    on: (await readSetting(db, company)) !== null,
    muted: by !== null,
    given_back: by === 'refund',
    client: { identifier: formatRut(rut(clientRut)), name: clientName },
    client_muted: (await mutedBy(db, { ...company, clientRut })) !== null,
    next: await nextStep(needs, document),
    sent: await remindersOf(db, organisationId, documentId),
  }
}

function remindersToWire({ company, setting, mails, more, unreachable, digest }: Reminders) {
  return {
    company: { id: company.id, identifier: formatRut(rut(company.rut)), name: company.name },
    first_due_day: setting?.firstDueDay ?? null,
    enabled_at: setting?.enabledAt ?? null,
    mails: mails.map(mailToWire),
    more,
    unreachable,
    seen: digest,
  }
}

function mailToWire(mail: PreviewedMail) {
  return {
    day: mail.day,
    client: { identifier: formatRut(rut(mail.clientRut)), name: mail.clientName },
    to: mail.people.map(({ address }) => address),
    documents: mail.documents.map((one) => ({
      id: one.documentId,
      name: one.document,
      open: one.openClp,
      due_day: one.dueDay,
      step: one.step,
    })),
    subject: mail.subject,
    text: mail.text,
  }
}
