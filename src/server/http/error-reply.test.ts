import { expect, test } from 'vitest'
import { errorReply } from './error-reply.ts'

test('a database that is away is said so, and that nothing was lost', () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(errorReply(gone, 'es', 'r1')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { detail: expect.stringContaining('Nada se perdió') },
  })
  expect(errorReply(new Error('Query read timeout'), 'en', 'r2')).toMatchObject({ status: 503 })
})

test('anything else tells its number and nothing of itself', () => {
  const reply = errorReply(new Error('secret detail'), 'es', 'r3')
  expect(reply.status).toBe(500)
  expect(JSON.stringify(reply.body)).toContain('r3')
  expect(JSON.stringify(reply.body)).not.toContain('secret')
})
