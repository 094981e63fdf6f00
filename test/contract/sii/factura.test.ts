import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity, uf, ufToClp } from '#domain/uf.ts'
import type { SendOutcome, UncertainCause, WireRequest } from '#sii/sii.ts'
import { undiciWire } from '#sii/sii.ts'
import type { FaultKind } from '#simulators/world-trouble.ts'
import { faultKinds, isFaultKind } from '#simulators/world-trouble.ts'
import type { ScenarioName } from '#simulators/world-trouble.ts'
import type { Variants } from '#simulators/sii/state/variants.ts'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import type { Desk, Steps } from './desk.ts'
import {
  ANTONIA,
  ASEO,
  at,
  CLINICA,
  enter,
  factura,
  issue,
  line,
  openDesk,
  RODRIGO,
  valueOf,
} from './desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

/** What the SII really holds of today, whatever anybody was told. */
function issuedToday() {
  return desk.simulator.admin.ledger().filter(({ issueDay }) => issueDay === desk.today)
}

function sends(): number {
  return desk.simulator.admin.sends().length
}

async function run(content = factura(), password = RODRIGO.password): Promise<Steps> {
  return issue(await enter(desk), content, password)
}

const expectedSeen = {
  tipoDte: 33,
  recipient: CLINICA,
  netoClp: 300_000,
  ivaClp: 57_000,
  totalClp: 357_000,
}

describe('a factura', () => {
  test('goes from preview to folio', async () => {
    const { preview, signed, sent } = await run()
    expect(preview).toMatchObject({ kind: 'ok', value: { seen: expectedSeen } })
    expect(signed).toMatchObject({ kind: 'ok', value: { folio: 4 } })
    expect(sent).toMatchObject({ kind: 'issued', folio: 4 })
    const [stored] = issuedToday()
    expect(stored).toMatchObject({ folio: 4, totalClp: 357_000, warnings: [], timesAsked: 1 })
    expect(sent).toMatchObject({ code: stored?.code })
  })

  const single = Object.entries(variantChoices).flatMap(([name, choices]) =>
    choices.map((choice): Partial<Variants> => ({ [name]: choice })),
  )
  const others: Partial<Variants> = Object.fromEntries(
    Object.entries(variantChoices).map(([name, choices]) => [name, choices.at(-1)]),
  )
  test.each([...single, others])(
    'is issued whatever the portal does here: %o',
    async (variants) => {
      desk.simulator.admin.setVariants(variants)
      const { sent } = await run()
      expect(sent).toMatchObject({ kind: 'issued', folio: 4 })
      expect(issuedToday()).toHaveLength(1)
    },
  )

  test('keeps accents, quotes, dashes and ampersands as they were written', async () => {
    const name = 'Diseño “ágil” – 5 € & más'
    const description = 'Código <XYZ> "ñandú"; Año 2026'
    const { sent } = await run(factura({}, [line({ name, description })]))
    expect(sent?.kind).toBe('issued')
    const xml = issuedToday()[0]?.xml ?? ''
    // The document itself is ISO-8859-1, which lacks what windows-1252 has at 0x80–0x9F.
    expect(xml).toContain('<NmbItem>Diseño "ágil" - 5 EUR &amp; más</NmbItem>')
    expect(xml).toContain('Código &lt;XYZ&gt;')
    expect(xml).toContain('<Contacto>Íñigo Muñoz</Contacto>')
  })

  test('with a line in UF goes as one at its pesos, with the arithmetic in words', async () => {
    const rateClp = uf('39200.15')
    const amountClp = ufToClp(quantity('3'), uf('12.5'), rateClp)
    const ufLine = line({
      name: 'Asesoría mensual',
      description: 'Contrato 77.',
      quantity: quantity('3'),
      price: { currency: 'UF', unitUf: uf('12.5'), rateClp, rateDay: day(2026, 9, 30) },
      amountClp,
    })
    await run(factura({}, [ufLine, line()]))
    const xml = issuedToday()[0]?.xml ?? ''
    expect(amountClp).toBe(1_470_006)
    expect(xml).toContain('<QtyItem>1</QtyItem>')
    expect(xml).toContain('<PrcItem>1470006</PrcItem>')
    expect(xml).toContain(
      '<DscItem>3 x UF 12,50 al 30/09/2026 (UF = $39.200,15). Contrato 77.</DscItem>',
    )
    expect(xml).toContain('<QtyItem>2</QtyItem>')
  })

  test('with part of a unit goes as one at its pesos too', async () => {
    const half = line({ quantity: quantity('1.5'), amountClp: clp(225_000) })
    await run(factura({}, [half]))
    const xml = issuedToday()[0]?.xml ?? ''
    expect(xml).toContain('<PrcItem>225000</PrcItem>')
    expect(xml).toContain('<DscItem>1,5 x $150.000</DscItem>')
  })

  test('with a long name has it whole in the description', async () => {
    const name = 'Mantención preventiva y correctiva de equipos de climatización'
    await run(factura({}, [line({ name })]))
    const xml = issuedToday()[0]?.xml ?? ''
    expect(xml).toContain(`<DscItem>${name}</DscItem>`)
    expect(/<NmbItem>([^<]+)</.exec(xml)?.[1]).toMatch(/^Mantención preventiva/)
  })

  test('of ten lines is issued; one of eleven is never started', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => line({ name: `Línea ${index + 1}` }))
    const { sent } = await run(factura({}, ten))
    expect(sent?.kind).toBe('issued')
    expect(issuedToday()[0]?.xml.match(/<Detalle>/g)).toHaveLength(10)
    await expect(run(factura({}, [...ten, line()]))).rejects.toThrow(/1 to 10 lines/)
  })

  test('that does not add up is never started', async () => {
    await expect(run(factura({ totalClp: clp(357_001) }))).rejects.toThrow(/add up/)
  })

  test('of a company other than the one chosen is never started', async () => {
    const session = await enter(desk)
    const other = factura({ issuer: { ...factura().issuer, rut: rut('77272727-5') } })
    await expect(at(session, ASEO, (portal) => portal.previewFactura(other))).rejects.toThrow()
  })

  test('to somebody the SII does not know is issued with our data', async () => {
    const recipient = { ...factura().recipient, rut: rut('76192083-9'), name: 'NUEVA SPA' }
    const { sent } = await run(factura({ recipient }))
    expect(sent?.kind).toBe('issued')
    expect(issuedToday()[0]).toMatchObject({ receiverRut: '76192083-9', receiverName: 'NUEVA SPA' })
  })

  test('takes the commune where the issuer has no city', async () => {
    const { issuer } = factura()
    await run(factura({ issuer: { ...issuer, address: { ...issuer.address, city: '' } } }))
    expect(issuedToday()[0]?.xml).toContain('<CiudadOrigen>PADRE LAS CASAS</CiudadOrigen>')
  })
})

