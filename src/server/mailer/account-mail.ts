import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { layOut, type Mail } from './layout.ts'

export type AccountMail = {
  template: 'activation' | 'recovery' | 'passwordChanged' | 'monthlyValues'
  language: Language
  /** What the texts name: the user's e-mail, and what the mail is about. */
  values: Record<string, string>
  /** What the button opens. */
  url: string
  demonstration: boolean
}

/** What we write to a user about their own account. */
export function accountMail({ template, language, values, url, demonstration }: AccountMail): Mail {
  const texts = mailTexts(language)
  const { subject, preview, title, lead, button, validity, unexpected } = texts[template]
  return layOut(
    {
      language,
      subject: fill(subject, values),
      preview: fill(preview, values),
      title,
      lead: fill(lead, values),
      button: { label: button, url },
      paste: texts.frame.paste,
      notes: [validity, unexpected],
    },
    demonstration,
  )
}
