import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import type { ActivationLink } from '../users/registration.ts'
import { layOut, type Mail } from './layout.ts'

export type ActivationMail = {
  language: Language
  email: string
  link: ActivationLink
  publicUrl: string
  demonstration: boolean
}

/** Asks the new user to confirm the address; the link is the browser's route of spec section 2. */
export function activationMail(mail: ActivationMail): Mail {
  const { activation } = mailTexts(mail.language)
  const { uid, token } = mail.link
  const url = new URL(`/auth/activate/${uid}/${token}`, mail.publicUrl).href
  return layOut(
    {
      language: mail.language,
      subject: activation.subject,
      preview: activation.preview,
      title: activation.title,
      lead: fill(activation.lead, { email: mail.email }),
      button: { label: activation.button, url },
      paste: activation.paste,
      notes: [activation.validity, activation.unexpected],
    },
    mail.demonstration,
  )
}
