import { clp, formatClp } from '#domain/money.ts'
import { addressOf, html, type Answer, type Redirect } from './answer.ts'

/** How a stand-in's pages look, so that a person sees at once whose place it takes. */
export interface Brand {
  name: string
  color: string
  /** What it isn't, where that is no name: 'un banco'. */
  isNot?: string
}

export function page(brand: Brand, title: string, body: string, width: 'wide' | '' = ''): Answer {
  return html(`<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)} · Simulación de ${escape(brand.name)}</title>
<style>:root { --brand: ${brand.color} }${STYLE}</style>
</head>
<body>
<p role="note"><strong>Simulación.</strong> Esto no es ${escape(brand.isNot ?? brand.name)} y aquí no se mueve dinero.</p>
<main class="${width}">
<p class="brand">${escape(brand.name)} <span>simulado</span></p>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>`)
}

/** Sends the browser on, by a link in its address or by a form that sends itself. */
export function redirectPage(brand: Brand, redirect: Redirect): Answer {
  if (redirect.method === 'GET') {
    return { status: 303, headers: { location: addressOf(redirect) }, body: '' }
  }
  const fields = Object.entries(redirect.fields).map(([name, value]) => hidden(name, value))
  return page(
    brand,
    'Volviendo al comercio',
    `<form method="post" action="${escape(redirect.url)}">${fields.join('')}
<div class="actions"><button class="main">Volver al comercio</button></div></form>
<script>document.forms[0].submit()</script>`,
  )
}

export function facts(rows: readonly (readonly [string, string])[]): string {
  const list = rows.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`)
  return `<dl>${list.join('')}</dl>`
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`
}

/** A button that posts what happens next. */
export function action(value: string, label: string, kind = ''): string {
  return `<button name="accion" value="${escape(value)}" class="${kind}">${escape(label)}</button>`
}

export function select(
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
  chosen = '',
): string {
  const list = options.map(
    ([value, text]) =>
      `<option value="${escape(value)}"${value === chosen ? ' selected' : ''}>${escape(text)}</option>`,
  )
  return `<label>${escape(label)}<select name="${escape(name)}">${list.join('')}</select></label>`
}

export function input(name: string, label: string, value: string, type = 'text'): string {
  return `<label>${escape(label)}<input name="${escape(name)}" type="${type}" value="${escape(value)}" autocomplete="off"></label>`
}

export function pesos(amount: number): string {
  return formatClp(clp(amount))
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
:root { color: #1c2321; background: #eef1f3; font: 16px/1.5 system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0 }
p[role=note] { margin: 0; padding: 10px 16px; background: #fdf0c4; color: #503c00; text-align: center; font-size: 15px }
main { max-width: 560px; margin: 24px auto; padding: 28px; background: #fff; border: 1px solid #d9e0e4; border-top: 6px solid var(--brand); border-radius: 12px }
main.wide { max-width: 980px }
main.wide label { max-width: 520px }
.brand { margin: 0; font-weight: 700; color: var(--brand) }
.brand span { font-weight: 400; color: #56625e }
h1 { font-size: 24px; line-height: 1.25; margin: 4px 0 16px }
h2 { font-size: 17px; margin: 28px 0 8px }
dl { display: grid; grid-template-columns: minmax(110px, auto) 1fr; gap: 6px 16px; margin: 0 0 20px; padding: 14px 16px; background: #f6f8f9; border-radius: 9px }
dt { color: #56625e }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
label { display: block; margin-bottom: 12px; font-size: 14px; color: #45504c }
input, select { display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 10px; font: inherit; font-size: 16px; color: #1c2321; background: #fff; border: 1px solid #a9b5bb; border-radius: 8px }
input[type=hidden] { display: none }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0 0 }
button { font: inherit; min-height: 44px; padding: 0 16px; border-radius: 9px; border: 1px solid #a9b5bb; background: #fff; color: inherit; cursor: pointer }
button.main { background: var(--brand); border-color: var(--brand); color: #fff; font-weight: 600 }
button:focus-visible, input:focus-visible, select:focus-visible, a:focus-visible { outline: 3px solid #2b6fd6; outline-offset: 2px }
fieldset { border: 0; border-top: 1px solid #e1e7ea; margin: 24px 0 0; padding: 16px 0 0 }
legend { float: left; width: 100%; padding: 0; margin: 0 0 4px; font-weight: 600 }
legend + * { clear: both }
.hint { margin: 0 0 12px; font-size: 14px; color: #56625e }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; padding: 8px 10px; border-bottom: 1px solid #e1e7ea; white-space: nowrap; font-variant-numeric: tabular-nums }
td.amount { text-align: right }
a { color: var(--brand) }
@media (max-width: 620px) { main { margin: 0; border-left: 0; border-right: 0; border-radius: 0; padding: 20px 16px } .actions button { flex: 1 1 100% } dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 8px } }
`
