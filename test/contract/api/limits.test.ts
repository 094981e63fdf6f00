import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await app.signIn()).access
})
afterAll(() => app.close())

test.each(['zzz', '2026-11-05', '2026-02-30_7', '2026-11-05_7_8', '_', ''])(
  'a page that begins at %j is refused, not shown from its start',
  async (before) => {
    const reply = await app.call({ path: `/documents/?before=${before}`, token })
    expect(reply).toMatchObject({ status: 400, body: { before: ['Enter a valid value.'] } })
  },
)

test('the page after a document is answered', async () => {
  const reply = await app.call({ path: '/documents/?before=2026-11-05_7', token })
  expect(reply).toMatchObject({ status: 200, body: { documents: [] } })
})

// A thousand calls, one after another.
test('what may lead to issuing has its limit, told in seconds', { timeout: 120_000 }, async () => {
  const ask = () => app.call({ path: '/documents/1/issue-now/', token, body: {} })
  let asked = 0
  let last = await ask()
  for (; last.status === 404 && asked < 2_000; asked += 1) last = await ask()
  expect(asked).toBe(1_000)
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.call({ path: '/documents/', token })).status).toBe(200)
})
