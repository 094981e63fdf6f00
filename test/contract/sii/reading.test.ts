import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import type { IssuedFilter } from '#sii/sii.ts'
import type { Variants } from '#simulators/sii/state/variants.ts'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import type { World } from '#simulators/world.ts'
import { world } from '#simulators/world.ts'
import type { Desk } from './desk.ts'
import {
  ANA,
  ANTONIA,
  ASEO,
  ASESORIAS,
  at,
  CLINICA,
  enter,
  issue,
  factura,
  openDesk,
  RODRIGO,
  SOFTWARE,
  valueOf,
} from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const charsets: Partial<Variants>[] = variantChoices.answerCharset.map((answerCharset) => ({
  answerCharset,
}))

describe('profile', () => {
  test.each(charsets)('is the person’s own: %o', async (variants) => {
    desk.simulator.admin.setVariants(variants)
    const session = await enter(desk)
    expect(await session.profile()).toEqual({
      kind: 'ok',
      value: {
        rut: RODRIGO.rut,
        name: 'RODRIGO ANDRÉS ÑANCUPIL VERA',
        isNaturalPerson: true,
        email: 'rodrigo@folio.example',
        addresses: [{ street: 'LOS AROMOS 45', commune: 'ÑUÑOA', city: 'SANTIAGO' }],
        activities: [
          {
            code: '829900',
            description: 'OTRAS ACTIVIDADES DE SERVICIOS DE APOYO',
            category: 2,
          },
        ],
      },
    })
  })
})

describe('companies', () => {
  test.each(charsets)(
    'come from the chooser without the RUT in their names: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      const session = await enter(desk)
      expect(await session.companies()).toEqual({
        kind: 'ok',
        value: [
          { rut: ASEO, name: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA' },
          { rut: SOFTWARE, name: 'SOFTWARE ARAUCARIA E.I.R.L.' },
        ],
      })
    },
  )

  test('are none for somebody nobody enrolled', async () => {
    const session = await enter(desk, ANTONIA)
    expect(await session.companies()).toEqual({ kind: 'ok', value: [] })
  })

  test('are read from the form when the portal goes straight to the only one', async () => {
    const session = await enter(desk, ANA)
    const only = { rut: ASESORIAS, name: 'ASESORÍAS PEÑA & MUÑOZ SPA' }
    expect(await session.companies()).toEqual({ kind: 'ok', value: [only] })
  })

  test('not the person’s are refused', async () => {
    for (const person of [ANA, ANTONIA]) {
      const session = await enter(desk, person)
      const answer = await session.withCompany(ASEO, (portal) => portal.issuer())
      expect(answer).toEqual({ kind: 'companyNotAuthorized', company: ASEO })
    }
  })

  test('refused by the chooser are so', async () => {
    desk.simulator.admin.scenarios.set({ name: 'company-refused' })
    const session = await enter(desk)
    const answer = await session.withCompany(ASEO, (portal) => portal.issuer())
    expect(answer).toEqual({ kind: 'companyNotAuthorized', company: ASEO })
  })

  test('chosen elsewhere on the same session are noticed before a list is believed', async () => {
    const session = await enter(desk)
    const other = desk.newSii().resume(session.store())
    const answer = await at(session, ASEO, async (portal) => {
      await other.withCompany(SOFTWARE, (elsewhere) => elsewhere.issuer())
      return portal.issuedDocuments({})
    })
    expect(answer).toEqual({ kind: 'companyNotAuthorized', company: ASEO })
  })
})

