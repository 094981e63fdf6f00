import { expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { withManners } from './manners.ts'
import type { LoginOutcome, Sii } from './portal-face.ts'

function bench(outcome: LoginOutcome) {
  let nowMs = 0
  let asked = 0
  const sii: Sii = {
    login: async () => {
      asked += 1
      return outcome
    },
    resume: () => {
      throw new Error('not asked')
    },
  }
  const mannerly = withManners(sii, { nowMs: () => nowMs })
  const login = (person = '11111111-1') => mannerly.login({ rut: rut(person), clave: 'x' })
  return { login, asked: () => asked, advance: (ms: number) => void (nowMs += ms) }
}

test('one person signs in every two minutes at most', async () => {
  const { login, asked, advance } = bench({ kind: 'interstitial', text: '' })
  await Promise.all([login(), login()])
  expect(asked()).toBe(1)
  expect(await login()).toEqual({ kind: 'paused', untilMs: 120_000 })
  await login('15151515-0')
  expect(asked()).toBe(2)
  advance(120_000)
  await login()
  expect(asked()).toBe(3)
})

test.each(['tooManySessions', 'loginThrottled'] as const)(
  'after "%s" a person waits half an hour',
  async (kind) => {
    const { login, asked, advance } = bench({ kind, text: '' })
    expect(await login()).toMatchObject({ kind })
    advance(29 * 60_000)
    expect(await login()).toEqual({ kind: 'paused', untilMs: 30 * 60_000 })
    advance(60_000)
    await login()
    expect(asked()).toBe(2)
  },
)
