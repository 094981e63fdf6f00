import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import type { PortalSession } from '#sii/sii.ts'
import type { ScenarioName } from '#simulators/world-trouble.ts'
import type { Variants } from '#simulators/sii/state/variants.ts'
import type { Desk } from './desk.ts'
import {
  ANA,
  ASEO,
  at,
  boleta,
  CLINICA,
  enter,
  factura,
  openDesk,
  RODRIGO,
  SOFTWARE,
} from './desk.ts'

const OCTOBER = month(2026, 10)

function boletaOf(session: PortalSession) {
  return boleta({ issuer: { ...boleta().issuer, rut: session.person } })
}

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

function loginPosts(): number {
  return desk.simulator.admin
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('CAutInicio.cgi')).length
}

describe('login', () => {
  const ways: Partial<Variants>[] = [
    { loginSuccess: 'script' },
    { loginSuccess: 'redirect' },
    { loginSuccess: 'script', answerCharset: 'utf-8' },
    { loginSuccess: 'redirect', answerCharset: 'utf-8' },
  ]
  test.each(ways)('opens a session with one attempt: %o', async (way) => {
    desk.simulator.admin.setVariants(way)
    const session = await enter(desk)
    expect(session.person).toBe(RODRIGO.rut)
    expect(await session.isAlive()).toEqual({ kind: 'ok', value: true })
    expect(loginPosts()).toBe(1)
  })

  test('with a wrong clave is refused once, in the words of the SII and without the clave', async () => {
    const outcome = await desk.sii.login({ rut: RODRIGO.rut, clave: 'canario99' })
    expect(outcome).toEqual({
      kind: 'invalidCredentials',
      text: 'La Clave Tributaria ingresada no es correcta',
    })
    expect(loginPosts()).toBe(1)
  })

  test('with a wrong clave is refused although an earlier session is alive', async () => {
    const earlier = await enter(desk)
    const outcome = await desk.sii.login({
      rut: RODRIGO.rut,
      clave: 'canario99',
      earlier: earlier.store(),
    })
    expect(outcome.kind).toBe('invalidCredentials')
  })

  const troubles: [ScenarioName, string, RegExp][] = [
    ['wrong-clave', 'invalidCredentials', /no es correcta/],
    ['too-many-sessions', 'tooManySessions', /m[aá]ximo de sesiones/],
    ['login-throttled', 'loginThrottled', /^/],
    ['account-blocked', 'accountBlocked', /bloquead/i],
    ['interstitial-change-clave', 'interstitial', /[Cc]lave/],
  ]
  test.each(troubles)('meets "%s" as %s', async (name, kind, text) => {
    desk.simulator.admin.scenarios.set({ name })
    const outcome = await desk.sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
    expect(outcome.kind).toBe(kind)
    expect('text' in outcome ? outcome.text : '').toMatch(text)
    expect(JSON.stringify(outcome)).not.toContain(RODRIGO.clave)
    expect(loginPosts()).toBeLessThanOrEqual(1)
  })

  const closed: [ScenarioName, string][] = [
    ['waiting-room', 'waitingRoom'],
    ['blank-login', 'unknownPage'],
    ['maintenance', 'maintenance'],
  ]
  test.each(closed)(
    'meets "%s" as the portal being unavailable, not as a refusal',
    async (name, cause) => {
      desk.simulator.admin.scenarios.set({ name })
      const outcome = await desk.sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
      expect(outcome).toMatchObject({ kind: 'unavailable', cause })
      expect(loginPosts()).toBe(0)
    },
  )

  test('goes through "ESCOJA COMO DESEA INGRESAR" as oneself', async () => {
    desk.simulator.admin.scenarios.set({ name: 'interstitial-choose' })
    const session = await enter(desk)
    expect(await session.profile()).toMatchObject({ kind: 'ok', value: { rut: RODRIGO.rut } })
  })

  test('leaves no session open behind a page that asks for something else', async () => {
    desk.simulator.admin.scenarios.set({ name: 'interstitial-change-clave' })
    await desk.sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
    expect(desk.simulator.admin.sessions().filter(({ open }) => open)).toEqual([])
  })

  test('is not tried again when its answer is lost', async () => {
    desk.simulator.admin.faults.add({ kind: 'drop-answer', cgi: 'CAutInicio.cgi', method: 'POST' })
    const outcome = await desk.sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
    expect(outcome).toMatchObject({ kind: 'unavailable', cause: 'network' })
    expect(loginPosts()).toBe(1)
  })

  test('times out as unavailable', async () => {
    const hasty = desk.newSii({ timeouts: { usualMs: 150, slowMs: 150 } })
    desk.simulator.admin.faults.add({ kind: 'hang-request', cgi: 'CAutInicio.cgi' })
    const outcome = await hasty.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
    expect(outcome).toMatchObject({ kind: 'unavailable', cause: 'timeout' })
  })

  test('stands although the home page is down: the cookies prove it', async () => {
    desk.simulator.admin.faults.add({ kind: 'error-before', cgi: 'siihome.cgi', times: 9 })
    const outcome = await desk.sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
    expect(outcome.kind).toBe('ok')
  })
})