describe('before the last step', () => {
  const missing: [string, Partial<FacturaContent>][] = [
    ['city', { recipient: emptied('city') }],
    ['commune', { recipient: emptied('commune') }],
    ['street', { recipient: emptied('street') }],
    ['giro', { recipient: { ...factura().recipient, giro: '' } }],
    ['name', { recipient: { ...factura().recipient, name: '' } }],
  ]
  test.each(missing)(
    'a receiver without %s is refused in the words of the portal',
    async (_, change) => {
      const { preview } = await run(factura(change))
      expect(preview.kind).toBe('validationRejected')
      expect('text' in preview ? preview.text : '').toMatch(/Debe ingresar/)
      expect(issuedToday()).toEqual([])
    },
  )

  const refusals: [ScenarioName, Partial<Variants>, string, string][] = [
    ['preview-rejected', {}, 'preview', 'validationRejected'],
    ['preview-form-back', {}, 'preview', 'validationRejected'],
    ['xml-refused', {}, 'signed', 'validationRejected'],
    ['no-certificate', {}, 'signed', 'noCentralCertificate'],
    ['certificate-unreadable', {}, 'signed', 'unavailable'],
    ['empty-sign-answer', {}, 'signed', 'certificatePasswordRejected'],
    ['certificate-expired', {}, 'signed', 'certificatePasswordRejected'],
    [
      'wrong-certificate-password',
      { wrongCertificate: 'empty' },
      'signed',
      'certificatePasswordRejected',
    ],
    [
      'wrong-certificate-password',
      { wrongCertificate: 'text' },
      'signed',
      'certificatePasswordRejected',
    ],
  ]
  test.each(refusals)('"%s" %o stops the %s as %s', async (name, variants, step, kind) => {
    desk.simulator.admin.setVariants(variants)
    desk.simulator.admin.scenarios.set({ name })
    const steps = await run()
    const stopped = step === 'preview' ? steps.preview : steps.signed
    expect(stopped?.kind).toBe(kind)
    expect(steps.sent).toBeNull()
    expect(sends()).toBe(0)
  })

  test('the reason of the portal is handed on', async () => {
    const detail = 'Debe ingresar Ciudad del contribuyente emisor'
    desk.simulator.admin.scenarios.set({ name: 'preview-rejected', detail })
    expect((await run()).preview).toEqual({ kind: 'validationRejected', text: detail })
  })

  test('what the portal changed is seen', async () => {
    desk.simulator.admin.scenarios.set({ name: 'preview-changes-total' })
    const total = (await run()).preview
    expect(total).toMatchObject({ value: { seen: { totalClp: 357_001 } } })
    desk.simulator.admin.scenarios.clear()
    desk.simulator.admin.scenarios.set({ name: 'preview-changes-receiver' })
    const receiver = valueOf((await run()).preview).seen.recipient
    expect(receiver).not.toBe(CLINICA)
  })

  test('a wrong certificate password is tried once', async () => {
    const { signed } = await run(factura(), 'canario-cert')
    expect(signed?.kind).toBe('certificatePasswordRejected')
    expect(desk.simulator.admin.wrongCertificatePasswords()).toEqual({ [RODRIGO.rut]: 1 })
  })

  test('another company chosen on the same session stops the signing', async () => {
    const session = await enter(desk)
    const other = desk.newSii().resume(session.store())
    const signed = await at(session, ASEO, async (portal) => {
      const preview = valueOf(await portal.previewFactura(factura()))
      await other.withCompany(rut('77272727-5'), (elsewhere) => elsewhere.issuer())
      return preview.sign(RODRIGO.password)
    })
    expect(signed.kind).not.toBe('ok')
    expect(sends()).toBe(0)
  })

  const cgis = [
    'mipeSelEmpresa.cgi',
    'mipeGenFacEx.cgi',
    'mipeDisplayPreView.cgi',
    'mipeGenXMLFirma.cgi',
    'getCertDigital.cgi',
    'postFirmaDigital.cgi',
  ]
  const breaking = Object.keys(faultKinds).filter(isFaultKind).filter(loses)
  test.each(cgis)('every way of losing %s is a value, and nothing is sent', async (cgi) => {
    const direct = desk.newDirectSii()
    desk.simulator.admin.setLimits({ loginsPerHour: 100 })
    for (const kind of breaking) {
      const session = await enter(desk, RODRIGO, direct)
      desk.simulator.admin.faults.add({ kind, cgi })
      const outcome = await session.withCompany(ASEO, async (portal) => {
        const preview = await portal.previewFactura(factura())
        return preview.kind === 'ok' ? preview.value.sign(RODRIGO.password) : preview
      })
      expect([kind, outcome.kind]).not.toEqual([kind, 'ok'])
      expect(desk.simulator.admin.faults.struck().at(-1)).toEqual({ kind, cgi })
      desk.simulator.admin.release()
      await session.logout()
    }
    expect(sends()).toBe(0)
  })
})

