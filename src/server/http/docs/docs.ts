import type { FastifyInstance } from 'fastify'
import { preferredLanguage, type Language } from '#texts/language.ts'
import { API_BASE } from '../calls.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'

/** The API's description, for programs and for people, in the language asked for. */
export function serveDocs(server: FastifyInstance): void {
  // The contract doesn't change while we run: each is made once, when first asked for.
  const documents = new Map<Language, string>()
  const pages = new Map<Language, string>()
  server.get(`${API_BASE}/openapi.json`, async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const text = documents.get(language) ?? JSON.stringify(openApi(language))
    documents.set(language, text)
    return reply.type('application/json; charset=utf-8').send(text)
  })
  server.get(`${API_BASE}/docs`, async (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const page = pages.get(language) ?? docsPage(openApi(language), language)
    pages.set(language, page)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
