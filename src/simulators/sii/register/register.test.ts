import { expect, test } from 'vitest'
import { ana, antonia, aseoDelSur, asesoriasPenaMunoz, rodrigo } from '../../world.ts'
import type { RawBrowser } from '../raw/browser.ts'
import { issue } from '../raw/walk.ts'
import { tell } from '../raw/register.ts'
import { NOON_MS, withSimulator } from '../test-portal.ts'

const ground = withSimulator()

type Row = Record<string, string | number | null>

function question(
  company: string,
  ptributario: string,
  changed: Record<string, unknown> = {},
): Record<string, unknown> {
  const [rutEmisor, dvEmisor] = company.split('-')
  return {
    rutEmisor,
    dvEmisor,
    ptributario,
    estadoContab: 'REGISTRO',
    operacion: 'VENTA',
    busquedaInicial: true,
    ...changed,
  }
}

async function rowsOf(
  browser: RawBrowser,
  method: string,
  data: Record<string, unknown>,
): Promise<Row[]> {
  const { body } = await tell(browser, method, data)
  expect(body?.respEstado).toMatchObject({ codRespuesta: 0, msgeRespuesta: null })
  return Array.isArray(body?.data) ? body.data : []
}

const sum = (rows: Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)

function enter(): Promise<RawBrowser> {
  return ground().enter(rodrigo)
}

const token = (accionRecaptcha: string) => ({ accionRecaptcha, tokenRecaptcha: 't-o-k-e-n-web' })

test('the companies a person may ask for are listed, their own RUT first, without names', async () => {
  const { body } = await tell(await enter(), 'getDcvEmpresasAutorizadas', {})
  expect(body?.data).toMatchObject([
    { usrEmpRut: 13131313, usrEmpDv: '6', usrEmpRutDv: rodrigo.rut, razonSocONombreEmp: null },
    { usrEmpRutDv: '77171717-9' },
    { usrEmpRutDv: '77272727-5' },
  ])
})

test('a month has facturas, notas de crédito and boletas of the counter; the details add up', async () => {
  const browser = await enter()
  const months = ['202608', '202609', '202610']
  for (const of of months) {
    const asked = question(aseoDelSur.rut, of)
    const summary = await rowsOf(browser, 'getResumen', asked)
    const types = summary.map((row) => row['rsmnTipoDocInteger'])
    expect(types).toEqual(expect.arrayContaining([33, 39, 48]))
    expect(summary.find((row) => row['rsmnTipoDocInteger'] === 48)).toMatchObject({ rsmnTotDoc: 0 })
    const sold = summary.find((row) => row['rsmnTipoDocInteger'] === 33) ?? {}
    const details = await rowsOf(browser, 'getDetalleVenta', {
      ...asked,
      codTipoDoc: '33',
      ...token('RCV_DETV'),
    })
    expect(details).toHaveLength(Number(sold['rsmnTotDoc']))
    expect(sum(details, 'detMntTotal')).toBe(sold['rsmnMntTotal'])
    expect(sum(details, 'detMntIVA')).toBe(sold['rsmnMntIVA'])
    for (const row of details) {
      expect(row['detMntIVA']).toBe(Math.round(Number(row['detMntNeto']) * 0.19))
      expect(row['detFchDoc']).toMatch(new RegExp(`^\\d\\d/${of.slice(4)}/2026$`))
      expect(row['detFecRecepcion']).toMatch(/^\d\d\/\d\d\/2026 \d\d:\d\d:\d\d$/)
    }
    const counter = { ...asked, codTipoDoc: '39', ...token('RCV_DETV') }
    const none = await tell(browser, 'getDetalleVenta', counter)
    expect(none.body?.respEstado?.codRespuesta).toBe(3)
  }
})

