import type { MailContent, MailLink, MailRow } from './mail-content.ts'

export type Surroundings = { notices: string[]; footer: string[]; paste: string }

const TEAL = '#105e58'
const INK = '#16211f'
const QUIET = '#56635f'
const LINE = '#dfe7e5'
const PAPER = '#ffffff'
const GROUND = '#f3f6f5'
const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * For mail programs: tables and inline styles, because many drop the rest; the sheet above only adds dark
 * colours and phones for those that read one. Every text is escaped, and nothing is fetched.
 */
export function asHtml(content: MailContent, { notices, footer, paste }: Surroundings): string {
  const { language, subject, preview, title, lead, quote, button } = content
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${SHEET}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${GROUND};${FONT};color:${INK};font-size:16px;line-height:1.55">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
${notices.map(notice).join('')}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="edge" style="padding:32px 20px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 18px">${WORDMARK}</td></tr>
<tr><td class="paper" style="background:${PAPER};border:1px solid ${LINE};border-radius:14px;padding:34px 32px 30px">
<h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-0.012em;color:${INK}">${escape(title)}</h1>
<p class="ink" style="margin:0 0 24px;color:${INK}">${escape(lead)}</p>
${detailTable(content.details)}${rowTable(content.rows)}${quote === null ? '' : quoted(quote)}${button === null ? '' : buttonOf(button, paste)}${noteList(content.notes)}</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;font-size:13px;line-height:1.6;color:${QUIET}">${footer.map(escape).join('<br>')}${endingLinks(content.endings)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const SHEET = `
@media (max-width:480px){.edge{padding:20px 12px 32px !important}.paper{padding:26px 20px 24px !important}.button a{display:block !important;text-align:center}}
@media (prefers-color-scheme:dark){
.ground{background:#0f1615 !important}.paper{background:#18211f !important;border-color:#2b3735 !important}
.ink{color:#eef4f2 !important}.quiet{color:#a3b1ad !important}.accent{color:#6fc7bd !important}
.line td{border-color:#2b3735 !important}.quote{background:#121a19 !important;border-color:#2b3735 !important}
.button td{background:#6fc7bd !important}.button a{color:#0c1c1a !important}.frame{color:#ff9088 !important;border-color:#e2574f !important}.notice{background:#3a3013 !important;color:#f6e6b4 !important}
}`

/** The red frame of every Chilean document, small, beside the name. */
const WORDMARK = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="frame" style="width:18px;height:22px;border:2px solid #c4302b;border-radius:4px;font-size:11px;line-height:22px;text-align:center;color:#c4302b;font-weight:700">N°</td>
<td class="accent" style="padding-left:9px;font-size:21px;line-height:26px;font-weight:700;letter-spacing:-0.02em;color:${TEAL}">Folio</td>
</tr></table>`

const FIGURES = 'font-variant-numeric:tabular-nums'

function detailTable(details: MailContent['details']): string {
  if (details.length === 0) return ''
  const rows = details.map(
    ({ label, value }) =>
      `<tr class="line"><td class="quiet" width="1" style="padding:9px 16px 9px 0;border-top:1px solid ${LINE};font-size:14px;color:${QUIET};vertical-align:top;white-space:nowrap">${escape(label)}</td><td class="ink" style="padding:9px 0;border-top:1px solid ${LINE};font-size:15px;color:${INK};word-break:break-word;${FIGURES}">${escape(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 26px">${rows.join('')}</table>\n`
}

function rowTable(rows: MailRow[]): string {
  if (rows.length === 0) return ''
  const made = rows.map(({ title, detail, value }) => {
    const below =
      detail === ''
        ? ''
        : `<br><span class="quiet" style="font-size:14px;color:${QUIET}">${escape(detail)}</span>`
    return `<tr class="line"><td class="ink" style="padding:11px 16px 11px 0;border-top:1px solid ${LINE};font-size:15px;line-height:1.4;color:${INK};word-break:break-word">${escape(title)}${below}</td><td align="right" class="ink" style="padding:11px 0;border-top:1px solid ${LINE};font-size:15px;line-height:1.4;color:${INK};white-space:nowrap;vertical-align:top;${FIGURES}">${escape(value)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 26px">${made.join('')}</table>\n`
}

function quoted(text: string): string {
  const lines = escape(text).replaceAll('\n', '<br>')
  return `<blockquote class="quote ink" style="margin:0 0 26px;padding:14px 18px;border-left:3px solid ${LINE};border-radius:4px;background:${GROUND};font-size:15px;color:${INK};word-break:break-word">${lines}</blockquote>\n`
}

function buttonOf({ label, url }: MailLink, paste: string): string {
  const href = escape(url)
  return `<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td style="background:${TEAL};border-radius:9px"><a href="${href}" style="display:inline-block;padding:13px 24px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 4px;font-size:13px;color:${QUIET}">${escape(paste)}</p>
<p style="margin:0 0 20px;font-size:13px;word-break:break-all"><a class="accent" href="${href}" style="color:${TEAL}">${href}</a></p>
`
}

function noteList(notes: string[]): string {
  return notes
    .map(
      (text) =>
        `<p class="quiet" style="margin:0 0 8px;font-size:14px;color:${QUIET}">${escape(text)}</p>\n`,
    )
    .join('')
}

function endingLinks(endings: MailLink[]): string {
  if (endings.length === 0) return ''
  const links = endings.map(
    ({ label, url }) =>
      `<a class="quiet" href="${escape(url)}" style="color:${QUIET};text-decoration:underline">${escape(label)}</a>`,
  )
  return `<br>${links.join(' &nbsp;·&nbsp; ')}`
}

function notice(text: string): string {
  return `<p role="note" class="notice" style="margin:0;padding:10px 20px;background:#fdf3d7;color:#5c4400;font-size:14px;text-align:center">${escape(text)}</p>\n`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
