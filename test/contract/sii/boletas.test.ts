import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type {
  AnnulmentOutcome,
  Answer,
  PreviewedBoleta,
  SendOutcome,
  UncertainCause,
} from '#sii/sii.ts'
import type { FaultKind } from '#simulators/world-trouble.ts'
import { faultKinds } from '#simulators/world-trouble.ts'
import type { Variants } from '#simulators/sii/state/variants.ts'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import { world } from '#simulators/world.ts'
import type { Desk } from './desk.ts'
import { ANA, ANTONIA, boleta, CLINICA, enter, openDesk, valueOf } from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const NOVEMBER = month(2026, 11)
const OCTOBER = month(2026, 10)
const ISSUE = 'TMBECN_BoletaHonorariosElectronica.cgi'

/** What the SII really holds of today, whatever anybody was told. */
function issuedToday() {
  return desk.simulator.admin
    .boletas()
    .filter(({ issuerRut, issueDay }) => issuerRut === ANTONIA.rut && issueDay === desk.today)
}

async function run(
  content: BoletaContent = boleta(),
  sii = desk.sii,
): Promise<{ preview: Answer<PreviewedBoleta>; sent: SendOutcome | null }> {
  const session = await enter(desk, ANTONIA, sii)
  const preview = await session.boletas.preview(content)
  if (preview.kind !== 'ok') return { preview, sent: null }
  return { preview, sent: await preview.value.send(() => true) }
}

const single = Object.entries(variantChoices).flatMap(([name, choices]) =>
  choices.map((choice): Partial<Variants> => ({ [name]: choice })),
)
const others: Partial<Variants> = Object.fromEntries(
  Object.entries(variantChoices).map(([name, choices]) => [name, choices.at(-1)]),
)