test('twenty-six months of history lie before the first start, the same on each', async () => {
  const browser = await enter()
  const months: string[] = []
  for (let at = 0; at < 28; at += 1) {
    const number = 2024 * 12 + 7 + at
    months.push(`${Math.floor(number / 12)}${String((number % 12) + 1).padStart(2, '0')}`)
  }
  const codes: (number | undefined)[] = []
  const operations = ['VENTA', 'COMPRA'] as const
  for (const of of months) {
    const asked = question(aseoDelSur.rut, of, { operacion: operations[codes.length % 2] })
    codes.push((await tell(browser, 'getResumen', asked)).body?.respEstado?.codRespuesta)
  }
  expect(months.at(0)).toBe('202408')
  expect(codes).toEqual([3, ...Array.from({ length: 27 }, () => 0)])
  const asked = question(aseoDelSur.rut, '202503')
  const once = await rowsOf(browser, 'getResumen', asked)
  ground().simulator.admin.reset()
  expect(await rowsOf(await enter(), 'getResumen', asked)).toEqual(once)
})

test('what is issued in the portal is in the register, with its reference and its event', async () => {
  const browser = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const asked = question(asesoriasPenaMunoz.rut, '202611', {
    codTipoDoc: '61',
    ...token('RCV_DETV'),
  })
  await issue(browser, ana, {
    PTDC_CODIGO: '61',
    REF_SI_NO: 'SiChecked',
    EFXP_TPO_DOC_REF_001: '33',
    EFXP_FOLIO_REF_001: '5',
    EFXP_FCH_REF_001: '2026-10-20',
    EFXP_CODIGO_REF_001: '3',
  })
  const { admin } = ground().simulator
  admin.setDocumentState(admin.ledger().at(-1)?.code ?? '', 'RRH')
  const rows = await rowsOf(browser, 'getDetalleVenta', asked)
  expect(rows.find((row) => row['detNroDoc'] === 1)).toMatchObject({
    detRutDoc: 90909090,
    detDvDoc: '3',
    detRznSoc: 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.',
    detMntTotal: 1190,
    detTipoDocRef: 33,
    detFolioDocRef: '5',
    detEventoReceptor: 'RCD',
  })
})

test('purchases are registered, pending for eight days, left out or claimed', async () => {
  const browser = await enter()
  const total = async (estadoContab: string, of = '202611') => {
    const asked = question(aseoDelSur.rut, of, { operacion: 'COMPRA', estadoContab })
    const { body } = await tell(browser, 'getResumen', asked)
    return Number(body?.['totDocRes'])
  }
  const pending = await total('PENDIENTE')
  expect(pending).toBeGreaterThan(0)
  const registered = await total('REGISTRO')
  const others = (await total('NO_INCLUIR')) + (await total('RECLAMADO'))
  ground().simulator.admin.setClock(NOON_MS + 8 * 24 * 60 * 60 * 1000)
  browser.cookies.clear()
  for (const [name, value] of (await enter()).cookies) browser.cookies.set(name, value)
  expect(await total('REGISTRO')).toBeGreaterThan(registered)
  const later = (await total('REGISTRO')) + (await total('NO_INCLUIR')) + (await total('RECLAMADO'))
  expect(later).toBeGreaterThanOrEqual(registered + pending + others)
})

test('the export of sales has 43 columns, and a separator more at the end of each line', async () => {
  const asked = question(aseoDelSur.rut, '202610', { codTipoDoc: 0, ...token('RCV_DDETV') })
  const browser = await enter()
  const lines = (await tell(browser, 'getDetalleVentaExport', asked)).body?.data
  const [header = '', first = '', ...more] = Array.isArray(lines) ? lines.map(String) : []
  expect(header.split(';')).toHaveLength(43)
  expect(header).toMatch(/^Nro;Tipo Doc;Tipo Venta;Rut cliente;Razon Social;Folio;Fecha Docto;/)
  expect(first.split(';')).toHaveLength(44)
  expect(first).toMatch(/^1;3\d;Del Giro;\d{8}-[\dK];[^;]+;\d+;\d\d\/10\/2026;\d\d\/10\/2026 \d\d:/)
  expect(more.length).toBeGreaterThan(5)
  ground().simulator.admin.setVariants({ csvDates: 'hyphens' })
  const hyphens = (await tell(browser, 'getDetalleVentaExport', asked)).body?.data
  expect(String(Array.isArray(hyphens) ? hyphens[1] : '')).toMatch(/;\d\d-10-2026;/)
})

