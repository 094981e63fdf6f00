import type { WorldActivity } from '../../world.ts'
import { parseRut } from '#domain/rut.ts'
import type { Answer } from '../http/answer.ts'
import { html, inText, json } from '../http/answer.ts'
import { field } from '../http/form.ts'
import { scenarioFor } from '../state/portal.ts'
import { nameOf, outsider } from '../state/taxpayers.ts'
import type { Visit } from '../http/visit.ts'

/** Where the code stands in what the captcha's own answer carries. */
const CODE_AT = 36
const CODE_LENGTH = 4
const CAPTCHA_VALID_MS = 60_000

/** POST CViewCaptcha.cgi with oper=0: a captcha that holds its own solution. */
export function captcha({ portal }: Visit): Answer {
  const moment = String(portal.now()).padStart(CODE_AT, '0')
  const code = String(1000 + (portal.lastNumber % 9000))
  const text = Buffer.from(`${moment}${code}${'x'.repeat(40)}`).toString('base64')
  return json({ codigorespuesta: 0, glosarespuesta: '', txtCaptcha: text })
}

/** POST getstc: what anybody may know of a taxpayer; no addresses. */
export function taxpayerSituation(visit: Visit): Answer {
  const { portal, form } = visit
  const rut = parseRut(`${field(form, 'RUT')}-${field(form, 'DV')}`)
  const formal = field(form, 'PRG') === 'STC' && field(form, 'OPC') === 'NOR'
  if (rut === null || !formal) {
    return html('<html><script>alert("RUT incorrecto"); history.go(-1);</script></html>')
  }
  if (!isSolved(visit) || scenarioFor(portal, 'captcha-refused', rut)) {
    return html('<html><body>Por favor reingrese Captcha</body></html>')
  }
  const shown = scenarioFor(portal, 'taxpayer-other', rut) ? '60803000-K' : rut
  const unknown = scenarioFor(portal, 'taxpayer-unknown', rut) || nameOf(portal, shown) === ''
  return unknown ? situation('', '') : situation(facts(visit, shown), tables(visit, shown))
}

/** The code must be the captcha's own, and the captcha young. */
function isSolved({ portal, form }: Visit): boolean {
  const text = Buffer.from(field(form, 'txt_captcha'), 'base64').toString('latin1')
  const age = portal.now() - Number(text.slice(0, CODE_AT))
  const code = text.slice(CODE_AT, CODE_AT + CODE_LENGTH)
  return code !== '' && field(form, 'txt_code') === code && age >= 0 && age <= CAPTCHA_VALID_MS
}

/** The name in the fourth block of the only one in the body. */
function situation(said: string, below: string): Answer {
  return html(
    `<html><head><title>Consulta Situaci&oacute;n Tributaria de Terceros</title></head><body>
<div align="center"><div><h3>Situaci&oacute;n Tributaria de Terceros</h3></div>
${said}
${below}</div></body></html>`,
  )
}

function facts({ portal }: Visit, rut: string): string {
  return `<div>Fecha de realizaci&oacute;n de la consulta</div>
<div><strong>Nombre o Raz&oacute;n Social&nbsp;:</strong></div>
<div>${inText(nameOf(portal, rut))}</div>
<div><b>RUT Contribuyente&nbsp;:</b><br></div>
<div>${rut}</div>
<span>Contribuyente presenta Inicio de Actividades: SI</span><br>
<span>Fecha de Inicio de Actividades: 26-05-2008</span><br>
<span>Contribuyente es Empresa de Menor Tama&ntilde;o (seg&uacute;n Ley N&deg; 20.416)</span>: SI<br>
<span>Contribuyente autorizado para declarar y pagar sus impuestos en moneda extranjera: NO</span>`
}

function tables(visit: Visit, rut: string): string {
  const rows = activitiesOf(visit, rut).map(
    ({ name, code, category }) =>
      `<TR><TD><font size="2">${inText(name)}</font></TD><TD><font size="2">${code}</font></TD><TD><font size="2">${category === 1 ? 'Primera' : 'Segunda'}</font></TD><TD><font size="2">${category === 1 ? 'Si' : 'No'}</font></TD><TD><font size="2">26-05-2008</font></TD></TR>`,
  )
  return `<span>Actividades Econ&oacute;micas vigentes:</span>
<table class="tabla"><TR><TD><strong><font size="2">Actividad</font></strong></TD><TD><strong><font size="2">C&oacute;digo</font></strong></TD><TD><strong><font size="2">Categor&iacute;a</font></strong></TD><TD><strong><font size="2">Afecta IVA</font></strong></TD><TD><strong><font size="2">Fecha</font></strong></TD></TR>
${rows.join('\n')}</table>
<strong>Documentos Timbrados</strong>
<table class="tabla"><TR><TD><font size="2">Facturas</font></TD><TD><font size="2">2019</font></TD></TR></table>`
}

function activitiesOf({ portal }: Visit, rut: string): WorldActivity[] {
  const { companies, people } = portal.world
  const known = [...companies, ...people].find((one) => one.rut === rut)
  if (known) return known.activities
  return (outsider(portal, rut)?.giros ?? []).map((name, at) => ({
    code: String(469_000 + at),
    name,
    category: 1,
  }))
}
