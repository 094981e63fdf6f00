import type { Translation } from '../translation.ts'
import type { landing as spanish } from '../es/web-landing.ts'

export const landing: Translation<typeof spanish> = {
  landing: {
    title: 'Your invoices leave by themselves.',
    titleAccent: 'The right day, just once.',
    lead: 'Schedule to whom, how much and when. Folio issues each factura at the SII with your clave, with the right UF, and shows you every step.',
    start: 'Start without a subscription',
    login: 'Log in',
    facts: 'No fixed costs · No contract · Ready in 5 minutes',
    howTitle: 'How it works',
    how: {
      connect: {
        title: 'Connect the SII',
        body: 'With your RUT and your sii.cl clave we read your companies and clients. Nothing to install.',
      },
      rule: {
        title: 'Create a rule',
        body: 'Clients, lines in pesos or UF, and a day: fixed, first or last business day of the month.',
      },
      issue: {
        title: 'It issues itself',
        body: 'First you have time to stop it. Then you see it here with its number, PDF and XML.',
      },
    },
    promiseTitle: 'Exactly once',
    promise:
      'A factura cannot be deleted. So, when the SII does not answer in time, Folio does not send it again: it first looks for it in your list of issued documents. And every step is kept in a record nobody can change.',
    sampleIssuer: 'Comercial Arrayán SpA',
    sampleIssuerGiro: 'Servicios de asesoría contable',
    sampleStreet: 'Av. Providencia 1208, of. 42',
    sampleRecipient: 'Viña Los Quillayes Ltda.',
    sampleRecipientGiro: 'Elaboración de vinos',
    sampleRecipientStreet: 'Camino El Peral 350',
    sampleLine: 'Asesoría mensual, noviembre 2026',
    sampleLine2: 'Cierre de libros',
    sampleState: 'Issued by itself, at 09:14',
  },
  legal: {
    termsTitle: 'Terms',
    privacyTitle: 'Privacy',
    updated: 'Version of November 2026',
    terms: {
      service: {
        title: 'What Folio does',
        body: 'Folio enters the SII portal with the credentials you give and issues the documents you scheduled. You remain the issuer: you answer for the content of each document.',
      },
      once: {
        title: 'Just once',
        body: 'Folio never sends the same document twice. When it is not known whether the SII issued it, it looks before acting, and if that cannot settle it you are asked to decide.',
      },
      demo: {
        title: 'Demonstration',
        body: 'Documents made in a demonstration environment do not exist at the SII and have no tax validity.',
      },
      contact: {
        title: 'Questions',
        body: 'We answer within 30 business days, Monday to Friday from 9:00 to 18:00 (GMT-3).',
      },
    },
    privacy: {
      what: {
        title: 'What we keep',
        body: 'Your e-mail, the companies, clients and products you use, and the documents issued. Your clave and your certificate password, encrypted.',
      },
      why: {
        title: 'What for',
        body: 'Only to issue what you scheduled and show you what happened. We sell no data and use none for advertising.',
      },
      rights: {
        title: 'Your rights',
        body: 'You may ask for a copy of your data, correct or erase them. Tax documents are kept for the 6 years the law demands.',
      },
      contact: {
        title: 'Questions',
        body: 'We answer within 30 business days, Monday to Friday from 9:00 to 18:00 (GMT-3).',
      },
    },
  },
}
