import { afterEach, beforeEach, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import { createBreaker } from '#sii/sii.ts'
import { ANTONIA, ASESORIAS, enter, ANA, openDesk, type Desk } from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

// A worker asks nothing else of a host than what its documents need: that must be enough to find out.
test.each([
  ['facturas', ANA, 'mipeSelEmpresa.cgi'],
  ['boletas', ANTONIA, 'TMBCOC_InformeMensualBhe.cgi'],
] as const)(
  'after a page of maintenance the list of %s is read again by itself',
  async (_, who, cgi) => {
    const { simulator, newSii, advance } = desk
    const sii = newSii({ breaker: createBreaker({ nowMs: simulator.admin.now }) })
    const session = await enter(desk, who, sii)
    const list = () =>
      who === ANA
        ? session.withCompany(ASESORIAS, (portal) => portal.issuedDocuments({ tipoDte: 33 }))
        : session.boletas.issued(month(2026, 11))
    simulator.admin.faults.add({ kind: 'maintenance', cgi })
    expect(await list()).toMatchObject({ kind: 'unavailable', cause: 'maintenance' })
    expect(await list()).toMatchObject({ kind: 'unavailable', cause: 'breakerOpen' })
    advance(60_000)
    expect(await list()).toMatchObject({ kind: 'ok' })
  },
)
