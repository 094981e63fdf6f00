import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

// What takes time is counted instead of timed, so that a busy machine can't change the verdict; the
// figure itself is measured by bench/api-timing.ts.
type Work = { queries: string[]; verified: number; hashed: number }
const work: Work = { queries: [], verified: 0, hashed: 0 }

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    work.queries.push(node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
}

let app: TestApp
let known: string
beforeAll(async () => {
  app = await startTestApp(undefined, undefined, (needs) => ({
    ...needs,
    db: needs.db.withPlugin(counting),
    hasher: {
      hash: (password) => {
        work.hashed += 1
        return needs.hasher.hash(password)
      },
      verify: (hash, password) => {
        work.verified += 1
        return needs.hasher.verify(hash, password)
      },
    },
  }))
  known = (await app.signIn()).email
})
afterAll(() => app.close())
beforeEach(() => Object.assign(work, { queries: [], verified: 0, hashed: 0 }))

async function workFor(path: string, body: object): Promise<Work> {
  Object.assign(work, { queries: [], verified: 0, hashed: 0 })
  await app.call({ path, body })
  return { ...work }
}

const unknown = 'nadie@folio.example'

test('a wrong password costs the same work for a known and an unknown address', async () => {
  const [path, password] = ['/auth/jwt/create/', 'Otra-cosa-99']
  const forKnown = await workFor(path, { email: known, password })
  expect(forKnown).toEqual({
    queries: ['SelectQueryNode', 'RawNode'],
    verified: 1,
    hashed: 0,
  })
  expect(await workFor(path, { email: unknown, password })).toEqual(forKnown)
})

test.each([
  '/auth/forgot-password',
  '/auth/users/reset_password/',
  '/auth/users/resend_activation/',
])('%s costs the same work for a known and an unknown address', async (path) => {
  const forKnown = await workFor(path, { email: known })
  expect(forKnown).toEqual({ queries: ['InsertQueryNode'], verified: 0, hashed: 0 })
  expect(await workFor(path, { email: unknown })).toEqual(forKnown)
})
