import type { Answer } from './answer.ts'
import { inAttribute, page } from './answer.ts'
import type { Visit } from './visit.ts'

const LOGIN_SCRIPT_PATH = '/AUT2000/js/AutAll.js'

/** GET AutAll.js: checks what was typed and fills the hidden fields that the log-in reads. */
export function loginScript(): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/javascript; charset=ISO-8859-1' },
    body: LOGIN_SCRIPT,
  }
}

const LOGIN_SCRIPT = `function digitoVerificador(cuerpo) {
  var suma = 0, factor = 2;
  for (var i = cuerpo.length - 1; i >= 0; i--) {
    suma += Number(cuerpo.charAt(i)) * factor;
    factor = factor === 7 ? 2 : factor + 1;
  }
  var resto = 11 - (suma % 11);
  return resto === 11 ? '0' : resto === 10 ? 'K' : String(resto);
}
function falta(mensaje) { alert(mensaje); return false; }
function ejecuta_opcion() {
  var form = document.getElementById('myform');
  var escrito = form.rutcntr.value.replace(/[.\\s]/g, '').toUpperCase();
  if (escrito === '' || form.clave.value === '') return falta('Por favor, ingrese rut y clave.');
  var partes = escrito.indexOf('-') < 0 ? [escrito.slice(0, -1), escrito.slice(-1)] : escrito.split('-');
  if (!partes[0] || !partes[1]) return falta('Debe ingresar el rut completo');
  if (!/^\\d{1,8}$/.test(partes[0])) return falta('El RUT ingresado no es valido');
  if (partes[1] !== digitoVerificador(partes[0])) return falta('D\\u00edgito Verificador err\\u00f3neo');
  form.rut.value = partes[0];
  form.dv.value = partes[1];
  var destino = location.search.slice(1);
  if (destino !== '') form.referencia.value = decodeURIComponent(destino);
  return true;
}
`

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
<button type="submit" id="bt_ingresar">Ingresar</button></form>
<script language="JavaScript" src="${LOGIN_SCRIPT_PATH}"></script>`,
      '// IngresoRutClave: la pantalla de ingreso con RUT y clave',
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
