import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { languages, type Language } from '#texts/language.ts'
import { mailTexts } from '#texts/mails.ts'
import { NotFound } from '../http/errors.ts'
import type { Mail } from './mail-content.ts'
import { DIGESTS, hasNoButton, mailKind, templates, type Template } from './mail-kinds.ts'
import { sampleMail } from './sample.ts'
import { systemMail } from './system-mail.ts'

const PREVIEWS_PATH = '/api/mail-previews'

/** In the demonstration only: every mail of the product, in both languages, as a mail program shows it. */
export function serveMailPreviews(server: FastifyInstance): void {
  server.get(PREVIEWS_PATH, async (_request, reply) =>
    reply
      .header('content-security-policy', INDEX_POLICY)
      .type('text/html; charset=utf-8')
      .send(indexPage()),
  )
  server.get(`${PREVIEWS_PATH}/:template/:language`, async (request, reply) => {
    const asked = inPath.safeParse(request.params)
    if (!asked.success) throw new NotFound()
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(preview(asked.data.template, asked.data.language).html)
  })
}

const inPath = z.object({ template: z.enum(templates), language: z.enum(languages) })
const INDEX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** One of them, with its invented contents. */
export function preview(template: Template, language: Language): Mail {
  const data = sampleMail(template, language)
  const link = 'https://folio.example/documents/42'
  return systemMail({
    template,
    language,
    data: { ...data, values: { email: 'ana@servicios-nandu.example', ...data.values } },
    url: hasNoButton(template) ? null : link,
    unsubscribeUrl: DIGESTS.includes(template) ? 'https://folio.example/api/unsubscribe/1' : null,
    preferencesUrl: mailKind(template) === null ? null : 'https://folio.example/mail-preferences',
    demonstration: false,
  })
}

function indexPage(): string {
  const texts = mailTexts('es').previews
  const articles = templates.flatMap((template) =>
    languages.map((language) => article(template, language, texts.asText)),
  )
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(texts.title)}</title><style>${STYLE}</style></head>
<body><h1>${escape(texts.title)}</h1><p>${escape(texts.lead)}</p><div>${articles.join('')}</div></body></html>`
}

function article(template: Template, language: Language, asText: string): string {
  const { subject, text } = preview(template, language)
  return `<article><h2>${escape(subject)}</h2><p><code>${template}</code> · ${language}</p>
<iframe title="${escape(subject)}" src="${PREVIEWS_PATH}/${template}/${language}" loading="lazy" sandbox></iframe>
<details><summary>${escape(asText)}</summary><pre>${escape(text)}</pre></details></article>`
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
body { margin: 0; padding: 24px }
div { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 560px), 1fr)); gap: 28px }
h2 { font-size: 17px; margin: 0 }
p { margin: 2px 0 8px }
iframe { width: 100%; height: 720px; border: 1px solid #9aa6a2; border-radius: 10px }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
`

function escape(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
