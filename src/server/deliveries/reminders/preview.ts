import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { addDays, dayInChile, timeInChile, type Day } from '#domain/day.ts'
import { REMINDER_HOURS, reminderDays } from '#domain/reminders.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { textOf } from '../../mailer/safe-html.ts'
import { mailsOf, type ReminderMail } from './group.ts'
import { readOwing, type CompanyAt } from './owing.ts'
import { mailedOn, withoutTaken, type Stepped } from './plan.ts'
import { reminderText } from './text.ts'

type Db = Kysely<Schema>

export interface PreviewedMail extends ReminderMail<Stepped> {
  day: Day
  subject: string
  text: string
}

export interface Preview {
  mails: PreviewedMail[]
  more: number
  unreachable: number
  /** Of the whole list, the mails that are not shown included. */
  digest: string
}

const MAX_MAILS = 100
/** The last step of what falls due within the longest days to pay that are usual. */
const DAYS_AHEAD = 60

/** What would be sent from now on, as things stand: of what falls due on `from` or later. */
export async function previewReminders(
  { db, clock }: { db: Db; clock: Clock },
  at: CompanyAt,
  from: Day,
): Promise<Preview> {
  const today = dayInChile(clock.now())
  const first = firstDay(clock)
  const last = addDays(today, DAYS_AHEAD)
  const owing = await readOwing(db, at, { from })
  const planned = owing.flatMap((one) =>
    reminderDays(one.dueDay)
      .filter(({ day }) => day >= first && day <= last)
      .map(({ step, day }) => ({ ...one, step, day })),
  )
  const steps = await withoutTaken(db, at, planned)
  const written = await mailedOn(db, at, today)
  const mails: Omit<PreviewedMail, 'subject' | 'text'>[] = []
  let unreachable = 0
  for (const day of [...new Set(steps.map((one) => one.day))].toSorted()) {
    const ofDay = steps.filter((one) => one.day === day)
    for (const mail of await mailsOf(db, at, ofDay)) {
      if (day === today && written.has(mail.clientKey)) continue
      if (mail.people.length === 0 || mail.accountId === null) unreachable += mail.documents.length
      else mails.push({ ...mail, day })
    }
  }
  const shown = mails.slice(0, MAX_MAILS).map((mail) => {
    const { subject, bodyHtml } = reminderText(mail.documents, mail.day, { signature: '' })
    return { ...mail, subject, text: textOf(bodyHtml) }
  })
  return { mails: shown, more: mails.length - shown.length, unreachable, digest: digestOf(mails) }
}

/** Today, while its hours last. */
function firstDay(clock: Clock): Day {
  const { day, hour } = timeInChile(clock.now())
  return hour < REMINDER_HOURS.toHour ? day : addDays(day, 1)
}

function digestOf(mails: readonly Omit<PreviewedMail, 'subject' | 'text'>[]): string {
  const named = mails.map(({ day, clientRut, people, documents }) => [
    day,
    clientRut,
    people.map(({ address }) => address),
    documents.map(({ documentId, openClp, dueDay, step }) => [documentId, openClp, dueDay, step]),
  ])
  return createHash('sha256').update(JSON.stringify(named)).digest('hex')
}
