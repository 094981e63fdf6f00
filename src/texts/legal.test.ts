import { expect, test } from 'vitest'
import { KEPT } from '#domain/kept.ts'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { auditText } from './audit.ts'
import { legal as english } from './en/site-legal.ts'
import { mails as englishMails } from './en/mails.ts'
import { legal as spanish } from './es/site-legal.ts'
import { mails as spanishMails } from './es/mails.ts'

test('the pages say the version that is put on record when somebody accepts them', () => {
  expect(spanish.updated).toMatch(new RegExp(`^Versión ${LEGAL_VERSION},`))
  expect(english.updated).toMatch(new RegExp(`^Version ${LEGAL_VERSION},`))
})

test('what was accepted is told with its version', () => {
  expect(auditText('mandateAccepted', { version: 1 }, 'es')).toBe(
    'Se aceptó el mandato para actuar en el SII, versión 1.',
  )
})

/** Each figure of the policy, with the sentence it stands in. A year is one of 365 days. */
const SPANISH_FIGURES = [
  `Una cuenta que no se activa, ${KEPT.unactivatedDays} días.`,
  `${KEPT.documentYears} años y ${KEPT.documentMonths} meses desde su emisión`,
  `Los mensajes del formulario, ${KEPT.contactDays === 365 ? 'un año' : '?'}.`,
  `La anotación de que te enviamos un aviso, ${KEPT.sentMailDays} días.`,
  `La respuesta a cada orden que das, por si tu navegador la repite, ${KEPT.replyDays} días;`,
  `Las palabras de una página del SII que no conocíamos, ${KEPT.unknownAnswerDays} días desde la última vez.`,
  `Una sesión, ${KEPT.sessionDays} días a lo más.`,
  `La huella de un navegador y una red, ${KEPT.placeDays === 365 ? 'un año' : '?'} desde la última vez.`,
  `El correo anterior de tu cuenta, ${KEPT.emailUndoDays} días desde el cambio.`,
]
const ENGLISH_FIGURES = [
  `An account that is not activated, ${KEPT.unactivatedDays} days.`,
  `${KEPT.documentYears} years and ${KEPT.documentMonths} months from issue`,
  `Messages of the form, ${KEPT.contactDays === 365 ? 'one year' : '?'}.`,
  `The note that we sent you a notice, ${KEPT.sentMailDays} days.`,
  `The answer to each order you give, in case your browser repeats it, ${KEPT.replyDays} days;`,
  `The words of a page of the SII that we did not know, ${KEPT.unknownAnswerDays} days from the last time.`,
  `A session, ${KEPT.sessionDays} days at most.`,
  `The fingerprint of a browser and a network, ${KEPT.placeDays === 365 ? 'one year' : '?'} from the last time.`,
  `The former address of your account, ${KEPT.emailUndoDays} days from the change.`,
]

test('the policy keeps data as long as the sweeps do, by every figure that they use', () => {
  const [es, en] = [JSON.stringify(spanish.privacy), JSON.stringify(english.privacy)]
  for (const sentence of SPANISH_FIGURES) expect(es).toContain(sentence)
  for (const sentence of ENGLISH_FIGURES) expect(en).toContain(sentence)
  // documentYears and documentMonths stand in one sentence.
  expect(SPANISH_FIGURES).toHaveLength(Object.keys(KEPT).length - 1)
  expect(ENGLISH_FIGURES).toHaveLength(SPANISH_FIGURES.length)
})

test('the terms and the mail about a closed account keep documents as long as the policy', () => {
  const [years, months] = [KEPT.documentYears, KEPT.documentMonths]
  for (const texts of [spanish.terms, spanishMails.accountClosed]) {
    expect(JSON.stringify(texts)).toContain(`${years} años y ${months} meses`)
  }
  for (const texts of [english.terms, englishMails.accountClosed]) {
    expect(JSON.stringify(texts)).toContain(`${years} years and ${months} months`)
  }
})

test('no legal text promises payments, which Folio does not process, or addresses it does not keep', () => {
  const all = JSON.stringify(spanish.privacy)
  expect(all).not.toMatch(/pagos|dirección de red y tipo/)
})
