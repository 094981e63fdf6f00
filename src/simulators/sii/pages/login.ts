import type { Answer } from '../http/answer.ts'
import { hidden, html, inAttribute, inScript, page } from '../http/answer.ts'
import { field, percentDecode } from '../http/form.ts'
import { DEFAULT_DESTINATION, loginForm } from '../http/login-form.ts'
import type { Portal } from '../state/portal.ts'
import { personOf, scenarioFor } from '../state/portal.ts'
import { closeSession, openSession, openSessionsOf, sessionCookies } from '../state/sessions.ts'
import type { Visit } from '../http/visit.ts'
import { decodeWindows1252 } from '../http/windows-1252.ts'

const HOUR_MS = 60 * 60 * 1000
const CHANGE_CLAVE = '/cgi_AUT2000/CambioClaveObligado.cgi'

/** GET IngresoRutClave.html?<destination>: everything after the question mark, unkeyed. */
export function loginPage(visit: Visit): Answer {
  if (!looksLikeBrowser(visit)) return requestRejected()
  if (scenarioFor(visit.portal, 'waiting-room')) return waitingRoom()
  if (scenarioFor(visit.portal, 'blank-login')) return html('')
  return loginForm(decodeWindows1252(percentDecode(visit.request.query)) || DEFAULT_DESTINATION, '')
}

/** POST CAutInicio.cgi. One wrong clave is one refusal; several in a row block it. */
export function login(visit: Visit): Answer {
  const { portal, form } = visit
  if (!looksLikeBrowser(visit)) return requestRejected()
  const rut = `${field(form, 'rut')}-${field(form, 'dv')}`
  const person = personOf(portal, rut)
  if (!isComplete(visit, rut)) return refused('El RUT ingresado no es v&aacute;lido', '203', '11')
  const trouble = troubleBefore(portal, rut)
  if (trouble) return trouble
  if (!person) return unknownRut(portal)
  if (scenarioFor(portal, 'wrong-clave', rut) || field(form, 'clave') !== person.clave) {
    portal.state.wrongClaves[rut] = (portal.state.wrongClaves[rut] ?? 0) + 1
    return wrongClave()
  }
  portal.state.wrongClaves[rut] = 0
  return welcome(visit, rut)
}

/** GET autTermino.cgi: leaves its own path, session or not. */
export function logout(visit: Visit): Answer {
  if (visit.session) closeSession(visit.portal, visit.session)
  const location =
    visit.portal.variants.logoutLanding === 'public-home'
      ? DEFAULT_DESTINATION
      : '/zeusr/AUT2000/InicioAutenticacion/IngresoRutClave.html'
  return { status: 302, headers: { location }, body: '' }
}

/** www.sii.cl, where nobody is known. */
export function publicHome(): Answer {
  return page(
    'SII | Servicio de Impuestos Internos',
    '<h1>Servicio de Impuestos Internos</h1>\n<ul><li>Servicios online</li><li>Valores y fechas</li><li>Noticias</li></ul>',
  )
}

function isComplete(visit: Visit, rut: string): boolean {
  const { form } = visit
  // What a person typed into the page is only repeated; clients of others leave it out or write it their way.
  const typed = field(form, 'rutcntr')
    .replace(/[^\dkK]/g, '')
    .toUpperCase()
  const isSame = typed === '' || typed === rut.replace('-', '')
  return /^\d{1,8}-[\dK]$/.test(rut) && isSame && field(form, 'clave') !== ''
}

function troubleBefore(portal: Portal, rut: string): Answer | null {
  if (scenarioFor(portal, 'waiting-room', rut)) return waitingRoom()
  if (scenarioFor(portal, 'blank-login', rut)) return html('')
  if (scenarioFor(portal, 'login-throttled', rut) || isThrottled(portal, rut)) return throttled()
  if (
    scenarioFor(portal, 'account-blocked', rut) ||
    (portal.state.wrongClaves[rut] ?? 0) >= portal.limits.wrongClaves
  ) {
    return blocked(portal)
  }
  if (
    scenarioFor(portal, 'too-many-sessions', rut) ||
    openSessionsOf(portal, rut).length >= portal.limits.openSessions
  ) {
    return refused('Usted ha superado el m&aacute;ximo de sesiones autenticadas', '190', '27')
  }
  return null
}

