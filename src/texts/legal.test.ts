import { expect, test } from 'vitest'
import { KEPT } from '#domain/kept.ts'
import { daysBetween } from '#domain/day.ts'
import { LEGAL_VERSION, LEGAL_VERSIONS, NOTICE_DAYS } from '#domain/legal.ts'
import { formatFee } from '#domain/prices.ts'
import { auditText } from './audit.ts'
import { legal as english } from './en/site-legal.ts'
import { mails as englishMails } from './en/mails.ts'
import { legal as spanish } from './es/site-legal.ts'
import { legalChangesSince } from './legal.ts'
import { mails as spanishMails } from './es/mails.ts'

test('the pages say the version that is put on record when somebody accepts them', () => {
  expect(spanish.updated).toMatch(new RegExp(`^Versión ${LEGAL_VERSION},`))
  expect(english.updated).toMatch(new RegExp(`^Version ${LEGAL_VERSION},`))
})

test('the pages have the date of the newest version, and the terms the notice that each gives', () => {
  const { announced } = LEGAL_VERSIONS.at(-1) ?? {}
  const inWords = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' })
  expect(spanish.updated).toContain(`del ${inWords.format(new Date(`${announced}T00:00:00Z`))}`)
  for (const pages of [spanish.terms, spanish.privacy]) {
    expect(JSON.stringify(pages)).toMatch(new RegExp(`correo (con )?${NOTICE_DAYS} días`))
  }
  for (const pages of [english.terms, english.privacy]) {
    expect(JSON.stringify(pages)).toContain(`by e-mail ${NOTICE_DAYS} days before`)
  }
})

test('the versions are numbered from 1 without a gap, and one that follows gives its notice', () => {
  expect(LEGAL_VERSIONS.map(({ version }) => version)).toEqual(
    Array.from({ length: LEGAL_VERSION }, (_, index) => index + 1),
  )
  for (const { announced, inForce } of LEGAL_VERSIONS.slice(1)) {
    expect(daysBetween(announced, inForce)).toBeGreaterThanOrEqual(NOTICE_DAYS)
  }
})

test.each(['es', 'en'] as const)('what each version changed is told in words (%s)', (language) => {
  const changes = legalChangesSince(null, language)
  expect(changes.map(({ version }) => version)).toEqual(
    LEGAL_VERSIONS.map(({ version }) => version),
  )
  for (const { texts } of changes) {
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(text).toMatch(/^[A-ZÁÉÍÓÚ].{20,}\.$/)
  }
})

test('only what came after the version accepted is told', () => {
  expect(legalChangesSince(LEGAL_VERSION, 'es')).toEqual([])
  expect(legalChangesSince(LEGAL_VERSION - 1, 'es')).toMatchObject([{ version: LEGAL_VERSION }])
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
  `Los avisos completos de los medios de pago, ${KEPT.wholeNoticeDays} días desde que los procesamos;`,
  `Las palabras de una página del SII que no conocíamos, ${KEPT.unknownAnswerDays} días desde la última vez.`,
  `Una sesión, ${KEPT.sessionDays} días a lo más.`,
  `La huella de un navegador y una red, ${KEPT.placeDays === 365 ? 'un año' : '?'} desde la última vez.`,
  `de un movimiento que no es un pago, ${KEPT.movementMonths} meses.`,
  `El correo anterior de tu cuenta, ${KEPT.emailUndoDays} días desde el cambio.`,
  `Un archivo de documentos que subes, ${KEPT.uploadDays} días, o hasta que lo borres.`,
]
const ENGLISH_FIGURES = [
  `An account that is not activated, ${KEPT.unactivatedDays} days.`,
  `${KEPT.documentYears} years and ${KEPT.documentMonths} months from issue`,
  `Messages of the form, ${KEPT.contactDays === 365 ? 'one year' : '?'}.`,
  `The note that we sent you a notice, ${KEPT.sentMailDays} days.`,
  `The answer to each order you give, in case your browser repeats it, ${KEPT.replyDays} days;`,
  `The whole notices of payment providers, ${KEPT.wholeNoticeDays} days from when we processed them;`,
  `The words of a page of the SII that we did not know, ${KEPT.unknownAnswerDays} days from the last time.`,
  `A session, ${KEPT.sessionDays} days at most.`,
  `The fingerprint of a browser and a network, ${KEPT.placeDays === 365 ? 'one year' : '?'} from the last time.`,
  `The former address of your account, ${KEPT.emailUndoDays} days from the change.`,
  `of a movement that is no payment, ${KEPT.movementMonths} months.`,
  `A file of documents that you upload, ${KEPT.uploadDays} days, or until you delete it.`,
]

test('the policy keeps data as long as the sweeps do, by every figure that they use', () => {
  const [es, en] = [JSON.stringify(spanish.privacy), JSON.stringify(english.privacy)]
  for (const sentence of SPANISH_FIGURES) expect(es).toContain(sentence)
  for (const sentence of ENGLISH_FIGURES) expect(en).toContain(sentence)
  // documentYears and documentMonths stand in one sentence.
  expect(SPANISH_FIGURES).toHaveLength(Object.keys(KEPT).length - 1)
  expect(ENGLISH_FIGURES).toHaveLength(SPANISH_FIGURES.length)
})

test('the policy keeps what Folio charged as long as documents, also of a closed account', () => {
  const [years, months] = [KEPT.documentYears, KEPT.documentMonths]
  expect(JSON.stringify(spanish.privacy)).toContain(
    `Lo que Folio te cobró, línea por línea y sin nombres ni RUT, ${years} años y ${months} meses, también si cierras la cuenta`,
  )
  expect(JSON.stringify(english.privacy)).toContain(
    `What Folio charged you, line by line and without names or RUT, ${years} years and ${months} months, also if you close the account`,
  )
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

test('the terms say what Folio charges for online payments, and the policy names no addresses that Folio does not keep', () => {
  // Specification 9: a payment by bank transfer costs 1 % and IVA.
  // Specification 9: a payment by card costs 2.9 % and IVA.
  const [transfer, card] = [formatFee('transfer'), formatFee('card')]
  expect(JSON.stringify(spanish.terms)).toContain(
    `${transfer} si es transferencia y ${card} si es tarjeta, más IVA`,
  )
  expect(JSON.stringify(english.terms)).toContain(
    `${transfer} of a transfer and ${card.replace(',', '.')} of a card payment, plus IVA`,
  )
  expect(JSON.stringify(spanish.privacy)).not.toMatch(/dirección de red y tipo/)
})

test("the policy says that a payment provider's notice is kept whole at first, whose data it has and what stays how long", () => {
  const [years, months] = [KEPT.documentYears, KEPT.documentMonths]
  const [es, en] = [JSON.stringify(spanish.privacy), JSON.stringify(english.privacy)]
  expect(es).toContain('el nombre, el correo, el RUT y el número de cuenta de quien pagó')
  expect(en).toContain('the name, e-mail, RUT and account number of whoever paid')
  expect(es).toContain(
    `sus números, fechas y montos, sin quién pagó, ${years} años y ${months} meses desde que llegan.`,
  )
  expect(en).toContain(
    `their numbers, dates and amounts, without who paid, ${years} years and ${months} months from their arrival.`,
  )
})