describe('the last step', () => {
  async function struckBy(kind: FaultKind): Promise<SendOutcome | null> {
    const session = await enter(desk, RODRIGO, desk.newDirectSii())
    desk.simulator.admin.faults.add({ kind, cgi: 'mipeSendXML.cgi' })
    return (await issue(session, factura())).sent
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
    ['duplicate-second', 'unrecognisedPage', 1],
  ]
  for (const sessionLost of variantChoices.sessionLost) {
    for (const repeatedFolio of variantChoices.repeatedFolio) {
      test.each(lost)(
        `struck by %s is uncertain (${sessionLost}, ${repeatedFolio})`,
        async (kind, cause, issued) => {
          desk.simulator.admin.setVariants({ sessionLost, repeatedFolio })
          expect(await struckBy(kind)).toMatchObject({ kind: 'uncertain', cause })
          expect(issuedToday()).toHaveLength(issued)
          desk.simulator.admin.release()
        },
      )
    }
  }

  const harmless: FaultKind[] = ['list-lag', 'expire-after', 'duplicate-first']
  test.each(harmless)('struck by %s is issued', async (kind) => {
    expect(await struckBy(kind)).toMatchObject({ kind: 'issued', folio: 4 })
    expect(issuedToday()).toHaveLength(1)
  })

  test('meets every fault the simulator knows', () => {
    const met = new Set<string>([...lost.map(([kind]) => kind), ...harmless])
    expect(Object.keys(faultKinds).filter((kind) => !met.has(kind))).toEqual([])
  })

  const broken: [FaultKind, UncertainCause][] = [
    ['drop-request', 'connectionLost'],
    ['drop-answer', 'connectionLost'],
    ['cut-answer', 'connectionLost'],
    ['hang-answer', 'timeout'],
    ['error-after', 'serverError'],
  ]
  test.each(broken)('struck by %s on a real connection is sent once', async (kind, cause) => {
    const session = await enter(
      desk,
      RODRIGO,
      desk.newSii({ timeouts: { usualMs: 5000, slowMs: 800 } }),
    )
    desk.simulator.admin.faults.add({ kind, cgi: 'mipeSendXML.cgi' })
    const { sent } = await issue(session, factura())
    expect(sent).toMatchObject({ kind: 'uncertain', cause })
    expect(sends()).toBe(1)
  })

  const refusals: [ScenarioName, RegExp][] = [
    ['signature-not-recognized', /^Firma no reconocida$/],
    ['send-form-back', /Firma/],
  ]
  test.each(refusals)('"%s" is a refusal, and nothing exists', async (name, text) => {
    desk.simulator.admin.scenarios.set({ name })
    const { sent } = await run()
    expect(sent).toMatchObject({ kind: 'refused', text: expect.stringMatching(text) })
    expect(issuedToday()).toEqual([])
  })

  test('a page without a folio is uncertain, and its text is kept', async () => {
    desk.simulator.admin.scenarios.set({ name: 'send-unknown-page' })
    const { sent } = await run()
    expect(sent).toMatchObject({ kind: 'uncertain', cause: 'unrecognisedPage' })
    expect(sent?.kind === 'uncertain' ? sent.page : '').toMatch(/HTTP 200\n.+/)
    expect(issuedToday()).toHaveLength(1)
  })

  test('alone takes a connection of its own', async () => {
    const asked: WireRequest[] = []
    const wire = undiciWire()
    const spied = desk.newSii({ wire: (request) => wire((asked.push(request), request)) })
    await issue(await enter(desk, RODRIGO, spied), factura())
    const fresh = asked.filter(({ freshConnection }) => freshConnection).map(({ url }) => url)
    expect(fresh).toEqual([expect.stringMatching(/mipeSendXML\.cgi$/)])
  })

  test('is not sent when the checkpoint says no', async () => {
    const session = await enter(desk)
    const { sent } = await issue(session, factura(), RODRIGO.password, () => false)
    expect(sent).toEqual({ kind: 'notSent' })
    expect(sends()).toBe(0)
  })

  test('runs the checkpoint after every other request and waiting', async () => {
    const session = await enter(desk)
    let before = -1
    await issue(session, factura(), RODRIGO.password, () => {
      before = desk.simulator.admin.requests().length
      return true
    })
    const asked = desk.simulator.admin.requests()
    expect(before).toBe(asked.length - 1)
    expect(asked.at(-1)?.path).toMatch(/mipeSendXML\.cgi$/)
  })

  test('is not sent after the session was ended here', async () => {
    const session = await enter(desk)
    const sent = await at(session, ASEO, async (portal) => {
      const preview = valueOf(await portal.previewFactura(factura()))
      const signed = valueOf(await preview.sign(RODRIGO.password))
      await session.logout()
      return signed.send(() => true)
    })
    expect(sent).toEqual({ kind: 'notSent' })
    expect(sends()).toBe(0)
  })

  test('reaches nothing after the session was ended elsewhere', async () => {
    const session = await enter(desk)
    const taker = desk.newSii().resume(session.store())
    const sent = await at(session, ASEO, async (portal) => {
      const preview = valueOf(await portal.previewFactura(factura()))
      const signed = valueOf(await preview.sign(RODRIGO.password))
      expect(await taker.logout()).toEqual({ kind: 'ok', value: null })
      return signed.send(() => true)
    })
    expect(sent).toMatchObject({ kind: 'uncertain', cause: 'loginPage' })
    expect(issuedToday()).toEqual([])
  })

  test('cannot be taken twice, nor the signing', async () => {
    const session = await enter(desk)
    await at(session, ASEO, async (portal) => {
      const preview = valueOf(await portal.previewFactura(factura()))
      const signed = valueOf(await preview.sign(RODRIGO.password))
      await signed.send(() => true)
      await expect(signed.send(() => true)).rejects.toThrow(/second time/)
      await expect(preview.sign(RODRIGO.password)).rejects.toThrow(/second time/)
    })
    expect(issuedToday()).toHaveLength(1)
  })
})

