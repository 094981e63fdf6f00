import type { Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'

export type MailContent = {
  language: Language
  subject: string
  /** What mail programs show beside the subject. */
  preview: string
  title: string
  lead: string
  button: { label: string; url: string }
  /** Before the address that the button opens. */
  paste: string
  notes: string[]
}

export type Mail = { subject: string; text: string; html: string }

/** One message in two forms that say the same. Styles are inline: many mail programs drop the rest. */
export function layOut(content: MailContent, demonstration: boolean): Mail {
  const { frame } = mailTexts(content.language)
  const notices = demonstration ? [frame.demonstration] : []
  return {
    subject: content.subject,
    text: asText(content, notices, [frame.tagline, frame.automatic]),
    html: asHtml(content, notices, [frame.tagline, frame.automatic]),
  }
}

function asText(content: MailContent, notices: string[], footer: string[]): string {
  const { title, lead, button, notes } = content
  return [
    ...notices,
    title,
    lead,
    `${button.label}:\n${button.url}`,
    ...notes,
    `-- \nFolio\n${footer.join('\n')}\n`,
  ].join('\n\n')
}

const TEAL = '#105e58'
const INK = '#16211f'
const QUIET = '#5b6967'
const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function asHtml(content: MailContent, notices: string[], footer: string[]): string {
  const { language, subject, preview, title, lead, button, paste, notes } = content
  const url = escape(button.url)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f6f5;${FONT};color:${INK};font-size:16px;line-height:1.55">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
${notices.map(notice).join('')}<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 20px;font-size:22px;font-weight:700;letter-spacing:-0.02em;color:${TEAL}">Folio</p>
<main style="display:block;background:#ffffff;border:1px solid #dfe7e5;border-radius:14px;padding:32px 28px">
<h1 style="margin:0 0 14px;font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-0.01em">${escape(title)}</h1>
<p style="margin:0 0 26px">${escape(lead)}</p>
<p style="margin:0 0 28px"><a href="${url}" style="display:inline-block;background:${TEAL};color:#ffffff;text-decoration:none;font-weight:600;padding:13px 24px;border-radius:9px">${escape(button.label)}</a></p>
<p style="margin:0 0 4px;font-size:14px;color:${QUIET}">${escape(paste)}</p>
<p style="margin:0 0 22px;font-size:14px;word-break:break-all"><a href="${url}" style="color:${TEAL}">${url}</a></p>
${notes.map(note).join('')}</main>
<p style="margin:20px 4px 0;font-size:13px;color:${QUIET}">${footer.map(escape).join('<br>')}</p>
</div>
</body>
</html>
`
}

function notice(text: string): string {
  const style = `margin:0;padding:10px 20px;background:#fdf3d7;color:#5c4400;font-size:14px;text-align:center`
  return `<p role="note" style="${style}">${escape(text)}</p>\n`
}

function note(text: string): string {
  return `<p style="margin:0 0 8px;font-size:14px;color:${QUIET}">${escape(text)}</p>\n`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
