import { expect, test, vi } from 'vitest'
import { LONGEST_AT_SII_MS } from '#contract/call.ts'
import { createCredentials } from '#contract/facturators.ts'
import { listCompanies } from '#contract/parties.ts'
import { send } from './client.ts'

test('a call that waits for the SII is given up after the server answers that it is late, any other within a minute', async () => {
  const limits: number[] = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('navigator', { onLine: true, language: 'es' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return new AbortController().signal
  })
  const asked = { body: { rut: '15151515-0', password: 'x' }, key: 'una' }
  await expect(send(createCredentials, asked)).rejects.toMatchObject({ status: null })
  await expect(send(listCompanies, { query: {} })).rejects.toMatchObject({ status: null })
  expect(limits).toHaveLength(2)
  expect(limits[0]).toBeGreaterThan(LONGEST_AT_SII_MS)
  expect(limits[1]).toBe(60_000)
})
