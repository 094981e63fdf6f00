import { z } from 'zod'
import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { layOut } from './layout.ts'
import type { Mail, MailRow } from './mail-content.ts'
import type { Template } from './mail-kinds.ts'

/** What a mail is about, as it waits: what its sentences name, and the lines it lists. */
export const mailData = z.object({
  values: z.record(z.string(), z.string()).default({}),
  rows: z
    .array(z.object({ title: z.string(), detail: z.string(), value: z.string() }))
    .max(50)
    .default([]),
})
export type MailData = { values: Record<string, string>; rows?: MailRow[] }

export type SystemMail = {
  template: Template
  language: Language
  data: MailData
  /** What the button opens; null where there is nothing to open. */
  url: string | null
  /** Where one click ends this kind of mail. */
  unsubscribeUrl: string | null
  /** Where its preferences are; null for a mail that can't be turned off. */
  preferencesUrl: string | null
  demonstration: boolean
}

/** One of the product's own mails, in words. */
export function systemMail(mail: SystemMail): Mail {
  const { template, language, url, unsubscribeUrl, preferencesUrl } = mail
  const { values, rows = [] } = mail.data
  const { frame, [template]: texts } = mailTexts(language)
  const filled = (text: string): string => fill(text, values)
  const details: readonly { of: string; label: string }[] = texts.details
  const notes: readonly string[] = texts.notes
  return layOut(
    {
      language,
      subject: filled(texts.subject),
      preview: filled(texts.preview),
      title: filled(texts.title),
      lead: filled(texts.lead),
      details: details.flatMap(({ of, label }) =>
        (values[of] ?? '') === '' ? [] : [{ label, value: values[of] ?? '' }],
      ),
      rows,
      quote: values['message'] ?? null,
      button: url === null ? null : { label: filled(texts.button), url },
      isRead: template === 'contactMessage',
      notes: notes.map(filled),
      endings: [
        ...(unsubscribeUrl === null ? [] : [{ label: frame.unsubscribe, url: unsubscribeUrl }]),
        ...(preferencesUrl === null ? [] : [{ label: frame.preferences, url: preferencesUrl }]),
      ],
    },
    mail.demonstration,
  )
}
