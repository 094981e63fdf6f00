import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { createPublicSii, readUtm, siiOrigins } from '#sii/sii.ts'
import type { Desk } from './desk.ts'
import { ANA, ASEO, CLINICA, openDesk } from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const publicSii = () =>
  createPublicSii({ nowMs: () => 0, origins: siiOrigins(desk.simulator.url), timeoutMs: 5000 })

describe('what the SII tells anybody', () => {
  test('is a taxpayer’s name and activities', async () => {
    const answer = await publicSii().taxpayer(ASEO)
    expect(answer).toMatchObject({
      kind: 'ok',
      value: {
        rut: ASEO,
        name: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA',
        hasStarted: true,
      },
    })
    const value = answer.kind === 'ok' ? answer.value : null
    expect(value?.activities).toMatchObject([
      { code: '812100', category: 1, hasIva: true },
      { code: '702000' },
    ])
  })

  test('is nothing for a RUT it does not know', async () => {
    desk.simulator.admin.scenarios.set({ name: 'taxpayer-unknown' })
    expect(await publicSii().taxpayer(CLINICA)).toEqual({ kind: 'ok', value: null })
  })

  test('is no answer when it is about somebody else, nor when the captcha is refused', async () => {
    desk.simulator.admin.scenarios.set({ name: 'taxpayer-other', times: 1 })
    expect(await publicSii().taxpayer(ASEO)).toMatchObject({ kind: 'portalChanged' })
    desk.simulator.admin.scenarios.set({ name: 'captcha-refused', times: 1 })
    expect((await publicSii().taxpayer(ASEO)).kind).not.toBe('ok')
  })

  test('is which documents a company may issue, and that a person may issue none', async () => {
    expect(await publicSii().authorisedIssuer(ASEO)).toMatchObject({
      kind: 'ok',
      value: {
        rut: ASEO,
        documents: expect.arrayContaining([expect.objectContaining({ tipoDte: 33, until: null })]),
      },
    })
    expect(await publicSii().authorisedIssuer(ANA.rut)).toEqual({ kind: 'ok', value: null })
    expect(await publicSii().authorisedIssuer(rut('76192083-9'))).toEqual({
      kind: 'ok',
      value: null,
    })
  })

  test('is the UTM of each month', async () => {
    const origins = siiOrigins(desk.simulator.url)
    const answer = await readUtm(2026, { origins, timeoutMs: 5000 })
    expect(answer.kind === 'ok' ? [...answer.value.keys()][0] : answer).toMatch(/^2026-\d\d$/)
    desk.simulator.admin.scenarios.set({ name: 'uf-limited' })
    expect(await readUtm(2026, { origins, timeoutMs: 5000 })).toMatchObject({
      cause: 'waitingRoom',
    })
  })
})
