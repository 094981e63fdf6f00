import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteFacts, SiteLanguage, SitePage } from '#contract/pages.ts'
import { SITE_LANGUAGES, SITE_PAGES, siteFile, sitePath } from '#contract/pages.ts'
import { fill } from '#texts/translation.ts'

export type SiteNeeds = {
  /** The folder of the pages made at build; without them only the product's own page is served. */
  folder: string
  facts: (language: SiteLanguage) => Promise<SiteFacts>
}

/** The public pages, filled in with what only the running service knows, and what crawlers ask for. */
export function serveSite(server: FastifyInstance, { folder, facts }: SiteNeeds): void {
  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain').send(fill(robots, await facts('es'))),
  )
  server.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml').send(fill(sitemap(), escaped(await facts('es')))),
  )
  for (const language of SITE_LANGUAGES) {
    for (const page of SITE_PAGES) {
      const file = join(folder, siteFile(page, language))
      if (!existsSync(file)) continue
      const filled = filledPage(readFileSync(file, 'utf8'))
      server.get(sitePath(page, language), async (request, reply) =>
        sendPage(request, reply.header('cache-control', 'no-cache'), filled(await facts(language))),
      )
    }
  }
}

type Page = Record<'br' | 'gzip' | 'plain', Buffer>

/** Filled in and compressed anew only when a fact changed: of the public pages once a day, with the UF. */
export function filledPage(template: string): (facts: Record<string, string>) => Page {
  let key = ''
  let page: Page | null = null
  return (facts) => {
    const asked = JSON.stringify(facts)
    if (page !== null && asked === key) return page
    const plain = Buffer.from(fill(template, escaped(facts)))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    page = { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) }
    key = asked
    return page
  }
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const accepted = String(request.headers['accept-encoding'])
  const coding = (['br', 'gzip'] as const).find((one) => accepted.includes(one))
  if (coding !== undefined) reply.header('content-encoding', coding)
  return reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .send(page[coding ?? 'plain'])
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(facts: Record<string, string>): Record<string, string> {
  const safe = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? '')
  return Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, safe(text)]))
}

const robots = `User-agent: *
Disallow: /api/
Disallow: /auth/
Disallow: /reset-password/

Sitemap: {{origin}}/sitemap.xml
`

function sitemap(): string {
  const address = (page: SitePage, language: SiteLanguage) =>
    `{{origin}}${sitePath(page, language)}`
  const entries = SITE_LANGUAGES.flatMap((language) =>
    SITE_PAGES.map((page) => {
      const links = SITE_LANGUAGES.map(
        (one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${address(page, one)}"/>`,
      )
      return `<url><loc>${address(page, language)}</loc>${links.join('')}</url>`
    }),
  )
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>${entries.join('')}</urlset>\n`
}
