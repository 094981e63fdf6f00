import type { Answer } from './answer.ts'
import { inAttribute, page } from './answer.ts'
import type { Visit } from './visit.ts'

export const DEFAULT_DESTINATION = 'http://www.sii.cl'

/** What every protected page shows to whom it doesn't know. */
export function sessionLost(visit: Visit): Answer {
  if (visit.portal.variants.sessionLost === 'redirect') {
    const destination = `https:/${visit.request.path}`
    return {
      status: 302,
      headers: {
        location: `/zeusr/AUT2000/InicioAutenticacion/IngresoRutClave.html?${destination}`,
      },
      body: '',
    }
  }
  return loginForm(DEFAULT_DESTINATION, '<p>Su sesi&oacute;n ha expirado.</p>')
}

/** The page of every log-in, with a notice above its fields. */
export function loginForm(destination: string, notice: string): Answer {
  return withInfrastructureCookies(
    page(
      'SII - Autenticaci&oacute;n',
      `${notice}
<form id="myform" method="post" action="/cgi_AUT2000/CAutInicio.cgi" onsubmit="return ejecuta_opcion();">
<input type="hidden" name="rut" id="rut" value="">
<input type="hidden" name="dv" id="dv" value="">
<input type="hidden" name="referencia" id="referencia" value="${inAttribute(destination)}">
<input type="hidden" name="411" id="code" value="">
<label>RUT</label><input type="text" name="rutcntr" id="rutcntr" maxlength="12">
<label>Clave Tributaria</label><input type="password" name="clave" id="clave">
<button type="submit" id="bt_ingresar">Ingresar</button></form>`,
      `// IngresoRutClave: la pantalla de ingreso con RUT y clave
function ejecuta_opcion(){ if (document.getElementById('clave').value == '') { alert('Por favor, ingrese rut y clave.'); return false; } return true; }`,
    ),
  )
}

/** Cookies of the machines in front: they prove no session. */
function withInfrastructureCookies(answer: Answer): Answer {
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'set-cookie': ['TS01a2b3c4=0146b9c5d1; Path=/', 'dtCookie=v_4_srv_1; Path=/'],
    },
  }
}
