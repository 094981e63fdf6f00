import { KEPT } from '#domain/kept.ts'
import type { Language } from '#texts/language.ts'
import { legalChangesSince } from '#texts/legal.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import type { Template } from './mail-kinds.ts'
import type { MailData } from './system-mail.ts'

/** Invented contents, as long and as odd as real ones are: for looking at every mail. */
export function sampleMail(template: Template, language: Language): MailData {
  const isSpanish = language === 'es'
  const rule = 'Asesoría contable mensual – Peña & Hijos'
  const company = 'Servicios Ñandú del Bío Bío SpA'
  switch (template) {
    case 'activation':
    case 'recovery':
    case 'passwordChanged':
    case 'accountClosed':
    case 'contactReceived':
      return { values: {} }
    case 'emailConfirm':
    case 'emailUndone':
      return { values: { oldEmail: 'ana.pena@servicios-nandu.example' } }
    case 'secondFactorSet':
    case 'secondFactorRemoved':
    case 'emailChanged':
      return {
        values: { newEmail: 'ana@contabilidad-pena.example', days: String(KEPT.emailUndoDays) },
      }
    case 'termsChanged':
      return { values: { version: '2', day: '30/12/2026' }, rows: sampleChanges(isSpanish) }
    case 'newSignIn':
      return {
        values: {
          when: '22/11/2026 09:41',
          device: isSpanish ? 'Firefox en Windows' : 'Firefox on Windows',
          network: '190.45.12.7',
        },
      }
    case 'contactMessage':
      return { values: SAMPLE_CONTACT }
    case 'monthlyValues':
      return { values: { rule, company, day: '30/11/2026' } }
    case 'checkFailed':
      return {
        values: { rule, company, day: '30/11/2026' },
        rows: [
          row('El SII rechazó tu clave', 'Actualízala en Conexiones.'),
          row('Falta la ciudad del cliente', 'Aseo del Sur Ltda.'),
        ],
      }
    case 'paymentAccount':
    case 'paymentRefund':
    case 'paymentConnection':
    case 'paymentConnectionOffered':
    case 'paymentConnectionEnded':
    case 'paymentReceived':
      return samplePayment(isSpanish, company)
    case 'statementPayments':
      return { values: { company, companyId: '7', headline: sampleStatement(language) } }
    case 'payerCode':
      return { values: { company, code: '483 920' } }
    case 'documentUncertain':
      return { values: { ...SAMPLE_DOCUMENT, day: '30/11/2026', rule, behind: '12' } }
    case 'attention':
      return sampleAttention(isSpanish)
    case 'mailboxDisconnected':
      return { values: { address: 'ana.pena@servicios-nandu.example' } }
    case 'issuedToday':
    case 'weeklyDigest':
      return sampleDigest(isSpanish, template === 'weeklyDigest')
  }
}

const SAMPLE_DOCUMENT = {
  documentId: '42',
  recipient: 'Constructora Los Alerces de la Araucanía S.A.',
  total: '$1.487.500',
}

const SAMPLE_CONTACT = {
  name: 'María José Ibáñez',
  email: 'mj.ibanez@panaderia.example',
  phone: '+56 9 8765 4321',
  message:
    'Hola:\n\n¿Puedo emitir 140 facturas el último día hábil, cada una con otro monto?\nHoy lo hago a mano y me toma dos días.\n\nGracias,\nMaría José <3',
}

function samplePayment(isSpanish: boolean, company: string): MailData {
  return {
    values: {
      company,
      bank: 'BancoEstado',
      provider: 'Mercado Pago',
      account: '4821',
      document: 'Factura 1042',
      amount: '$1.487.500',
      payer: 'Constructora Los Alerces de la Araucanía S.A.',
      how: isSpanish ? 'Tarjeta por Webpay' : 'Card by Webpay',
      day: '22/11/2026',
      documentId: '42',
    },
  }
}

function sampleStatement(language: Language): string {
  return fill(mailTexts(language).statementHeadline.many, { count: 12, amount: '$9.261.000' })
}

function sampleChanges(isSpanish: boolean) {
  const changes = legalChangesSince(null, isSpanish ? 'es' : 'en')
  return changes.flatMap(({ texts }) => texts).map((text) => row(text, ''))
}

function sampleAttention(isSpanish: boolean): MailData {
  const { headline, lead } = mailTexts(isSpanish ? 'es' : 'en').matters
  return {
    values: { headline: fill(headline, { count: 2 }), lead },
    rows: [
      row('Conexión de Ana Peña: el SII rechazó tu clave', 'Actualiza la clave en Conexiones.'),
      row(
        'Documento para Aseo del Sur Ltda.: pasó su día sin que se pudiera emitir',
        'Decide si todavía corresponde emitir.',
      ),
    ],
  }
}

function sampleDigest(isSpanish: boolean, isWeek: boolean): MailData {
  const day = isSpanish ? 'Emitidas hoy: 13 por' : 'Issued today: 13 for'
  const week = isSpanish ? 'Tu semana en Folio: 13 por' : 'Your week at Folio: 13 for'
  return {
    values: {
      headline: `${isWeek ? week : day} $9.261.000`,
      first: '16/11/2026',
      last: '22/11/2026',
      issued: isSpanish ? '13 por $9.261.000, IVA incluido' : '13 for $9.261.000, IVA included',
      sent: '12',
      mailsFailed: '1',
      ahead: isWeek ? sampleAhead(isSpanish) : '4',
    },
    rows: [
      row('Aseo del Sur Ltda.', 'Factura 1042', '$148.750'),
      row('Constructora Los Alerces de la Araucanía S.A.', 'Factura 1043', '$1.487.500'),
      row('Panadería Ñuñoa', 'Boleta de honorarios 318', '$624.750'),
      row(isSpanish ? 'y 10 más' : 'and 10 more', ''),
    ],
  }
}

function sampleAhead(isSpanish: boolean): string {
  return isSpanish
    ? '4 por $2.380.000, IVA incluido; monto estimado, porque falta publicar la UF'
    : '4 for $2.380.000, IVA included; an estimate, as the UF is not published yet'
}

function row(title: string, detail: string, value = '') {
  return { title, detail, value }
}
