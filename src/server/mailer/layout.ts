import { mailTexts } from '#texts/mails.ts'
import { asHtml } from './layout-html.ts'
import type { Mail, MailContent, MailRow } from './mail-content.ts'

/** One message in two forms that say the same. */
export function layOut(content: MailContent, demonstration: boolean): Mail {
  const { frame } = mailTexts(content.language)
  const notices = demonstration ? [frame.demonstration] : []
  const footer = content.isRead ? [frame.tagline] : [frame.tagline, frame.automatic]
  return {
    subject: content.subject,
    text: asText(content, notices, footer),
    html: asHtml(content, { notices, footer, paste: frame.paste }),
  }
}

function asText(content: MailContent, notices: string[], footer: string[]): string {
  const { title, lead, details, rows, quote, button, notes, endings } = content
  const endingLines = endings.map(({ label, url }) => `${label}: ${url}`)
  return [
    ...notices,
    title,
    lead,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    rows.map(textRow).join('\n'),
    quote === null ? '' : quote.replace(/^/gm, '> '),
    button === null ? '' : `${button.label}:\n${button.url}`,
    ...notes,
    `-- \nFolio\n${[...footer, ...endingLines].join('\n')}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function textRow({ title, detail, value }: MailRow): string {
  return `• ${[title, detail, value].filter((part) => part !== '').join(' · ')}`
}
