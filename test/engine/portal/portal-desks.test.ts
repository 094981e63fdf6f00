import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/day.ts'
import { clp, ZERO_CLP } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { Listed } from '#server/documents/portal/adapter.ts'
import { boletaDesk, boletaDifference } from '#server/documents/portal/boleta-adapter.ts'
import { candidates } from '#server/documents/portal/portal-step.ts'
import { signedDesk } from '#server/documents/portal/signed-adapter.ts'
import { UNSIGNED } from '#server/facturators/certificate/password.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { boleta, CLINICA, factura, valueOf } from '../../contract/sii/desk.ts'
import { openHouse, type House } from '../house.ts'

const FOLIO = 700
const OTHER = rut('90909090-3')

function listed(changes: Partial<Listed> = {}): Listed {
  const { recipient, issueDate, totalClp } = factura()
  const row = { recipient: recipient.rut, issueDate, totalClp }
  return { folio: FOLIO, code: null, isAnnulled: false, ...row, ...changes }
}

describe('rows of the list', () => {
  test('a row of the list that says the same can be the document', () => {
    expect(candidates([listed()], factura(), FOLIO - 1, new Set())).toEqual([listed()])
  })

  test.each<[string, Partial<Listed>]>([
    ['to another client', { recipient: OTHER }],
    ['of another day', { issueDate: addDays(factura().issueDate, 1) }],
    ['over another amount', { totalClp: clp(1) }],
    ['at the mark', { folio: FOLIO - 1 }],
    ['with the number of another document', { folio: FOLIO + 1 }],
  ])('a row of the list %s cannot be the document', (_, changes) => {
    const rows = [listed(changes)]
    expect(candidates(rows, factura(), FOLIO - 1, new Set([FOLIO + 1]))).toEqual([])
  })
})

describe('previews', () => {
  const content = boleta()
  const seen = {
    recipient: content.recipient.rut,
    grossClp: content.grossClp,
    retentionClp: content.retentionClp,
    liquidoClp: content.liquidoClp,
    rateBasisPoints: null,
  }

  test('the preview of a boleta that says the same has no difference', () => {
    expect(boletaDifference(content, seen)).toBeNull()
  })

  test.each([
    ['gross', { grossClp: clp(400_001) }, 'previewDiffers', 'bruto: 400000 ≠ 400001'],
    ['recipient', { recipient: OTHER }, 'previewDiffers', 'RUT: 93939393-5 ≠ 90909090-3'],
    ['retention', { retentionClp: clp(1) }, 'retentionDiffers', 'Monto_Retencion: 61000 ≠ 1'],
  ])('the preview of a boleta with another %s differs', (_, changes, reason, text) => {
    expect(boletaDifference(content, { ...seen, ...changes })).toMatchObject({ reason, text })
  })

  test('the preview of a boleta that shows no retention is no other where its issuer pays it', () => {
    const own = boleta({ withholder: 'issuer' })
    expect(boletaDifference(own, { ...seen, retentionClp: ZERO_CLP })).toBeNull()
    expect(boletaDifference(own, { ...seen, retentionClp: clp(1) })).not.toBeNull()
  })
})

describe('documents made by hand', () => {
  let house: House

  beforeEach(async () => {
    house = await openHouse('2026-11-30T13:00:00Z')
  })
  afterEach(() => house.close())

  async function enter() {
    const login = await house.worker('w1').sii.login({ rut: rut(ana.rut), clave: ana.clave })
    if (login.kind !== 'ok') throw new Error(login.kind)
    return login.value
  }

  test('a factura made by hand is taken for one to the same client alone', async () => {
    const { folio } = house.simulator.admin.issueByHand({
      issuerRut: asesoriasPenaMunoz.rut,
      sentByRut: ana.rut,
      receiverRut: CLINICA,
      lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
    })
    const sends = { isEnding: () => false, during: <T>(work: () => Promise<T>) => work() }
    const needs = { ...house.worker('w1'), sends }
    const user = { organisationId: 1, facturatorId: 1, person: rut(ana.rut) }
    const company = rut(asesoriasPenaMunoz.rut)
    const own = factura()
    const issuer = { ...own.issuer, rut: company }
    const toOther = { ...own.recipient, rut: OTHER }
    const session = await enter()
    const answer = await session.withCompany(company, async (portal) => {
      const deskOf = (recipient: typeof toOther) =>
        signedDesk(needs, { user, password: UNSIGNED }, portal, { ...own, issuer, recipient })
      const { issueDate } = own
      const desk = deskOf(own.recipient)
      const found = valueOf(await desk.find(folio, { recipient: CLINICA, issueDate }))
      if (found === null) throw new Error('not found')
      return {
        kind: 'ok',
        value: {
          found: found.folio,
          foundToOther: valueOf(await desk.find(folio, { recipient: OTHER, issueDate })),
          isOfOwn: valueOf(await desk.asListed(found)) !== null,
          ofOther: valueOf(await deskOf(toOther).asListed(found)),
        },
      }
    })
    const expected = { found: folio, foundToOther: null, isOfOwn: true, ofOther: null }
    expect(valueOf(answer)).toEqual(expected)
  })

  test.each<[string, Partial<Listed>, boolean]>([
    ['over the same amount is one', {}, true],
    ['over another amount is none', { totalClp: clp(1) }, false],
    ['that is annulled is none', { isAnnulled: true }, false],
  ])('a boleta made by hand %s to adopt', async (_, changes, isOne) => {
    const content = boleta()
    const desk = boletaDesk((await enter()).boletas, content)
    const row = listed({ totalClp: content.grossClp, ...changes })
    expect(valueOf(await desk.asListed(row)) !== null).toBe(isOne)
  })
})