describe('issuer', () => {
  test.each(charsets)('has every address and activity of the form: %o', async (variants) => {
    desk.simulator.admin.setVariants(variants)
    const session = await enter(desk)
    expect(valueOf(await session.withCompany(ASEO, (portal) => portal.issuer()))).toEqual({
      name: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA',
      giro: 'ASEO INDUSTRIAL, JARDINES Y MANTENCIÓN',
      email: 'contacto@aseodelsur.example',
      addresses: [
        {
          street: 'CALLE MANUEL MONTT 850',
          commune: 'TEMUCO',
          city: 'TEMUCO',
          branchCode: '77171711',
        },
        {
          street: "PASAJE O'HIGGINS 12, VILLA LOS AVELLANOS",
          commune: 'PADRE LAS CASAS',
          city: '',
          branchCode: '77171712',
        },
      ],
      activities: [
        { code: '812100', description: 'LIMPIEZA GENERAL DE EDIFICIOS' },
        { code: '702000', description: 'ACTIVIDADES DE CONSULTORIA DE GESTION' },
      ],
    })
  })

  test('may have no city anywhere', async () => {
    desk.simulator.admin.scenarios.set({ name: 'issuer-city-empty' })
    const session = await enter(desk)
    const issuer = valueOf(await session.withCompany(ASEO, (portal) => portal.issuer()))
    expect(issuer.addresses.map(({ city }) => city)).toEqual(['', ''])
  })
})

const shapes = variantChoices.receiverShape.flatMap((receiverShape) =>
  variantChoices.answerCharset.map((answerCharset) => ({ receiverShape, answerCharset })),
)

describe.each(shapes)('recipient (%o)', (variants) => {
  beforeEach(() => desk.simulator.admin.setVariants(variants))

  const look = async (company: Parameters<typeof rut>[0]) => {
    const session = await enter(desk)
    return at(session, ASEO, (portal) => portal.recipient(rut(company)))
  }

  test('whose check digit is 0 is taken for who they are', async () => {
    expect(await look('91919191-0')).toMatchObject({
      kind: 'ok',
      value: { giros: ['COMPRA, VENTA Y ARRIENDO DE INMUEBLES'] },
    })
  })

  test('with several addresses and giros has them all', async () => {
    expect(await look(CLINICA)).toEqual({
      kind: 'ok',
      value: {
        name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
        giros: ['SERVICIOS ODONTOLÓGICOS', 'VENTA DE ARTÍCULOS DENTALES'],
        addresses: [
          { street: 'AV. APOQUINDO 4501 OF. 1203', commune: 'LAS CONDES', city: 'SANTIAGO' },
          { street: '1 NORTE 1145', commune: 'TALCA', city: 'TALCA' },
          { street: "BARROS ARANA 980, LOCAL 'B'", commune: 'CONCEPCIÓN', city: '' },
        ],
      },
    })
  })

  test('with one address has that one', async () => {
    expect(await look('96969696-7')).toEqual({
      kind: 'ok',
      value: {
        name: 'LÓPEZ <PARTNERS> ABOGADOS SPA',
        giros: ['SERVICIOS JURÍDICOS'],
        addresses: [{ street: 'HUÉRFANOS 1160 OF. 8', commune: 'SANTIAGO', city: 'SANTIAGO' }],
      },
    })
  })

  test('usually has no city', async () => {
    expect(await look('92929292-8')).toMatchObject({
      value: { addresses: [{ commune: 'VIÑA DEL MAR', city: '' }] },
    })
  })

  test('without activities has a name and nothing else', async () => {
    expect(await look('10101010-4')).toEqual({
      kind: 'ok',
      value: { name: 'JOSÉ IGNACIO PÉREZ ÓRDENES', giros: [], addresses: [] },
    })
  })

  test('that the SII does not know is null', async () => {
    expect(await look('76192083-9')).toEqual({ kind: 'ok', value: null })
  })
})

describe('certificate', () => {
  const ways = variantChoices.certificateKeys.flatMap((certificateKeys) =>
    variantChoices.certificateType.map((certificateType) => ({ certificateKeys, certificateType })),
  )
  test.each(ways)('is recognised whatever else comes with it: %o', async (variants) => {
    desk.simulator.admin.setVariants(variants)
    const session = await enter(desk)
    const value = { kind: 'centralized', certificateId: '1' }
    expect(await session.certificate()).toEqual({ kind: 'ok', value })
  })

  test.each(ways)('is none when none was uploaded: %o', async (variants) => {
    desk.simulator.admin.setVariants(variants)
    const session = await enter(desk, ANTONIA)
    expect(await session.certificate()).toEqual({ kind: 'ok', value: { kind: 'none' } })
  })

  test('is unknown, not none, when the answer is not the list', async () => {
    desk.simulator.admin.scenarios.set({ name: 'certificate-unreadable' })
    const session = await enter(desk)
    expect(await session.certificate()).toEqual({ kind: 'ok', value: { kind: 'unknown' } })
  })
})