test('the export of purchases has 27 columns; a second other tax has a line of its own', async () => {
  const browser = await enter()
  const exported = async (estadoContab: string) => {
    const asked = question(aseoDelSur.rut, '202610', {
      estadoContab,
      operacion: 'COMPRA',
      codTipoDoc: 0,
      ...token('RCV_DDETC'),
    })
    const { body } = await tell(browser, 'getDetalleCompraExport', asked)
    return Array.isArray(body?.data) ? body.data.map(String) : []
  }
  const [header = '', ...lines] = await exported('REGISTRO')
  expect(header.split(';')).toHaveLength(27)
  expect(lines.filter((line) => /^;+35;\d+;2;$/.test(line)).length).toBeGreaterThan(1)
  expect(lines.every((line) => line.split(';').length === 28)).toBe(true)
})

test('headers differ by state: a pending one has no acknowledgement, a claimed one its claim', async () => {
  const browser = await enter()
  const header = async (estadoContab: string, of: string) => {
    const asked = question(aseoDelSur.rut, of, {
      estadoContab,
      codTipoDoc: 0,
      ...token('RCV_DDETC'),
    })
    const { body } = await tell(browser, 'getDetalleCompraExport', asked)
    return Array.isArray(body?.data) ? String(body.data[0]) : ''
  }
  expect(await header('PENDIENTE', '202611')).not.toContain('Fecha Acuse')
  const claimed: string[] = []
  for (let at = 1; at <= 10; at += 1) {
    claimed.push(await header('RECLAMADO', `2026${String(at).padStart(2, '0')}`))
    claimed.push(await header('RECLAMADO', `2025${String(at).padStart(2, '0')}`))
  }
  const [one = ''] = claimed.filter((text) => text.startsWith('Nro'))
  expect(one).toContain('Fecha Reclamo')
  expect(one).not.toContain('Fecha Acuse')
})

test('the envelope, the method and the accepted types must be right', async () => {
  const browser = await enter()
  const asked = question(aseoDelSur.rut, '202610')
  const refused = { errorMsg: 'Acceso no autorizado!' }
  for (const changed of [{ namespace: 'x' }, { transactionId: '' }, { conversationId: 7 }]) {
    expect((await tell(browser, 'getResumen', asked, { changed })).body).toEqual(refused)
  }
  const empty = await tell(browser, 'getResumen', asked, { changed: { conversationId: '' } })
  expect(empty.body?.respEstado?.codRespuesta).toBe(0)
  const path = '/www4/consdcvinternetui/services/data/facadeService/getResumen'
  expect((await browser.get(path)).status).toBe(405)
  expect((await browser.get('/www4/consdcvinternetui/')).status).toBe(200)
  const plain = await tell(browser, 'getResumen', asked, { accept: 'application/json' })
  expect(plain.seen.status).toBe(500)
  const json = await browser.postText(path, 'not json', { 'content-type': 'application/json' })
  expect(json.text).toContain('Acceso no autorizado!')
})

test('the period, the state, the token and the taxpayer are judged by codes', async () => {
  const browser = await enter()
  const code = async (method: string, data: Record<string, unknown>) =>
    (await tell(browser, method, data)).body?.respEstado
  const summary = (changed: Record<string, unknown>, company = aseoDelSur.rut, of = '202610') =>
    code('getResumen', question(company, of, changed))
  expect(await summary({}, aseoDelSur.rut, '201704')).toMatchObject({
    codRespuesta: 99,
    msgeRespuesta: 'El periodo tributario debe ser mayor igual a 201705',
  })
  expect(await summary({}, aseoDelSur.rut, '202712')).toMatchObject({ codRespuesta: 3 })
  expect(await summary({ estadoContab: 'OTRO', operacion: 'COMPRA' })).toMatchObject({
    codRespuesta: 99,
  })
  expect(await summary({ estadoContab: '' })).toMatchObject({ codRespuesta: 0 })
  expect(await summary({}, antonia.rut)).toMatchObject({ codRespuesta: 2 })
  expect(await summary({}, rodrigo.rut)).toMatchObject({ codRespuesta: 3 })
  const asked = question(aseoDelSur.rut, '202610', { codTipoDoc: '33' })
  const detail = (changed: Record<string, unknown>) =>
    code('getDetalleVenta', { ...asked, ...changed })
  expect(await detail({})).toMatchObject({
    codRespuesta: 99,
    msgeRespuesta: 'El token no es valido',
  })
  expect(await detail(token('RCV_DETC'))).toMatchObject({ codRespuesta: 99 })
  expect(await detail(token('RCV_DETV'))).toMatchObject({ codRespuesta: 0 })
})

