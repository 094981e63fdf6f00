import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { layOut, type Mail } from './layout.ts'

export type AccountMail = {
  template: 'activation' | 'recovery' | 'passwordChanged'
  language: Language
  email: string
  /** What the button opens. */
  url: string
  demonstration: boolean
}

/** What we write to a user about their own account. */
export function accountMail({ template, language, email, url, demonstration }: AccountMail): Mail {
  const texts = mailTexts(language)
  const { subject, preview, title, lead, button, validity, unexpected } = texts[template]
  return layOut(
    {
      language,
      subject,
      preview,
      title,
      lead: fill(lead, { email }),
      button: { label: button, url },
      paste: texts.frame.paste,
      notes: [validity, unexpected],
    },
    demonstration,
  )
}
