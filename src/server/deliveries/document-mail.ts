/** What a document's mail offers to open: the document; the page to pay it at can stand beside it. */
export interface MailAction {
  label: string
  url: string
}

/** The document in a line, as the card under the text shows it. */
export interface MailSubject {
  title: string
  total: string
  /** Until when it is to be paid; empty where its page takes nothing. */
  due: string
}

/** The user's own words, and under them a card with the document. Styles inline, as mail programs want. */
export function documentHtml(
  html: string,
  { title, total, due }: MailSubject,
  actions: readonly MailAction[],
): string {
  const buttons = actions.map(
    ({ label, url }, index) =>
      `<a class="${index === 0 ? 'act' : 'act other'}" href="${textToHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:10px 18px;border-radius:8px;background:${index === 0 ? '#105e58' : '#ffffff'};border:1px solid #105e58;color:${index === 0 ? '#ffffff' : '#105e58'};font-weight:600;text-decoration:none">${textToHtml(label)}</a>`,
  )
  const card = `<table role="presentation" class="card" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0;max-width:520px;width:100%;border:1px solid #dfe7e5;border-radius:12px;background:#ffffff"><tr>
<td style="padding:18px 20px 6px"><span class="title" style="display:inline-block;padding:5px 10px;border:2px solid #c4302b;border-radius:5px;color:#c4302b;font-weight:700;font-size:14px">${textToHtml(title)}</span></td>
<td align="right" class="total" style="padding:18px 20px 6px;font-size:18px;font-weight:650;white-space:nowrap;font-variant-numeric:tabular-nums">${textToHtml(total)}${due === '' ? '' : `<br><span class="due" style="font-size:13px;font-weight:400;color:#5b6b68">${textToHtml(due)}</span>`}</td>
</tr><tr><td colspan="2" style="padding:10px 20px 12px">${buttons.join('')}</td></tr></table>`
  return `<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><style>${SHEET}</style></head><body style="font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.55">${html}${actions.length === 0 ? '' : card}</body></html>`
}

const SHEET = `@media (prefers-color-scheme:dark){body{background:#101716;color:#eef4f2}body>p a{color:#6fc7bd}.card{background:#18211f !important;border-color:#2b3735 !important}.title{color:#ff9088 !important;border-color:#e2574f !important}.act{background:#6fc7bd !important;color:#0c1c1a !important;border-color:#6fc7bd !important}.due{color:#a9bab6 !important}.other{background:none !important;color:#6fc7bd !important}}`

export function documentText(text: string, actions: readonly MailAction[]): string {
  return [text, ...actions.map(({ label, url }) => `${label}: ${url}`)].join('\n\n')
}

export function textToHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
