import type { legal as spanish } from '../es/site-legal.ts'
import type { Translation } from '../translation.ts'

export const legal: Translation<typeof spanish> = {
  updated: 'Version of November 2026',
  contents: 'On this page',
  terms: {
    title: 'Terms',
    description: 'The conditions under which Folio issues documents at the SII for you.',
    lead: 'The conditions under which Folio issues documents at the SII for you.',
    parts: [
      {
        title: 'What Folio does',
        body: [
          'Folio enters the SII portal with the credentials you give and issues the documents you scheduled. You remain the issuer: you answer for the content of each document.',
        ],
      },
      {
        title: 'Questions',
        body: ['We answer within 30 business days, Monday to Friday from 9:00 to 18:00 (GMT-3).'],
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    description: 'Which data Folio keeps, what for, and what you may ask of us.',
    lead: 'Which data we keep, what for, and what you may ask of us.',
    parts: [
      {
        title: 'What we keep',
        body: [
          'Your e-mail, the companies, clients and products you use, and the documents issued. Your clave and your certificate password, encrypted.',
        ],
      },
    ],
  },
}
