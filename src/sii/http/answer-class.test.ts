import { describe, expect, test } from 'vitest'
import type { AnswerClass } from './answer-class.ts'
import { ANSWER_CLASSES, BREAKER_OPEN, classOf, classOutside, textOf } from './answer-class.ts'
import { diagnose, diagnoseOutside, MEANINGS } from './diagnosis.ts'
import { visitOf } from './test-browser.ts'
import type { Visit } from './visit.ts'

const alert = (sentence: string) =>
  `<title>Redireccionando</title><script>alert('${sentence}')</script>`
const lost = (cause: 'network' | 'timeout', code = 'X'): Visit => ({ kind: 'failed', cause, code })
const led = (url: string): Visit => visitOf('', { status: 302, movedTo: { kind: 'inside', url } })
const outside = (text: string): Visit =>
  visitOf('', { status: 302, movedTo: { kind: 'outside', text } })

const examples: Record<AnswerClass, Visit[]> = {
  notSent: [{ kind: 'notSent' }],
  network: [lost('network')],
  timeout: [lost('timeout')],
  breakerOpen: [lost('network', BREAKER_OPEN)],
  companyNotSelected: [
    visitOf(
      '<title>Error al contribuyente</title>usted no ha seleccionado una Empresa. CODIGO: 02.35',
    ),
  ],
  loginPage: [
    visitOf('<title>SII - Autenticaci&oacute;n</title>'),
    visitOf('<p>Su sesi&oacute;n ha expirado'),
    visitOf(alert('Su sesi\u00f3n no se encuentra activa')),
    visitOf('', { url: 'https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html' }),
    led('https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html?x'),
  ],
  waitingRoom: [
    visitOf('<p>Sala de espera'),
    visitOf('x', { status: 429 }),
    visitOf('<p>Ha superado el l&iacute;mite de consultas'),
    visitOf('<title>Error 429'),
    outside('https://sii.queue-it.net/?c=sii'),
  ],
  maintenance: [
    visitOf('<h1>Sitio en mantenci&oacute;n'),
    visitOf('<h1>Servicio no disponible moment&aacute;neamente'),
    visitOf('<p>Los servicios no se encuentran disponibles'),
  ],
  serverError: [visitOf('<p>x', { status: 500 }), visitOf('<p>x', { status: 503 })],
  missingPage: [
    visitOf('<p>x', { status: 400 }),
    visitOf('<p>x', { status: 404 }),
    visitOf('Request Rejected', { status: 403 }),
  ],
  errorPage: [
    visitOf('<title>Error</title><p>Proceso 7'),
    visitOf('<p>Error al contribuyente</p>'),
    visitOf('<p>Estimado contribuyente</p><p>CODIGO: 02.35.209.-1.148.500'),
    visitOf('<p>Ha ocurrido un problema</p>'),
    visitOf('java.lang.NullPointerException at cl.sii.Firma'),
    visitOf('<p>Vuelva m\u00e1s tarde</p>'),
    visitOf('<p>Error TMB020a: par\u00e1metros incorrectos'),
    visitOf(alert('Servicio no disponible, intente m\u00e1s tarde')),
  ],
  refusal: [
    visitOf(alert('Debe ingresar el campo : Giro')),
    visitOf(alert('Valor IVA debe ser mayor a 0')),
    visitOf(alert('Rut Receptor incorrecto')),
  ],
  alert: [visitOf(alert('No')), visitOf(alert('Su solicitud qued\u00f3 pendiente'))],
  publicHome: [
    visitOf('<h1>SII', { url: 'https://www.sii.cl/' }),
    led('https://www.sii.cl/'),
    outside('https://homer.sii.cl/'),
    visitOf(`<script>location.href='http://www.sii.cl'</script>`),
  ],
  captcha: [visitOf('<p>Ingrese</p><div class="g-recaptcha"></div>')],
  blank: [visitOf(''), visitOf('<html><script src="app.js"></script><div id="app"></div></html>')],
  otherPage: [
    visitOf('<h1>Novedades'),
    visitOf('<p>Actividad C\u00f3digo: 620100 PROGRAMACION</p>'),
    visitOf('<p>El RUT no es v\u00e1lido, intente nuevamente</p>'),
    visitOf('<input name="recaptcha-response"><p>Lista'),
  ],
}

describe('every class of answers', () => {
  const rows = Object.entries(examples).flatMap(([of, visits]) =>
    visits.map((visit, index): [string, number, Visit] => [of, index, visit]),
  )
  test.each(rows)('%s is recognised (%i)', (of, _, visit) => {
    expect(classOf(visit)).toBe(of)
  })

  test('has its examples and its meaning at each kind of step', () => {
    const classes = Object.keys(ANSWER_CLASSES).sort()
    expect(Object.keys(examples).sort()).toEqual(classes)
    expect(Object.keys(MEANINGS).sort()).toEqual(classes)
  })

  test('is no refusal but a sentence that says what is wrong with what was given', () => {
    const refusing = Object.entries(examples).flatMap(([of, visits]) =>
      visits
        .flatMap((visit) => [diagnose(visit), diagnose(visit, 'judged'), diagnoseOutside(visit)])
        .filter(({ kind }) => kind === 'validationRejected')
        .map(() => of),
    )
    expect(new Set(refusing)).toEqual(new Set(['refusal']))
  })

  test('is nothing but unavailable where there is no session', () => {
    const kinds = Object.values(examples).flatMap((visits) =>
      visits.map((visit) => diagnoseOutside(visit).kind),
    )
    expect(new Set(kinds)).toEqual(new Set(['unavailable']))
  })
})

test('at the door, what stands before the log-in page is told instead of it', () => {
  const url = 'https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html'
  expect(classOutside(visitOf('<h1>Sitio en mantenci&oacute;n', { url }))).toBe('maintenance')
  expect(classOutside(visitOf('<p>Ingrese', { url }))).toBe('loginPage')
})

test('what a person reads of a lost connection is its code, and nothing of one that never left', () => {
  expect(textOf(lost('network', 'ECONNRESET'))).toBe('ECONNRESET')
  expect(textOf(lost('network', BREAKER_OPEN))).toBe('')
  expect(textOf({ kind: 'notSent' })).toBe('')
})
