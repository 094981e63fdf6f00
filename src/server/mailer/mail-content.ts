import type { Language } from '#texts/language.ts'

export type MailContent = {
  language: Language
  subject: string
  /** What mail programs show beside the subject. */
  preview: string
  title: string
  lead: string
  details: { label: string; value: string }[]
  rows: MailRow[]
  /** What somebody wrote, kept apart from our own words. */
  quote: string | null
  button: MailLink | null
  /** Whether somebody reads what is answered to it. */
  isRead: boolean
  notes: string[]
  /** At the very end: what ends this kind of mail. */
  endings: MailLink[]
}

/** A line of a list: 'Aseo del Sur', 'Factura 100', '$148.750'. */
export type MailRow = { title: string; detail: string; value: string }
export type MailLink = { label: string; url: string }
export type Mail = { subject: string; text: string; html: string }
