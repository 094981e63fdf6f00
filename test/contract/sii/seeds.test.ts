import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Desk } from './desk.ts'
import { enter, factura, issue, line, openDesk, RODRIGO } from './desk.ts'

/** Whole days of issuing under faults drawn by a seed: what the client concludes must be true. */
let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const ATTEMPTS = 12

test.each(SEEDS)(
  'seed %i: issued is in the ledger once, refused and not sent are not',
  async (seed) => {
    const { admin } = desk.simulator
    admin.setLimits({ openSessions: 1000, loginsPerHour: 1000 })
    const sii = desk.newDirectSii()
    const named = (at: number) => `Aseo ${seed}-${at}`
    const ended: { at: number; kind: string; folio: number | null }[] = []
    admin.faults.sow({ seed, outOf: 15 })
    for (let at = 0; at < ATTEMPTS; at += 1) {
      const login = await sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
      if (login.kind !== 'ok') continue
      const answer = await login.value.withCompany(factura().issuer.rut, async (portal) => {
        const preview = await portal.previewFactura(factura({}, [line({ name: named(at) })]))
        if (preview.kind !== 'ok') return preview
        const signed = await preview.value.sign(RODRIGO.password)
        if (signed.kind !== 'ok') return signed
        const sent = await signed.value.send(() => true)
        const folio = sent.kind === 'issued' ? sent.folio : null
        ended.push({ at, kind: sent.kind, folio })
        return { kind: 'ok', value: null }
      })
      expect(answer.kind).toEqual(expect.any(String))
      await login.value.logout()
    }
    admin.faults.clear()
    admin.release()
    await new Promise((resolve) => setImmediate(resolve))
    const issuedNow = admin.ledger().filter((one) => one.xml.includes(`Aseo ${seed}-`))
    const copies = (at: number) => issuedNow.filter((one) => one.xml.includes(`>${named(at)}<`))
    for (const { at, kind, folio } of ended) {
      if (kind === 'issued') expect(copies(at).map((one) => one.folio)).toEqual([folio])
      else if (kind === 'uncertain') expect(copies(at).length).toBeLessThanOrEqual(1)
      else expect(copies(at)).toEqual([])
    }
    expect(ended.length).toBeGreaterThan(0)
    // Nothing is at the SII of which the client doesn't know that it may be.
    const mayBe = new Set(ended.filter((one) => one.kind !== 'refused').map((one) => named(one.at)))
    expect(issuedNow.filter((one) => ![...mayBe].some((name) => one.xml.includes(name)))).toEqual(
      [],
    )
    expect(admin.faults.struck().length).toBeGreaterThan(0)
  },
)

test('without faults the same attempts are all issued', async () => {
  const session = await enter(desk)
  const { sent } = await issue(session, factura())
  expect(sent?.kind).toBe('issued')
})
