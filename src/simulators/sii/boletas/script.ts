import type { Answer } from '../http/answer.ts'
import { html } from '../http/answer.ts'

/** A text, or an amount that the page formats with dots when it is shown. */
export type ScriptValue = string | { miles: number }

/** The maps in which these pages carry what they show. Both kinds of quotes occur, as on the real ones. */
export function assignments(map: string, values: Record<string, ScriptValue>): string {
  return Object.entries(values)
    .map(([key, value], at) => `${map}['${key}'] = ${literal(value, at % 2 === 0)};`)
    .join('\n')
}

/** The rows of a report, whose values have double quotes alone. */
export function rowAssignments(values: Record<string, ScriptValue>): string {
  return Object.entries(values)
    .map(([key, value]) => `arr_informe_mensual['${key}'] = ${literal(value, true)};`)
    .join('\n')
}

/** GET IMT/js/…: what the pages' own scripts call. */
export function boletaScript(): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/javascript; charset=iso-8859-1' },
    body: SCRIPT,
  }
}

const SCRIPT = `function formatMiles(texto, separador) {
  return String(texto).replace(/\\B(?=(\\d{3})+(?!\\d))/g, separador || '.');
}
function CampoOculto(nombre, valor) {
  var campo = document.createElement('input');
  campo.type = 'hidden';
  campo.name = nombre;
  campo.value = valor === undefined ? '' : valor;
  var guion = document.currentScript;
  guion.parentNode.insertBefore(campo, guion);
}
function dibujaInforme() {
  var filas = {};
  for (var clave in arr_informe_mensual) {
    var numero = clave.slice(clave.lastIndexOf('_') + 1);
    (filas[numero] = filas[numero] || []).push(arr_informe_mensual[clave]);
  }
  var tabla = document.createElement('table');
  for (var fila in filas) {
    var linea = tabla.insertRow();
    for (var i = 0; i < filas[fila].length; i++) linea.insertCell().textContent = filas[fila][i];
  }
  document.body.appendChild(tabla);
}
`

function literal(value: ScriptValue, double: boolean): string {
  return typeof value === 'string'
    ? quoted(value, double)
    : double
      ? `formatMiles("${value.miles}",".")`
      : `formatMiles('${value.miles}','.')`
}

/** How a text with both kinds is written is unknown; as entities it breaks no script. */
function quoted(text: string, double: boolean): string {
  const plain = text.replaceAll('</', '<\\/')
  if (!plain.includes('"') && (double || plain.includes("'"))) return `"${plain}"`
  return plain.includes("'") ? `"${plain.replaceAll('"', '&quot;')}"` : `'${plain}'`
}

/** Hidden fields that only the script writes, from its own values or from literals. */
export function hiddenByScript(
  fields: Record<string, { value: string } | { literal: string }>,
): string {
  const calls = Object.entries(fields).map(([name, from], at) =>
    'value' in from
      ? `CampoOculto("${name}", xml_values['${from.value}']);`
      : `CampoOculto("${name}",${quoted(from.literal, at % 2 === 0)});`,
  )
  return `<script language="JavaScript">\n${calls.join('\n')}\n</script>`
}

/** With the many alerts of a valid page, and a form that is nobody's business. */
export function boletaPage(
  title: string,
  { values, body }: { values: Record<string, ScriptValue>; body: string },
): Answer {
  return html(
    `<html><head><title>${title}</title>
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<script language="JavaScript" src="/IMT/js/TMBECN_Emision.js"></script>
<script language="JavaScript">
var xml_values = new Array();
${assignments('xml_values', values)}
function validaDatos(){
  if (document.formulario.txt_rut_destinatario.value == '') { alert('Debe ingresar el RUT del destinatario'); return false; }
  if (!confirm("Desea continuar?")) { alert("Operacion cancelada"); return false; }
  return true;
}
</script></head>
<body>
${body}
<form name="hidden_formulario" method="post" action=""><input type="hidden" name="rut_arrastre" value="0"><input type="hidden" name="pagina" value="1"></form>
</body></html>`,
    { 'content-type': 'text/html; charset=iso-8859-1' },
  )
}

/** What these applications say when they can't or won't. */
export function notice(text: string): Answer {
  return html(
    `<html><head><title>INFORMACION AL CONTRIBUYENTE</title></head><body><h3>INFORMACION AL CONTRIBUYENTE</h3><p>${text}</p></body></html>`,
    { 'content-type': 'text/html; charset=iso-8859-1' },
  )
}