describe('the list of issued documents', () => {
  const list = async (filter: IssuedFilter) => {
    const session = await enter(desk)
    return at(session, ASEO, (portal) => portal.issuedDocuments(filter))
  }

  test.each(charsets)('is whole and newest first without a filter: %o', async (variants) => {
    desk.simulator.admin.setVariants(variants)
    const rows = valueOf(await list({}))
    expect(rows.map(({ folio }) => folio)).toEqual([3, 2, 1])
    expect(rows[1]).toEqual({
      code: expect.stringMatching(/^\d+$/),
      recipient: '94949494-2',
      recipientName: 'COLEGIO SAN NICOLÁS DE HÍJAR',
      tipoDte: 33,
      typeText: 'Factura Electronica',
      folio: 2,
      issueDate: '2026-10-15',
      totalClp: 416_500,
      stateText: 'Documento Emitido',
    })
  })

  const filters: [string, IssuedFilter, number[]][] = [
    ['receiver', { recipient: rut('94949494-2') }, [2]],
    ['folio', { folio: 3 }, [3]],
    ['type', { tipoDte: 33 }, [3, 2, 1]],
    ['days', { from: day(2026, 10, 1), to: day(2026, 10, 20) }, [2]],
    ['all at once', { recipient: rut('91919191-0'), from: day(2026, 10, 1), tipoDte: 33 }, [3]],
  ]
  test.each(filters)('is filtered by %s', async (_, filter, folios) => {
    expect(valueOf(await list(filter)).map(({ folio }) => folio)).toEqual(folios)
  })

  for (const emptyList of variantChoices.emptyList) {
    for (const lone of [false, true]) {
      test(`is empty only on the page that says so (${emptyList}, ${lone ? 'bare' : 'with text'})`, async () => {
        desk.simulator.admin.setVariants({ emptyList })
        if (lone) desk.simulator.admin.scenarios.set({ name: 'list-without-text' })
        expect(await list({ folio: 999 })).toEqual({ kind: 'ok', value: [] })
      })
    }
  }

  test('is never empty on an error page', async () => {
    desk.simulator.admin.scenarios.set({ name: 'list-error' })
    expect(await list({})).toMatchObject({ kind: 'unavailable' })
  })

  test('is never shorter than what the portal showed', async () => {
    desk.simulator.admin.scenarios.set({ name: 'list-broken-row' })
    expect(await list({})).toMatchObject({ kind: 'portalChanged' })
  })

  test('is a failure when its answer is cut', async () => {
    desk.simulator.admin.faults.add({ kind: 'cut-answer', cgi: 'mipeAdminDocsEmi.cgi' })
    expect(await list({})).toMatchObject({ kind: 'unavailable', cause: 'network' })
  })
})

describe.each([...variantChoices.beyondLastPage])('a list of many pages (%s)', (beyondLastPage) => {
  test.each([100, 205])('is read whole: %d documents', async (count) => {
    const busy = await openDesk(withFacturas(count))
    busy.simulator.admin.setVariants({ beyondLastPage })
    const session = await enter(busy)
    const rows = valueOf(await at(session, ASEO, (portal) => portal.issuedDocuments({})))
    expect(new Set(rows.map(({ folio }) => folio)).size).toBe(count)
    await busy.simulator.close()
  })

  test('fails whole when one of its pages fails', async () => {
    const busy = await openDesk(withFacturas(205))
    busy.simulator.admin.setVariants({ beyondLastPage })
    busy.simulator.admin.faults.add({ kind: 'html-before', cgi: 'mipeAdminDocsEmi.cgi', skip: 1 })
    const session = await enter(busy)
    const answer = await at(session, ASEO, (portal) => portal.issuedDocuments({}))
    expect(answer).toMatchObject({ kind: 'unavailable' })
    await busy.simulator.close()
  })
})

