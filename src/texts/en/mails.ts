import type { mails as es } from '../es/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof es> = {
  frame: {
    tagline: 'Your tax documents, issued by themselves and on time.',
    automatic: 'This mail is sent automatically; nobody reads the replies.',
    demonstration:
      'Demonstration: this mail never left your computer and nothing you do here reaches the SII.',
  },
  activation: {
    subject: 'Activate your Folio account',
    preview: 'One step is left: confirm that this address is yours.',
    title: 'Activate your account',
    lead: 'Somebody created a Folio account with {{email}}. If it was you, confirm that this address is yours and you can sign in.',
    button: 'Activate my account',
    paste: "Doesn't the button work? Copy this address into your browser:",
    validity: 'The link works once and expires in 24 hours.',
    unexpected: "If it wasn't you, do nothing: without this step the account can't be used.",
  },
}
