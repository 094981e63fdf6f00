import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { layOut, type Mail } from './layout.ts'

/** Mails about a user's work that need no link made for them. */
export const noticeTemplates = ['mailboxDisconnected'] as const

export type NoticeTemplate = (typeof noticeTemplates)[number]

export type Notice = {
  template: NoticeTemplate
  language: Language
  /** What the sentences name: a rule, a day, a sum as it is written. */
  values: Record<string, string | number>
  url: string
  demonstration: boolean
}

/** What we tell a user about their documents and their account. */
export function noticeMail({ template, language, values, url, demonstration }: Notice): Mail {
  const { subject, preview, title, lead, button, notes } = mailTexts(language)[template]
  const filled = (text: string): string => fill(text, values)
  return layOut(
    {
      language,
      subject: filled(subject),
      preview: filled(preview),
      title,
      lead: filled(lead),
      button: { label: button, url },
      paste: mailTexts(language).frame.paste,
      notes: notes.map(filled),
    },
    demonstration,
  )
}