describe('a stored session', () => {
  test('goes on in another process', async () => {
    const stored = (await enter(desk)).store()
    const other = desk.newSii().resume({ ...stored })
    expect(await other.profile()).toMatchObject({ kind: 'ok', value: { rut: RODRIGO.rut } })
    expect(loginPosts()).toBe(1)
  })

  test('has the same text until a cookie changes', async () => {
    const session = await enter(desk)
    const before = session.store().cookies
    await session.isAlive()
    await session.companies()
    expect(session.store().cookies).toBe(before)
  })

  test('never holds the clave', async () => {
    const { cookies } = (await enter(desk)).store()
    expect(cookies).not.toContain(RODRIGO.clave)
  })

  test('that cannot be read counts as ended', async () => {
    const broken = desk.sii.resume({ person: RODRIGO.rut, cookies: '{"half' })
    expect(await broken.profile()).toEqual({ kind: 'sessionExpired' })
  })
})

describe('an ended session', () => {
  const operations: [string, (session: PortalSession) => Promise<{ kind: string }>][] = [
    ['profile', (session) => session.profile()],
    ['companies', (session) => session.companies()],
    ['certificate', (session) => session.certificate()],
    ['issuer', (session) => session.withCompany(ASEO, (portal) => portal.issuer())],
    ['boletas.issuer', (session) => session.boletas.issuer()],
    ['boletas.preview', (session) => session.boletas.preview(boletaOf(session))],
    ['boletas.issued', (session) => session.boletas.issued(OCTOBER)],
    ['boletas.pdf', (session) => session.boletas.pdf('131313130000010A1B2C', 'issued')],
    ['boletas.prepareAnnulment', (session) => session.boletas.prepareAnnulment(1, 1)],
    ['registers.companies', (session) => session.registers.companies()],
    [
      'registers.documents',
      (session) =>
        session.registers.documents({ company: ASEO, month: OCTOBER, side: 'sales' }, null),
    ],
  ]
  for (const sessionLost of ['page', 'redirect'] as const) {
    test.each(operations)(`says so to %s (${sessionLost})`, async (_, operation) => {
      desk.simulator.admin.setVariants({ sessionLost })
      const session = await enter(desk)
      desk.simulator.admin.expireSessions()
      expect(await operation(session)).toEqual({ kind: 'sessionExpired' })
    })

    const inside = [
      'issuer',
      'recipient',
      'issuedDocuments',
      'previewFactura',
      'pdf',
      'xml',
      'receivedDocuments',
      'receivedPdf',
      'documentStatus',
      'drafts',
      'saveDraft',
    ] as const
    test.each(inside)(
      `says so to %s in the middle of a company's work (${sessionLost})`,
      async (name) => {
        desk.simulator.admin.setVariants({ sessionLost })
        const session = await enter(desk)
        const answer = await at(session, ASEO, async (portal) => {
          desk.simulator.admin.expireSessions()
          switch (name) {
            case 'issuer':
              return portal.issuer()
            case 'recipient':
              return portal.recipient(CLINICA)
            case 'issuedDocuments':
              return portal.issuedDocuments({})
            case 'previewFactura':
              return portal.previewFactura(factura())
            case 'pdf':
              return portal.pdf('99000003')
            case 'xml':
              return portal.xml({ tipoDte: 33, folio: 1, issueDate: desk.today })
            case 'receivedDocuments':
              return portal.receivedDocuments({})
            case 'receivedPdf':
              return portal.receivedPdf('99000003')
            case 'documentStatus':
              return portal.documentStatus({ tipoDte: 33, folio: 1, issueDate: desk.today })
            case 'drafts':
              return portal.drafts()
            case 'saveDraft':
              return portal.saveDraft(factura(), null)
          }
        })
        expect(answer).toEqual({ kind: 'sessionExpired' })
      },
    )

    test(`is not alive (${sessionLost})`, async () => {
      desk.simulator.admin.setVariants({ sessionLost })
      const session = await enter(desk)
      desk.simulator.admin.expireSessions()
      expect(await session.isAlive()).toEqual({ kind: 'ok', value: false })
    })
  }
})

