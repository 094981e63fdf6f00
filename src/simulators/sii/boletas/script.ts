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
