import { expect, test } from 'vitest'
import { settableClock } from '../clock.ts'
import { portalRefused } from '../facturators/portal-refusal.ts'
import { errorReply } from './error-reply.ts'
import { Refused } from './errors.ts'

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

test('a refusal that time heals says when, where that is known', () => {
  const known = errorReply(
    new Refused(503, { text: 'Espera' }, { retryAfterSeconds: 59.2 }),
    'es',
    'r4',
  )
  expect(known).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
  expect(errorReply(new Refused(503, { text: 'Espera' }), 'es', 'r5').headers).toEqual({})
})

test('a pause of the SII says in how many seconds it ends', () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  const paused = { kind: 'paused', reason: 'loginSpacing', untilMs: clock.now() + 90_000 } as const
  const reply = errorReply(portalRefused(paused, 'es', clock), 'es', 'r6')
  expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '90' } })
  const busy = errorReply(portalRefused({ kind: 'busy' }, 'es', clock), 'es', 'r7')
  expect(busy).toMatchObject({ status: 503, headers: {} })
})
