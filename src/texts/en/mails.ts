import type { mails as es } from '../es/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof es> = {
  frame: {
    tagline: 'Your tax documents, issued by themselves and on time.',
    automatic: 'This mail is sent automatically; nobody reads the replies.',
    demonstration:
      'Demonstration: this mail never left your computer and nothing you do here reaches the SII.',
    paste: "Doesn't the button work? Copy this address into your browser:",
  },
  activation: {
    subject: 'Activate your Folio account',
    preview: 'One step is left: confirm that this address is yours.',
    title: 'Activate your account',
    lead: 'Somebody created a Folio account with {{email}}. If it was you, confirm that this address is yours and you can sign in.',
    button: 'Activate my account',
    validity: 'The link works once and expires in 24 hours.',
    unexpected: "If it wasn't you, do nothing: without this step the account can't be used.",
  },
  recovery: {
    subject: 'Recover your Folio password',
    preview: 'A link to choose a new password.',
    title: 'Choose a new password',
    lead: 'Somebody asked to recover the password of {{email}}. If it was you, choose a new one with this button.',
    button: 'Choose a password',
    validity: 'The link works once and expires in 24 hours.',
    unexpected: "If it wasn't you, do nothing: your password stays as it is.",
  },
  monthlyValues: {
    subject: 'Fill in quantity or price: {{rule}}',
    preview: 'Without them, {{company}} issues nothing on {{day}}.',
    title: "This month's figures are missing",
    lead: 'The rule “{{rule}}” of {{company}} issues on {{day}} and does not know yet the quantity or the price of this month. Fill them in and it issues by itself that day.',
    button: 'Fill in',
    validity:
      "If you don't, nothing is issued: last month's value is shown to you, but never used by itself.",
    unexpected: 'If you no longer want it issued, pause the rule.',
  },
  passwordChanged: {
    subject: 'Your Folio password was changed',
    preview: "If it wasn't you, recover your account now.",
    title: 'Your password was changed',
    lead: 'The password of {{email}} was just changed, and every open session was closed.',
    button: "It wasn't me: recover my account",
    validity: 'If it was you, there is nothing to do.',
    unexpected:
      "If it wasn't you, somebody may be reading your mail: change the password of your mailbox too.",
  },
  document: {
    /** When the rule says nothing of its own. */
    defaultBody:
      '<p>Dear all,</p><p>Attached is document no. {{numero_documento}} of {{mes}} {{año}}.</p><p>Kind regards.</p>',
    fileNames: { factura: 'Factura', boletaHonorarios: 'Boleta de honorarios' },
  },
  mailboxDisconnected: {
    subject: 'Connect {{address}} again',
    preview: 'Its automatic mails are on hold.',
    title: 'Your mailbox was disconnected',
    lead: 'The provider of {{address}} no longer takes the permission we send your documents with. Documents are still issued, but their mails wait.',
    button: 'Connect again',
    notes: ['Once it is back, one button sends all that was held.'],
  },
}