test('without a session comes HTML or code 98', async () => {
  const { browser, simulator } = ground()
  const asked = question(aseoDelSur.rut, '202610')
  const html = await tell(browser, 'getResumen', asked)
  expect(html.body).toBeNull()
  expect(html.seen.text).toContain('IngresoRutClave')
  simulator.admin.setVariants({ facadeSessionLost: 'code-98' })
  expect((await tell(browser, 'getResumen', asked)).body?.respEstado?.codRespuesta).toBe(98)
})

test('who hammers gets nothing but errors until five minutes have passed', async () => {
  const { simulator } = ground()
  simulator.admin.setLimits({ registerCalls: 3 })
  const browser = await enter()
  const code = async () =>
    (await tell(browser, 'getResumen', question(aseoDelSur.rut, '202610'))).body?.respEstado
      ?.codRespuesta
  expect([await code(), await code(), await code(), await code()]).toEqual([0, 0, 0, 2])
  simulator.admin.setClock(NOON_MS + 5 * 60 * 1000 + 1)
  expect(await code()).toBe(0)
})

test('faults strike these services by the name of their method', async () => {
  const browser = await enter()
  const { admin } = ground().simulator
  const asked = question(aseoDelSur.rut, '202610')
  admin.faults.add({ kind: 'html-before', cgi: 'getResumen' })
  expect((await tell(browser, 'getResumen', asked)).body).toBeNull()
  admin.faults.add({ kind: 'error-before', cgi: 'getResumen', status: 502 })
  expect((await tell(browser, 'getResumen', asked)).seen.status).toBe(502)
  admin.faults.add({ kind: 'cut-answer', cgi: 'getResumen' })
  await expect(tell(browser, 'getResumen', asked)).rejects.toThrow()
  expect((await tell(browser, 'getResumen', asked)).body?.respEstado?.codRespuesta).toBe(0)
})

test('"Mis DTE" lists the same without a token, under names that may be others', async () => {
  const browser = await enter()
  const [rut, dv] = aseoDelSur.rut.split('-')
  const listing = { service: 'consemitidos' } as const
  const summary = await tell(
    browser,
    'getResumen',
    { periodo: '2026-10', rutContribuyente: rut, dvContribuyente: dv, operacion: 1 },
    listing,
  )
  expect(summary.body?.data).toMatchObject({
    resumenDte: expect.arrayContaining([
      expect.objectContaining({ tipoDoc: 33, tipoDocDesc: 'Factura Electrónica' }),
    ]),
  })
  const asked = {
    tipoDoc: '33',
    rut,
    dv,
    periodo: '2026-10',
    operacion: 2,
    derrCodigo: '33',
    refNCD: '0',
  }
  const received = await tell(browser, 'getDetalleRecibidos', asked, listing)
  const rows = Object.entries(received.body?.['dataResp'] ?? {})[0]?.[1]
  expect(rows).toContainEqual(
    expect.objectContaining({
      descTipoDoc: 'Factura Electrónica',
      razonSocial: 'UNIFORMES Y CALZADO SUREÑO LTDA.',
    }),
  )
  ground().simulator.admin.setVariants({ myDocumentsKeys: 'short' })
  const issued = await tell(browser, 'getDetalleEmitidos3334', { ...asked, operacion: 1 }, listing)
  expect(JSON.stringify(issued.body)).toContain('"rznSoc":"COLEGIO SAN NICOLÁS DE HÍJAR"')
})