test('neither the clave nor the certificate password is in anything handed back', async () => {
  const scenarios: (ScenarioName | null)[] = [
    null,
    'wrong-certificate-password',
    'certificate-expired',
    'signature-not-recognized',
    'send-form-back',
    'send-unknown-page',
    'preview-rejected',
    'xml-refused',
  ]
  const told: unknown[] = []
  const session = await enter(desk)
  told.push(session.store())
  for (const name of scenarios) {
    desk.simulator.admin.scenarios.clear()
    if (name !== null) desk.simulator.admin.scenarios.set({ name })
    told.push(await issue(session, factura()))
  }
  const text = JSON.stringify(told)
  expect(text).not.toContain(RODRIGO.clave)
  expect(text).not.toMatch(/demo-cert/)
})

test('without a certificate nothing is signed', async () => {
  const session = await enter(desk, ANTONIA)
  expect(await session.certificate()).toEqual({ kind: 'ok', value: { kind: 'none' } })
})

function emptied(field: 'street' | 'commune' | 'city'): FacturaContent['recipient'] {
  const { recipient } = factura()
  return { ...recipient, address: { ...recipient.address, [field]: '' } }
}

/** Faults after which the step's own answer can't be had. */
function loses(kind: FaultKind): boolean {
  const keeps = ['list-lag', 'expire-after', 'duplicate-first', 'duplicate-second']
  return !keeps.includes(kind)
}