describe('a boleta', () => {
  test.each([...single, others])(
    'is issued whatever the portal does here: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      const { preview, sent } = await run()
      const last = valueOf(preview).lastFolio ?? 0
      expect(sent).toMatchObject({ kind: 'issued', folio: last + 1 })
      expect(issuedToday()).toMatchObject([{ folio: last + 1, grossClp: 400_000 }])
    },
  )

  test('is previewed with the SII’s own retention', async () => {
    const { preview } = await run()
    expect(valueOf(preview).seen).toEqual({
      recipient: CLINICA,
      grossClp: 400_000,
      retentionClp: 61_000,
      liquidoClp: 339_000,
      rateBasisPoints: 1525,
    })
  })

  test('carries its bar code, by which its PDF comes', async () => {
    const session = await enter(desk, ANTONIA)
    const preview = valueOf(await session.boletas.preview(boleta()))
    const sent = await preview.send(() => true)
    const code = sent.kind === 'issued' ? (sent.code ?? '') : ''
    const pdf = valueOf(await session.boletas.pdf(code, 'issued'))
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('keeps its accents', async () => {
    const description = 'Diseño “ágil” – ñandú & cía'
    await run(boleta({ lines: [{ description, grossClp: clp(400_000) }] }))
    expect(JSON.stringify(issuedToday())).toContain('Diseño “ágil” – ñandú & cía')
  })

  test('of four lines is issued with its sum', async () => {
    const lines = [1, 2, 3, 4].map((n) => ({ description: `Etapa ${n}`, grossClp: clp(n * 1000) }))
    const { sent } = await run(boleta({ lines }))
    expect(sent?.kind).toBe('issued')
    expect(issuedToday()).toMatchObject([{ grossClp: 10_000 }])
  })

  test.each([...variantChoices.boletaOwnRetention])(
    'that pays its own tax is issued (%s)',
    async (boletaOwnRetention) => {
      desk.simulator.admin.setVariants({ boletaOwnRetention })
      const { preview, sent } = await run(boleta({ withholder: 'issuer' }))
      expect(valueOf(preview).seen.grossClp).toBe(400_000)
      expect(sent?.kind).toBe('issued')
    },
  )

  test('is issued from the address chosen', async () => {
    const session = await enter(desk, ANTONIA)
    const { addresses } = valueOf(await session.boletas.issuer())
    expect(addresses.length).toBeGreaterThan(0)
    const addressId = addresses.at(-1)?.id ?? null
    const preview = await session.boletas.preview(
      boleta({ issuer: { ...boleta().issuer, addressId } }),
    )
    expect(preview.kind).toBe('ok')
  })
})

describe('the last step of a boleta', () => {
  async function struckBy(kind: FaultKind): Promise<SendOutcome | null> {
    desk.simulator.admin.faults.add({ kind, cgi: ISSUE })
    return (await run(boleta(), desk.newDirectSii())).sent
  }

  const lost: [FaultKind, UncertainCause, number][] = [
    ['drop-request', 'connectionLost', 0],
    ['drop-answer', 'connectionLost', 1],
    ['hang-request', 'timeout', 0],
    ['hang-answer', 'timeout', 1],
    ['cut-answer', 'connectionLost', 1],
    ['error-before', 'serverError', 0],
    ['error-after', 'serverError', 1],
    ['html-before', 'unrecognisedPage', 0],
    ['html-after', 'unrecognisedPage', 1],
    ['maintenance', 'unrecognisedPage', 0],
    ['expire-before', 'loginPage', 0],
    ['slow-commit', 'connectionLost', 0],
    ['late-arrival', 'connectionLost', 0],
    ['slow-answer', 'timeout', 0],
  ]
  for (const sessionLost of variantChoices.sessionLost) {
    test.each(lost)(`struck by %s is uncertain (${sessionLost})`, async (kind, cause, issued) => {
      desk.simulator.admin.setVariants({ sessionLost })
      expect(await struckBy(kind)).toMatchObject({ kind: 'uncertain', cause })
      expect(issuedToday()).toHaveLength(issued)
      desk.simulator.admin.release()
    })
  }

  const harmless: FaultKind[] = ['list-lag', 'expire-after']
  test.each(harmless)('struck by %s is issued', async (kind) => {
    expect(await struckBy(kind)).toMatchObject({ kind: 'issued' })
    expect(issuedToday()).toHaveLength(1)
  })

  const twice: FaultKind[] = ['duplicate-first', 'duplicate-second']
  test.each(twice)('struck by %s is never refused', async (kind) => {
    for (const boletaTime of variantChoices.boletaTime) {
      desk.simulator.admin.setVariants({ boletaTime })
      expect(['issued', 'uncertain']).toContain((await struckBy(kind))?.kind)
    }
  })

  test('meets every fault the simulator knows', () => {
    const met = new Set<string>([...lost.map(([kind]) => kind), ...harmless, ...twice])
    expect(Object.keys(faultKinds).filter((kind) => !met.has(kind))).toEqual([])
  })

  test('is told apart afterwards by the issuer’s last number and the month’s report', async () => {
    for (const [kind, expected] of [
      ['drop-answer', 1],
      ['drop-request', 0],
    ] as const) {
      const session = await enter(desk, ANTONIA, desk.newDirectSii())
      const content = boleta({ lines: [{ description: kind, grossClp: clp(123_456) }] })
      const preview = valueOf(await session.boletas.preview(content))
      desk.simulator.admin.faults.add({ kind, cgi: ISSUE })
      expect((await preview.send(() => true)).kind).toBe('uncertain')
      const after = valueOf(await session.boletas.issuer())
      expect((after.lastFolio ?? 0) - (preview.lastFolio ?? 0)).toBe(expected)
      const rows = valueOf(await session.boletas.issued(NOVEMBER)).filter(
        (row) => row.folio > (preview.lastFolio ?? 0) && row.grossClp === content.grossClp,
      )
      expect(rows).toHaveLength(expected)
      desk.advance(200_000)
    }
  })

  test('reaches nothing after the session was ended elsewhere', async () => {
    const session = await enter(desk, ANTONIA)
    const taker = desk.newSii().resume(session.store())
    const preview = valueOf(await session.boletas.preview(boleta()))
    expect(await taker.logout()).toEqual({ kind: 'ok', value: null })
    expect(await preview.send(() => true)).toMatchObject({ kind: 'uncertain', cause: 'loginPage' })
    expect(issuedToday()).toEqual([])
  })

  test('is not sent when the checkpoint says no, nor after the session was ended here', async () => {
    const session = await enter(desk, ANTONIA)
    const first = valueOf(await session.boletas.preview(boleta()))
    expect(await first.send(() => false)).toEqual({ kind: 'notSent' })
    const second = valueOf(await session.boletas.preview(boleta()))
    await session.logout()
    expect(await second.send(() => true)).toEqual({ kind: 'notSent' })
    expect(issuedToday()).toEqual([])
  })

  test('of every earlier step lost is a value, and nothing is issued', async () => {
    const cgis = [
      'TMBECN_ValidaTimbrajeContrib.cgi',
      'TMBECN_PresentaDatosBoleta.cgi',
      'TMBECN_ConfirmaTimbrajeContrib.cgi',
    ]
    desk.simulator.admin.setLimits({ loginsPerHour: 100 })
    for (const cgi of cgis) {
      for (const kind of lost.map(([each]) => each)) {
        const session = await enter(desk, ANTONIA, desk.newDirectSii())
        desk.simulator.admin.faults.add({ kind, cgi })
        const preview = await session.boletas.preview(boleta())
        expect([cgi, kind, preview.kind]).not.toEqual([cgi, kind, 'ok'])
        desk.simulator.admin.release()
        await session.logout()
      }
    }
    expect(issuedToday()).toEqual([])
  })
})

describe('what the SII knows of boletas', () => {
  test('is the month’s report, annulled ones too', async () => {
    for (const boletaAnnulled of variantChoices.boletaAnnulled) {
      desk.simulator.admin.setVariants({ boletaAnnulled })
      const session = await enter(desk, ANTONIA)
      const rows = valueOf(await session.boletas.issued(OCTOBER))
      expect(rows.map(({ grossClp, annulled }) => [grossClp, annulled !== null])).toEqual([
        [900_000, false],
        [180_000, true],
      ])
      desk.advance(200_000)
    }
  })

  test('is what others issued to a person', async () => {
    const session = await enter(desk, ANA)
    expect(valueOf(await session.boletas.received(OCTOBER))).toMatchObject([
      { issuer: '11212121-8', grossClp: 60_000, retentionClp: 0, annulled: null },
    ])
    const [row] = valueOf(await session.boletas.received(OCTOBER))
    const pdf = await session.boletas.pdf(row?.barCode ?? '', 'received')
    expect(pdf.kind).toBe('ok')
  })

  test('is nothing in a month without any', async () => {
    const session = await enter(desk, ANTONIA)
    expect(await session.boletas.issued(month(2024, 1))).toEqual({ kind: 'ok', value: [] })
  })

  test.each(variantChoices.boletaReceiver.map((boletaReceiver) => ({ boletaReceiver })))(
    'is a recipient by RUT, and null for nobody: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      const session = await enter(desk, ANTONIA)
      expect(valueOf(await session.boletas.recipient(CLINICA))).toMatchObject({
        name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
      })
      expect(valueOf(await session.boletas.recipient(rut('76192083-9')))).toBeNull()
    },
  )

  test('is why somebody may not issue', async () => {
    const session = await enter(desk, ANA)
    const answer = await session.boletas.issuer()
    const mayIssue = world.people.some(
      (person) =>
        person.rut === ANA.rut && person.activities.some(({ category }) => category === 2),
    )
    expect(answer.kind).toBe(mayIssue ? 'ok' : 'boletasNotEnabled')
  })
})

