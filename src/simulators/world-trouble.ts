/** What the network and the SII's machines do to one request, whatever the page would have answered. */
export const faultKinds = {
  'drop-request': 'the connection dies before the page runs',
  'drop-answer': 'the page runs, then the connection dies',
  'hang-request': 'the page never runs and nothing is answered',
  'hang-answer': 'the page runs, but nothing is answered',
  'cut-answer': 'the page runs; half of its bytes arrive, then the connection dies',
  'error-before': 'a 5xx before the page runs',
  'error-after': 'the page runs, then a 5xx',
  'html-before': 'status 200 with an error page; the page never runs',
  'html-after': 'the page runs, then status 200 with an error page',
  'slow-commit': 'the connection dies at once; the page, let in already, runs when released',
  'late-arrival':
    'the connection dies at once; the request arrives when released, if its session lives',
  'slow-answer': 'the page runs and answers when released',
  'list-lag': 'what this request issues is listed only after delayMs',
  'expire-before': 'the session is gone when the request arrives',
  'expire-after': 'the page runs, then the session is gone',
  maintenance: 'status 200 with the maintenance page; the page never runs',
  'duplicate-first': 'the request arrives twice; the first answer comes back',
  'duplicate-second': 'the request arrives twice; the second answer comes back',
} as const

export type FaultKind = keyof typeof faultKinds

export interface Fault {
  kind: FaultKind
  /** Last part of the path, such as 'mipeSendXML.cgi'; '*' for all. */
  cgi: string
  method?: 'GET' | 'POST'
  /** RUT of the person whose session asks; everybody without it. */
  rut?: string
  /** How many requests it strikes (default 1). */
  times?: number
  /** How many matching requests pass before the first is struck (default 0). */
  skip?: number
  /** For error-before and error-after (default 503). */
  status?: number
  /** For list-lag (default 10 minutes). */
  delayMs?: number
}

export function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(faultKinds, text)
}

export const kindsThatAnswer = Object.keys(faultKinds)
  .filter(isFaultKind)
  .filter((kind) => !['hang-request', 'hang-answer', 'slow-answer'].includes(kind))

/** Every way in which the portal can be told to behave otherwise, with what then happens. */
export const scenarioNames = {
  'wrong-clave': 'every clave is refused',
  'too-many-sessions': 'login answers that too many sessions are open',
  'login-throttled': 'login lands on the public help page',
  'account-blocked': 'login answers that the clave is blocked',
  'waiting-room': 'login shows the queue of the waiting room',
  'blank-login': 'login shows an empty page',
  'interstitial-choose': 'login asks "ESCOJA COMO DESEA INGRESAR"; the session is good',
  'interstitial-change-clave': 'login asks to change the clave; Mi SII shows the same page',
  maintenance: 'every page says the site is being maintained',
  'no-companies': 'the chooser is empty',
  'only-first-company': 'the person has only the first of their companies',
  'company-refused': 'choosing a company shows the chooser again',
  'issuer-city-empty': 'the form knows no city of the issuer',
  'receiver-unknown': 'the lookup finds nothing',
  'receiver-one-address': 'the lookup gives one address and one giro',
  'receiver-several-addresses': 'the lookup gives three addresses and two giros',
  'receiver-city-empty': 'the lookup gives no city',
  'preview-rejected': 'the preview is refused; detail: the reason shown',
  'preview-form-back': 'the preview shows the form again',
  'preview-changes-total': 'the preview comes back with a total one peso higher',
  'preview-changes-receiver': 'the preview comes back with another receiver',
  'xml-refused': 'no XML is proposed; detail: the reason shown',
  'no-certificate': 'no certificate is kept at the SII',
  'certificate-unreadable': 'the certificate question is answered with HTML',
  'wrong-certificate-password': 'every certificate password is refused',
  'empty-sign-answer': 'signing answers nothing, whatever the password',
  'certificate-expired': 'signing answers that the certificate expired',
  'signature-not-recognized': 'sending answers "Firma no reconocida"; nothing is issued',
  'send-form-back': 'sending shows the signing form again; nothing is issued',
  'send-unknown-page': 'sending issues and shows a page without folio',
  'list-lag':
    'a sent document or boleta is listed only later; detail: milliseconds (default 10 minutes)',
  'list-error': 'the issued list is an error page',
  'list-broken-row': 'one row of the issued list cannot be read',
  'received-list-error': 'the received list is an error page',
  'list-without-text': 'the empty list shows only the header of the table',
  'pdf-not-ready': 'the PDF is answered with HTML',
  'uf-limited': 'the UF and UTM pages answer error 429',
  'uf-late': 'the UF page knows nothing beyond the 9th of this month',
  'boleta-no-second-category': 'no boleta can be issued: no activity of the second category',
  'boleta-not-authorised': 'no boleta can be issued: not authorised',
  'boleta-data-refused': 'the data of a boleta are refused; detail: the reason shown',
  'boleta-retention-differs': 'the SII withholds half a percent more than the law says',
  'boleta-changes-amount': 'the confirmation shows a gross one peso higher',
  'boleta-changes-receiver': 'the confirmation shows another receiver',
  'boleta-form-back': 'issuing a boleta shows its form again; nothing is issued',
  'boleta-unknown-page': 'issuing a boleta issues it and shows a page without folio or bar code',
  'boleta-annulled': 'reports show every boleta as annulled',
  'boleta-annulment-refused': 'no boleta can be annulled',
  'boleta-report-error': 'reports of boletas are an error page',
  'boleta-pdf-missing': 'the PDF of a boleta does not exist',
  'register-empty': 'the register has no movements (code 3)',
  'register-error': 'the register answers an error (code 2)',
  'register-session': 'the register sends back to the login (code 98)',
  'register-period': 'the register says the period is too early (code 99)',
  'register-token': 'the register refuses the token of its details (code 99)',
  'register-state': 'the register refuses REGISTRO for sales (code 99); an empty state is taken',
  'register-unknown-code': 'the register answers a code nobody knows',
  'my-documents-error': '"Mis DTE" answers an error (code 2)',
  'captcha-refused': 'the public query takes no solution of its captcha',
  'taxpayer-unknown': 'the public query knows nothing of the RUT',
  'taxpayer-other': 'the public query answers about another RUT',
  'download-captcha': 'the backup asks whether a person is there',
  'download-not-xml': 'the backup answers HTML instead of XML',
} as const

export type ScenarioName = keyof typeof scenarioNames

export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(scenarioNames, text)
}