describe('the signed XML', () => {
  const first = { tipoDte: 33, folio: 2, issueDate: day(2026, 10, 15) }

  test('is cut out of the set with its bytes untouched', async () => {
    const session = await enter(desk)
    const bytes = valueOf(await session.withCompany(ASEO, (portal) => portal.xml(first)))
    const stored = desk.simulator.admin
      .ledger()
      .find(({ issuerRut, folio }) => issuerRut === ASEO && folio === 2)
    expect(Buffer.from(bytes).toString('latin1')).toBe(stored?.xml)
  })

  test('is found on a day with more documents than one download carries', async () => {
    const busy = await openDesk(withFacturas(25, 1))
    const session = await enter(busy)
    const wanted = { tipoDte: 33, folio: 24, issueDate: day(2026, 10, 3) }
    const bytes = valueOf(await session.withCompany(ASEO, (portal) => portal.xml(wanted)))
    expect(Buffer.from(bytes).toString('latin1')).toContain('<Folio>24</Folio>')
    await busy.simulator.close()
  })

  test('of a document that is not there is not found', async () => {
    const session = await enter(desk)
    for (const missing of [
      { ...first, folio: 99 },
      { ...first, issueDate: day(2026, 1, 2) },
      { ...first, tipoDte: 34 },
    ]) {
      const answer = await session.withCompany(ASEO, (portal) => portal.xml(missing))
      expect(answer).toMatchObject({ kind: 'notFound' })
    }
  })

  test('that is not XML is a failure for later', async () => {
    desk.simulator.admin.scenarios.set({ name: 'download-not-xml' })
    const session = await enter(desk)
    const answer = await session.withCompany(ASEO, (portal) => portal.xml(first))
    expect(answer).toMatchObject({ kind: 'unavailable' })
  })
})

describe('the PDF', () => {
  test('comes as the portal’s own bytes', async () => {
    const session = await enter(desk)
    const pdf = await at(session, ASEO, async (portal) => {
      const [row] = valueOf(await portal.issuedDocuments({ folio: 2 }))
      return valueOf(await portal.pdf(row?.code ?? ''))
    })
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('that is still HTML is a failure', async () => {
    desk.simulator.admin.scenarios.set({ name: 'pdf-not-ready' })
    const session = await enter(desk)
    const answer = await session.withCompany(ASEO, (portal) => portal.pdf('99000003'))
    expect(['unavailable', 'notFound']).toContain(answer.kind)
  })

  test('is asked by a code of the portal and nothing else', async () => {
    const session = await enter(desk)
    const asked = session.withCompany(ASEO, (portal) => portal.pdf('1&x=2'))
    await expect(asked).rejects.toThrow(/code/)
  })
})

test('what was just issued is found by receiver, day and type', async () => {
  const session = await enter(desk)
  const { sent } = await issue(session, factura())
  const rows = await at(session, ASEO, async (portal) =>
    valueOf(
      await portal.issuedDocuments({
        recipient: CLINICA,
        tipoDte: 33,
        from: desk.today,
        to: desk.today,
      }),
    ),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ totalClp: 357_000 })
  expect(sent).toMatchObject({ kind: 'issued', folio: rows[0]?.folio, code: rows[0]?.code })
})

/** A history of that many documents of one company, spread over the days of a month or on a single one. */
function withFacturas(count: number, days = 25): World {
  const [model] = world.facturas.filter(({ issuerRut }) => issuerRut === ASEO)
  if (model === undefined) throw new Error('No factura to copy')
  const facturas = Array.from({ length: count }, (_, index) => ({
    ...model,
    monthsAgo: 1,
    dayOfMonth: 3 + (index % days),
  }))
  return { ...world, facturas }
}
