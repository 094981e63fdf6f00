import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import { contractCalls } from '../contract-calls.ts'
import { openApi } from './openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const api = openApi('es')
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

test('every call of the contract is described, under its own name, once', () => {
  const described = new Map(operations.map((one) => [one.operationId, one]))
  expect(described.size).toBe(operations.length)
  for (const { name, call } of contractCalls()) {
    const one = described.get(name)
    expect(one?.method).toBe(call.method.toLowerCase())
    expect(one?.path).toBe(call.path.replaceAll(/:(\w+)/g, '{$1}'))
    expect(one?.security.length).toBe(call.access === 'session' ? 1 : 0)
    expect(one?.summary).not.toBe(name)
    expect(Object.keys(one?.responses ?? {})).toContain(String(call.status))
  }
})

test('every part of an address is a parameter that must be there', () => {
  for (const { path, parameters = [] } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const declared = parameters.filter((one) => one.in === 'path' && one.required)
    expect(declared.map((one) => one.name)).toEqual(named)
  }
})

test('whatever is pointed at is there', () => {
  const pointers = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
  expect(pointers.length).toBeGreaterThan(100)
  for (const [, kind = '', name = ''] of pointers) {
    const components: Record<string, object> = { ...api.components }
    expect(Object.keys(components[kind] ?? {})).toContain(name)
  }
  expect(JSON.stringify(api)).not.toContain('$defs')
})

test('a call that may lead to issuing names its key; a query says what may be left out', () => {
  const byName = new Map(operations.map((one) => [one.operationId, one.parameters ?? []]))
  expect(byName.get('createRule')?.map(({ name }) => name)).toContain('Idempotency-Key')
  expect(byName.get('readRule')?.map(({ name }) => name)).toEqual(['id'])
  expect(byName.get('listDocuments')?.every(({ required }) => !required)).toBe(true)
  expect(byName.get('listContacts')).toMatchObject([
    { name: 'client', in: 'query', required: true },
  ])
})

test('it is served without a session, in the language asked for', async () => {
  const spanish = await app.call({ path: '/openapi.json', language: 'es' })
  expect(spanish).toMatchObject({ status: 200, body: { info: { title: 'API de Folio' } } })
  const english = await app.call({ path: '/openapi.json' })
  expect(english.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Folio API' } })
})

test('the page for people tells every call, with no script and nothing from elsewhere', async () => {
  for (const language of ['es', 'en']) {
    const { status, body, headers } = await app.call({ path: '/docs', language })
    const page = String(body)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(String(headers['content-security-policy'])).toContain(`script-src 'self'`)
    expect(page).toContain(`<html lang="${language}">`)
    for (const { name } of contractCalls()) expect(page).toContain(`<article id="${name}">`)
    expect(page).not.toMatch(/<script|\son\w+=|src=|https?:|@import|url\(/)
    for (const [, target = ''] of page.matchAll(/href="#([\w-]+)"/g)) {
      expect(page).toContain(`id="${target}"`)
    }
  }
})
