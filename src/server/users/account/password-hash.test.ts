import { expect, test } from 'vitest'
import { Throttled } from '../../http/errors.ts'
import { createPasswordHasher } from './password-hash.ts'

test('a password fits its own hash alone, and two hashes of it differ', async () => {
  const hasher = await createPasswordHasher()
  const [first, second] = [await hasher.hash('Cuncuna-43'), await hasher.hash('Cuncuna-43')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await hasher.verify(first, 'Cuncuna-43')).toBe(true)
  expect(await hasher.verify(first, 'cuncuna-43')).toBe(false)
})

test('nobody’s password fits, not even the one the missing account is compared with', async () => {
  const hasher = await createPasswordHasher()
  expect(await hasher.verify(null, 'no account has this')).toBe(false)
})

test('whoever finds the line full is sent away, and the line goes on', async () => {
  const hasher = await createPasswordHasher({ running: 1, waiting: 1 })
  const results = await Promise.allSettled([hasher.hash('a'), hasher.hash('b'), hasher.hash('c')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  const third = results[2]
  expect(third?.status === 'rejected' && third.reason).toBeInstanceOf(Throttled)
  await expect(hasher.hash('d')).resolves.toContain('argon2id')
})