describe.each(variantChoices.boletaPages.map((boletaPages) => ({ boletaPages })))(
  'a report of many pages (%o)',
  (variants) => {
    test.each([100, 205])('is read whole: %d boletas', async (count) => {
      const busy = await openDesk(withBoletas(count))
      busy.simulator.admin.setVariants(variants)
      const session = await enter(busy, ANTONIA)
      const rows = valueOf(await session.boletas.issued(OCTOBER))
      expect(new Set(rows.map(({ folio }) => folio)).size).toBe(count)
      await busy.simulator.close()
    })
  },
)

describe('annulling a boleta', () => {
  async function annul(folio: number, checkpoint = () => true): Promise<AnnulmentOutcome> {
    const session = await enter(desk, ANTONIA, desk.newDirectSii())
    const prepared = valueOf(await session.boletas.prepareAnnulment(folio, 1))
    return prepared.send(checkpoint)
  }
  const lastFolio = () =>
    desk.simulator.admin.boletas().findLast(({ issuerRut }) => issuerRut === ANTONIA.rut)?.folio ??
    0
  const isAnnulled = () =>
    desk.simulator.admin.boletas().findLast(({ issuerRut }) => issuerRut === ANTONIA.rut)
      ?.annulledAtMs != null

  test('is prepared with what it is about, and sent once', async () => {
    await run()
    const session = await enter(desk, ANTONIA, desk.newDirectSii())
    const prepared = valueOf(await session.boletas.prepareAnnulment(lastFolio(), 3))
    expect(prepared).toMatchObject({ folio: lastFolio(), grossClp: 400_000 })
    expect(isAnnulled()).toBe(false)
    expect(await prepared.send(() => true)).toMatchObject({ kind: 'annulled' })
    const rows = valueOf(await session.boletas.issued(NOVEMBER))
    expect(rows.find(({ folio }) => folio === lastFolio())?.annulled).toEqual({ on: desk.today })
    await expect(prepared.send(() => true)).rejects.toThrow(/second time/)
  })

  test('that does not exist, or twice, goes no further', async () => {
    await run()
    const session = await enter(desk, ANTONIA, desk.newDirectSii())
    expect(['notFound', 'validationRejected']).toContain(
      (await session.boletas.prepareAnnulment(99_999, 1)).kind,
    )
    const prepared = valueOf(await session.boletas.prepareAnnulment(lastFolio(), 1))
    await prepared.send(() => true)
    expect((await session.boletas.prepareAnnulment(lastFolio(), 1)).kind).toBe('validationRejected')
  })

  const faults: [FaultKind, boolean][] = [
    ['drop-request', false],
    ['drop-answer', true],
    ['hang-answer', true],
    ['error-after', true],
    ['html-after', true],
    ['html-before', false],
    ['expire-before', false],
    ['maintenance', false],
  ]
  test.each(faults)('struck by %s is uncertain', async (kind, annulled) => {
    await run()
    desk.simulator.admin.faults.add({ kind, cgi: 'TMBANU_RecepcionAnulacion.cgi' })
    expect((await annul(lastFolio())).kind).toBe('uncertain')
    expect(isAnnulled()).toBe(annulled)
  })

  test('is not sent when the checkpoint says no', async () => {
    await run()
    expect(await annul(lastFolio(), () => false)).toEqual({ kind: 'notSent' })
    expect(isAnnulled()).toBe(false)
  })
})

test('the clave is in nothing a boleta hands back', async () => {
  const session = await enter(desk, ANTONIA)
  const preview = valueOf(await session.boletas.preview(boleta()))
  const told = [session.store(), preview.seen, await preview.send(() => true)]
  expect(JSON.stringify(told)).not.toContain(ANTONIA.clave)
})

/** A month of that many boletas of one person. */
function withBoletas(count: number) {
  const model = world.boletas?.find(({ issuerRut }) => issuerRut === ANTONIA.rut)
  if (model === undefined) throw new Error('No boleta to copy')
  const boletas = Array.from({ length: count }, (_, index) => ({
    ...model,
    monthsAgo: 1,
    dayOfMonth: 1 + (index % 25),
    annulledFor: null,
  }))
  return { ...world, boletas }
}