/** Counts this try too. */
function isThrottled(portal: Portal, rut: string): boolean {
  const lately = (portal.state.loginTimesMs[rut] ?? []).filter((ms) => ms > portal.now() - HOUR_MS)
  portal.state.loginTimesMs[rut] = [...lately, portal.now()]
  return lately.length >= portal.limits.loginsPerHour
}

function welcome(visit: Visit, rut: string): Answer {
  const { portal } = visit
  const session = openSession(portal, rut)
  const destination = field(visit.form, 'referencia') || DEFAULT_DESTINATION
  const cookies = { 'set-cookie': sessionCookies(session) }
  if (scenarioFor(portal, 'interstitial-change-clave', rut)) {
    const answer = portal.variants.forcedChange === 'page' ? changeClave() : toChangeClave()
    return { ...answer, headers: { ...answer.headers, ...cookies } }
  }
  if (scenarioFor(portal, 'interstitial-choose', rut)) {
    const answer = chooseIdentity(destination)
    return { ...answer, headers: { ...answer.headers, ...cookies } }
  }
  if (portal.variants.loginSuccess === 'redirect') {
    return { status: 302, headers: { location: destination, ...cookies }, body: '' }
  }
  return html(
    `<HTML><HEAD><script>location.replace('${inScript(destination)}');</script></HEAD><body></body></HTML>`,
    cookies,
  )
}

function chooseIdentity(destination: string): Answer {
  return page(
    'SII',
    `<h2>ESCOJA COMO DESEA INGRESAR</h2>\n<p>Usted puede representar a otros contribuyentes.</p>\n<a href="${inAttribute(destination)}">Continuar</a> <a href="/cgi_AUT2000/representados.cgi">Ingresar como representante</a>`,
  )
}

/** After it, Mi SII shows no data of the person until the clave is changed. */
export function changeClave(): Answer {
  return page(
    'SII - Cambio de Clave',
    `<h2>Debe cambiar su Clave Tributaria</h2>\n<form method="post" action="/cgi_AUT2000/CambioClave.cgi"><p>Por seguridad, ingrese una clave nueva para continuar.</p>${hidden('origen', 'CAMBIO')}</form>`,
  )
}

/** In the refusal, the cause is the line before the one with the code. */
function refused(cause: string, server: string, reason: string): Answer {
  return page(
    'SII - Autenticaci&oacute;n',
    `<div class="titulo">Error de autenticaci&oacute;n</div>\n<p>${cause}</p>\n<p>El c&oacute;digo de este mensaje es 01.01.${server}.500.720.${reason}</p>`,
  )
}

function unknownRut({ variants }: Portal): Answer {
  return variants.unknownRut === 'told'
    ? refused('El RUT ingresado no registra Clave Tributaria', '217', '19')
    : wrongClave()
}

function blocked({ variants }: Portal): Answer {
  return variants.blockedClave === 'told'
    ? refused('Su Clave Tributaria se encuentra bloqueada', '225', '23')
    : refused('Por seguridad no es posible ingresar en este momento', '225', '23')
}

function toChangeClave(): Answer {
  return html(
    `<HTML><HEAD><script>location.replace('${CHANGE_CLAVE}');</script></HEAD><body></body></HTML>`,
  )
}

function wrongClave(): Answer {
  return refused('La Clave Tributaria ingresada no es correcta', '203', '20')
}

function throttled(): Answer {
  return {
    status: 302,
    headers: { location: '/www/ayudas/aplicativos/servicios_online/1943.htm' },
    body: '',
  }
}

export function helpPage(): Answer {
  return page('Ayuda - Servicio de Impuestos Internos', '<h1>Ayuda servicios en l&iacute;nea</h1>')
}

function waitingRoom(): Answer {
  return page(
    'Sala de espera',
    '<h1>Usted est&aacute; en la fila</h1><p>Hay muchas personas ingresando. Ser&aacute; atendido en orden de llegada.</p><div id="queue-it_log" data-queueit-c="sii"></div>',
  )
}

function looksLikeBrowser(visit: Visit): boolean {
  return (visit.request.headers['user-agent'] ?? '').startsWith('Mozilla/')
}

/** As the firewall in front of the SII answers whom it takes for a robot. */
function requestRejected(): Answer {
  return html(
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789</body></html>',
  )
}