describe('logout', () => {
  test('ends the session for whoever holds its cookies, and for this object', async () => {
    const session = await enter(desk)
    const twin = desk.newSii().resume(session.store())
    expect(await session.logout()).toEqual({ kind: 'ok', value: null })
    expect(await twin.isAlive()).toEqual({ kind: 'ok', value: false })
    const asked = desk.simulator.admin.requests().length
    expect(await session.profile()).toEqual({ kind: 'sessionExpired' })
    expect(desk.simulator.admin.requests().length).toBe(asked)
  })

  test('of a session long dead is fine', async () => {
    const session = await enter(desk)
    desk.simulator.admin.expireSessions()
    expect(await session.logout()).toEqual({ kind: 'ok', value: null })
  })

  test('that the SII did not carry out is no fence', async () => {
    const session = await enter(desk)
    desk.simulator.admin.faults.add({ kind: 'html-before', cgi: 'autTermino.cgi' })
    expect(await session.logout()).toMatchObject({ kind: 'unavailable' })
  })

  test('without an answer is no fence', async () => {
    const session = await enter(desk)
    desk.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'autTermino.cgi' })
    expect(await session.logout()).toMatchObject({ kind: 'unavailable', cause: 'network' })
  })
})

describe('one session', () => {
  test('never has two requests under way', async () => {
    const session = await enter(desk)
    await Promise.all([
      session.profile(),
      session.certificate(),
      session.companies(),
      session.withCompany(ASEO, (portal) => portal.issuer()),
      session.withCompany(SOFTWARE, (portal) => portal.issuer()),
    ])
    const spans = desk.simulator.admin.requests().map((one) => [one.startedAs, one.endedAs ?? 0])
    spans.sort(([a = 0], [b = 0]) => a - b)
    const overlaps = spans.filter(([start = 0], index) => start < (spans[index - 1]?.[1] ?? 0))
    expect(overlaps).toEqual([])
  })

  test('keeps one company from its choice to its last request, whoever else asks', async () => {
    const session = await enter(desk)
    const names = await Promise.all(
      [ASEO, SOFTWARE, ASEO, SOFTWARE].map((company) =>
        at(session, company, async (portal) => {
          await portal.recipient(CLINICA)
          const issuer = await portal.issuer()
          return issuer.kind === 'ok' ? issuer.value.name : issuer.kind
        }),
      ),
    )
    expect(names.map((name) => name.split(' ')[0])).toEqual([
      'SERVICIOS',
      'SOFTWARE',
      'SERVICIOS',
      'SOFTWARE',
    ])
  })

  test('refuses a company inside the work of another instead of waiting for itself', async () => {
    const session = await enter(desk)
    const nested = at(session, ASEO, () =>
      session.withCompany(SOFTWARE, (portal) => portal.issuer()),
    )
    await expect(nested).rejects.toThrow(/inside the work/)
  })

  test('answers a question about the certificate inside the work of a company', async () => {
    const session = await enter(desk)
    expect(await at(session, ASEO, () => session.certificate())).toMatchObject({ kind: 'ok' })
  })

  test('lets nobody use a company after its work has ended', async () => {
    const session = await enter(desk)
    const kept = await at(session, ASEO, async (portal) => portal)
    await expect(kept.issuer()).rejects.toThrow(/after its work/)
  })

  test('frees the company when the work throws', async () => {
    const session = await enter(desk)
    const failing = at(session, ASEO, () => Promise.reject(new Error('ours')))
    await expect(failing).rejects.toThrow('ours')
    expect(await at(session, ASEO, (portal) => portal.issuer())).toMatchObject({ kind: 'ok' })
  })
})

test('two people at the same time keep to their own sessions', async () => {
  const [rodrigo, ana] = await Promise.all([enter(desk), enter(desk, ANA)])
  expect(await rodrigo.profile()).toMatchObject({ value: { rut: RODRIGO.rut } })
  expect(await ana.profile()).toMatchObject({ value: { rut: ANA.rut } })
})

test('requests of one person keep their pace', async () => {
  const waits: number[] = []
  const paced = desk.newSii({
    paceMs: 1200,
    wait: async (ms) => {
      waits.push(ms)
      desk.advance(ms)
    },
  })
  const session = await enter(desk, RODRIGO, paced)
  await session.isAlive()
  expect(waits[0]).toBe(0)
  expect(waits.slice(1).every((ms) => ms === 1200)).toBe(true)
})
