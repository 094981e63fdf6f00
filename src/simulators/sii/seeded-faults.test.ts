import { expect, test } from 'vitest'
import type { FaultKind } from '../world-trouble.ts'
import { createFaultPlan } from './state/faults.ts'
import { faultKinds, isFaultKind } from '../world-trouble.ts'
import { createRawBrowser } from './raw/browser.ts'
import { withSimulator } from './test-portal.ts'

const request = { cgi: 'mipeSendXML.cgi', method: 'POST', personRut: null }

function drawn(seed: number, outOf: number, requests: number): (FaultKind | null)[] {
  const plan = createFaultPlan()
  plan.sow({ seed, outOf })
  return Array.from({ length: requests }, () => plan.take(request)?.kind ?? null)
}

test('a seed strikes the same requests in the same way every time, another one others', () => {
  expect(drawn(7, 4, 200)).toEqual(drawn(7, 4, 200))
  expect(drawn(7, 4, 200)).not.toEqual(drawn(8, 4, 200))
})

test('about as many are struck as was asked, by every kind that lets its asker go on', () => {
  const kinds = drawn(11, 4, 4000).filter((kind) => kind !== null)
  expect(kinds.length).toBeGreaterThan(800)
  expect(kinds.length).toBeLessThan(1200)
  const all = Object.keys(faultKinds).filter(isFaultKind)
  const waiting = ['hang-request', 'hang-answer', 'slow-answer']
  expect([...new Set(kinds)].toSorted()).toEqual(
    all.filter((kind) => !waiting.includes(kind)).toSorted(),
  )
})

test('only the pages and kinds that were named are struck, until it is cleared', () => {
  const plan = createFaultPlan()
  plan.sow({ seed: 1, outOf: 1, cgis: ['mipeSendXML.cgi'], kinds: ['drop-answer'] })
  expect(plan.take({ ...request, cgi: 'siihome.cgi' })).toBeNull()
  expect(plan.take(request)?.kind).toBe('drop-answer')
  expect(plan.struck()).toEqual([{ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' }])
  plan.clear()
  expect(plan.take(request)).toBeNull()
})

const ground = withSimulator()

test('over HTTP a seed is sown and cleared', async () => {
  const { simulator } = ground()
  const say = (method: string, path: string, body?: unknown) =>
    fetch(`${simulator.url}/_admin/${path}`, { method, body: body ? JSON.stringify(body) : null })
  const sown = { seed: 3, outOf: 1, kinds: ['maintenance'] }
  expect((await say('POST', 'faults/seed', sown)).status).toBe(204)
  expect((await say('POST', 'faults/seed', { seed: 3, outOf: 0 })).status).toBe(400)
  const page = '/zeusr/AUT2000/InicioAutenticacion/IngresoRutClave.html'
  const browser = createRawBrowser(simulator.url)
  expect((await browser.get(page)).text).toContain('mantenci')
  await say('DELETE', 'faults')
  expect((await browser.get(page)).text).toContain('myform')
})
