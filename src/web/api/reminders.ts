import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { listReminderMutes, readDocumentReminders, readReminders } from '#contract/reminders.ts'
import { send } from './client.ts'
import { paymentQuery } from './payments.ts'

export type Reminders = ReplyOf<typeof readReminders>
export type ReminderMail = Reminders['mails'][number]
export type DocumentReminders = ReplyOf<typeof readDocumentReminders>

export function remindersQuery(company: number) {
  return queryOptions({
    queryKey: ['reminders', company],
    queryFn: ({ signal }) => send(readReminders, { params: { id: company } }, signal),
  })
}

/** Below the document's payment: what changes that makes it old. */
export function documentRemindersQuery(id: number) {
  return queryOptions({
    queryKey: [...paymentQuery(id).queryKey, 'reminders'],
    queryFn: ({ signal }) => send(readDocumentReminders, { params: { id } }, signal),
  })
}

/** Below the documents: a document's page mutes its client, too. */
export function reminderMutesQuery() {
  return queryOptions({
    queryKey: ['documents', 'payments', 'reminder-mutes'],
    queryFn: ({ signal }) => send(listReminderMutes, {}, signal),
  })
}
