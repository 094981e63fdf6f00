import type { Message } from './mailbox.ts'

/** The list of what arrived; looks again by itself, so that a waited-for mail simply appears. */
export function listPage(messages: Message[]): string {
  const rows = messages.map(
    (message) => `<li><a href="/mensajes/${message.id}">
<span class="who">${escape(message.to.join(', '))}</span>
<span class="subject">${escape(message.subject)}</span>
<time datetime="${escape(message.at)}">${clockTime(message.at)}</time>
</a></li>`,
  )
  const empty = `<p class="empty">Todavía no llega nada. Los correos de la demostración aparecen aquí apenas salen.</p>`
  const body = rows.length > 0 ? `<ol>${rows.join('')}</ol>` : empty
  return page(
    'Buzón',
    `<h1>Buzón</h1>${body}<p><a href="/proveedores">Fallas de Google y Microsoft</a></p>`,
    '<meta http-equiv="refresh" content="4">',
  )
}

export function messagePage(message: Message): string {
  const { id, subject, from, to, at, html, text, attachments } = message
  const files = attachments.map(
    (file, index) =>
      `<li><a href="/mensajes/${id}/adjuntos/${index}" download>${escape(file.name)}</a> · ${kilobytes(file.bytes.length)}</li>`,
  )
  const content = html
    ? `<iframe title="Contenido del correo" src="/mensajes/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Ver como texto</summary><pre>${escape(text)}</pre></details>`
    : `<pre>${escape(text)}</pre>`
  return page(
    subject,
    `<p><a href="/">← Buzón</a></p>
<h1>${escape(subject)}</h1>
<dl><dt>De</dt><dd>${escape(from)}</dd><dt>Para</dt><dd>${escape(to.join(', '))}</dd><dt>Hora</dt><dd><time datetime="${escape(at)}">${clockTime(at)}</time></dd></dl>
${files.length > 0 ? `<ul class="files">${files.join('')}</ul>` : ''}
${content}`,
  )
}

/** The HTML part as it came, for the sandboxed frame; its links open in a tab of their own. */
export function framedHtml(html: string): string {
  return `<base target="_blank">${html}`
}

export function missingPage(): string {
  return page('No está', '<p><a href="/">← Buzón</a></p><h1>Ese correo ya no está</h1>')
}

export function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${escape(title)} · Folio, demostración</title>
<style>${STYLE}</style>
</head>
<body>
<header><strong>Folio</strong> <span>Buzón de la demostración: nada de esto salió de tu computador</span></header>
<main>${body}</main>
</body>
</html>`
}

const STYLE = `
:root { color: #16211f; background: #f3f6f5; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
header { background: #105e58; color: #fff; padding: 14px 20px }
header span { opacity: .9; margin-left: 8px }
main { max-width: 860px; margin: 0 auto; padding: 24px 20px }
h1 { font-size: 24px; line-height: 1.25; margin: 8px 0 16px }
a { color: #105e58 }
ol { list-style: none; margin: 0; padding: 0; background: #fff; border: 1px solid #dfe7e5; border-radius: 12px; overflow: hidden }
ol li + li { border-top: 1px solid #e8eeec }
ol a { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2fr) auto; gap: 4px 16px; padding: 12px 16px; color: inherit; text-decoration: none }
ol a:hover, ol a:focus-visible { background: #eef5f3 }
.who { overflow: hidden; text-overflow: ellipsis }
.subject { font-weight: 600 }
time { color: #5b6967; font-variant-numeric: tabular-nums }
.empty { color: #5b6967 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0 0 16px }
dt { color: #5b6967 } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 640px; border: 1px solid #dfe7e5; border-radius: 12px; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #fff; border: 1px solid #dfe7e5; border-radius: 12px; padding: 16px }
details { margin-top: 12px }
@media (max-width: 560px) { ol a { grid-template-columns: 1fr auto } .subject { grid-column: 1 / -1; grid-row: 2 } header span { display: block; margin: 0 } }
`

const chileTime = new Intl.DateTimeFormat('es', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})

function clockTime(at: string): string {
  return escape(chileTime.format(Date.parse(at)))
}

function kilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
