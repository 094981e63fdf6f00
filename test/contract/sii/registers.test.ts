import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import type { RegisterMonth, RegisterReading, RegisterRoute } from '#sii/sii.ts'
import type { ScenarioName } from '#simulators/world-trouble.ts'
import type { Variants } from '#simulators/sii/state/variants.ts'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import type { Desk } from './desk.ts'
import { ASEO, ASESORIAS, enter, factura, issue, openDesk, SOFTWARE, valueOf } from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const sales: RegisterMonth = { company: ASEO, month: month(2026, 10), side: 'sales' }
const purchases: RegisterMonth = { ...sales, side: 'purchases' }

function asked(method: string): number {
  return desk.simulator.admin.requests().filter(({ path }) => path.endsWith(`/${method}`)).length
}

async function read(
  of: RegisterMonth,
  first: RegisterRoute | null = null,
): Promise<RegisterReading> {
  const session = await enter(desk)
  return valueOf(await session.registers.documents(of, first))
}

describe('the registers', () => {
  test('may be read of every RUT that enrolled the person, their own too', async () => {
    const session = await enter(desk)
    const companies = valueOf(await session.registers.companies())
    expect(companies).toContain(session.person)
    expect(companies).toEqual(expect.arrayContaining([ASEO, SOFTWARE]))
    expect(companies).not.toContain(ASESORIAS)
  })

  test.each([sales, purchases])('have totals by type that add up: $side', async (of) => {
    const session = await enter(desk)
    const totals = valueOf(await session.registers.summary(of))
    expect(totals.length).toBeGreaterThan(0)
    for (const { sign, count, exentoClp, netoClp, ivaClp, totalClp } of totals) {
      expect(sign).not.toBeNull()
      expect(count).toBeGreaterThanOrEqual(0)
      expect(totalClp).toBeGreaterThanOrEqual(exentoClp + netoClp + ivaClp)
    }
  })

  test('are empty in a month without movements, and refused before there were any', async () => {
    const session = await enter(desk)
    expect(await session.registers.summary({ ...sales, month: month(2018, 1) })).toEqual({
      kind: 'ok',
      value: [],
    })
    expect(await session.registers.summary({ ...sales, month: month(2017, 4) })).toMatchObject({
      kind: 'validationRejected',
    })
  })

  const ways: Partial<Variants>[] = [
    ...variantChoices.csvDates.map((csvDates) => ({ csvDates })),
    ...variantChoices.answerCharset.map((answerCharset) => ({ answerCharset })),
    { registerToken: 'any' },
  ]
  test.each(ways)('have single documents by the export: %o', async (variants) => {
    desk.simulator.admin.setVariants(variants)
    for (const of of [sales, purchases]) {
      const { route, documents, totals, isWhole } = await read(of)
      expect([route, isWhole]).toEqual(['export', true])
      for (const { tipoDte, totalClp } of totals) {
        const rows = documents.filter((each) => each.tipoDte === tipoDte)
        if (rows.length === 0) continue
        expect(rows.reduce((sum, row) => sum + row.totalClp, 0)).toBe(totalClp)
      }
      desk.advance(200_000)
    }
  })

  test('have the same documents by the detail of each type', async () => {
    const session = await enter(desk)
    const exported = valueOf(await session.registers.documents(sales, 'export'))
    const detailed = valueOf(await session.registers.documents(sales, 'detail'))
    expect(detailed.route).toBe('detail')
    const bare = ({ documents }: RegisterReading) =>
      documents
        .map((row) => ({ ...row, reaction: null }))
        .sort((a, b) => a.tipoDte - b.tipoDte || a.folio - b.folio)
    expect(bare(detailed)).toEqual(bare(exported))
  })

  test.each(variantChoices.myDocumentsKeys.map((myDocumentsKeys) => ({ myDocumentsKeys })))(
    'have them from "Mis DTE" when their token is refused: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      desk.simulator.admin.scenarios.set({ name: 'register-token' })
      const { route, documents } = await read(sales)
      expect(route).toBe('misDte')
      expect(documents.length).toBeGreaterThan(0)
      for (const { folio, counterpart, totalClp } of documents) {
        expect(folio).toBeGreaterThan(0)
        expect(counterpart).not.toBeNull()
        expect(totalClp).toBeGreaterThan(0)
      }
    },
  )

  test('take no token at all for closed too', async () => {
    desk.simulator.admin.setVariants({ registerToken: 'none' })
    expect((await read(sales)).route).not.toBe('summary')
  })

  test('have them from the portal’s lists when "Mis DTE" is closed too', async () => {
    desk.simulator.admin.scenarios.set({ name: 'register-token' })
    desk.simulator.admin.scenarios.set({ name: 'my-documents-error' })
    const session = await enter(desk)
    const stopped = await session.registers.documents(sales, null)
    // An error of theirs is no closed door: it is told, and nothing more is asked.
    expect(stopped).toMatchObject({ kind: 'unavailable', cause: 'serverError' })
    const { route, documents } = valueOf(await session.registers.documents(sales, 'portalLists'))
    expect(route).toBe('portalLists')
    expect(documents).toMatchObject(
      [{ tipoDte: 33, folio: 3 }, { folio: 2 }, { folio: 1 }].slice(0, documents.length),
    )
  })

  test('start at the route given, without knocking elsewhere', async () => {
    desk.simulator.admin.scenarios.set({ name: 'register-token' })
    await read(sales, 'misDte')
    expect(asked('getDetalleVentaExport')).toBe(0)
    expect(asked('getDetalleVenta')).toBe(0)
  })

  const troubles: [ScenarioName, string][] = [
    ['register-error', 'unavailable'],
    ['register-session', 'sessionExpired'],
    ['register-period', 'validationRejected'],
    ['register-unknown-code', 'unavailable'],
  ]
  test.each(troubles)('meet "%s" as %s, never as an empty month', async (name, kind) => {
    desk.simulator.admin.scenarios.set({ name })
    const session = await enter(desk)
    expect(await session.registers.summary(sales)).toMatchObject({ kind })
    expect(await session.registers.documents(sales, null)).toMatchObject({ kind })
  })

  test('meet "register-empty" as an empty month', async () => {
    desk.simulator.admin.scenarios.set({ name: 'register-empty' })
    expect(await read(sales)).toMatchObject({ totals: [], documents: [], isWhole: true })
  })

  test('of sales are read without a state where REGISTRO is refused', async () => {
    desk.simulator.admin.scenarios.set({ name: 'register-state' })
    expect((await read(sales)).documents.length).toBeGreaterThan(0)
  })

  test.each(variantChoices.facadeSessionLost.map((facadeSessionLost) => ({ facadeSessionLost })))(
    'of an ended session say so: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      const session = await enter(desk)
      desk.simulator.admin.expireSessions()
      expect(await session.registers.summary(sales)).toEqual({ kind: 'sessionExpired' })
    },
  )

  test('of purchases have their pending ones apart', async () => {
    const session = await enter(desk)
    for (const state of ['PENDIENTE', 'RECLAMADO', 'NO_INCLUIR'] as const) {
      const answer = await session.registers.documents({ ...purchases, state }, null)
      expect(answer.kind).toBe('ok')
    }
  })

  test('have what was just issued, in its own month', async () => {
    const session = await enter(desk)
    const { sent } = await issue(session, factura())
    const { documents } = valueOf(
      await session.registers.documents({ ...sales, month: month(2026, 11) }, null),
    )
    const folio = sent?.kind === 'issued' ? sent.folio : 0
    expect(documents.find((row) => row.folio === folio && row.tipoDte === 33)).toMatchObject({
      totalClp: 357_000,
      netoClp: 300_000,
      sign: 1,
    })
  })
})
