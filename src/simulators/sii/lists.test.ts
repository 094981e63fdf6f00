import { expect, test } from 'vitest'
import type { World } from '../world.ts'
import { ana, aseoDelSur, asesoriasPenaMunoz, rodrigo, world } from '../world.ts'
import { PORTAL, withSimulator } from './test-portal.ts'

const line = { name: 'Aseo', description: '', quantity: 1, unitClp: 10_000 }

/** More than a page of them, so that the list has to be turned. */
const busyWorld: World = {
  ...world,
  facturas: Array.from({ length: 203 }, (_, at) => ({
    issuerRut: aseoDelSur.rut,
    receiverRut: '94949494-2',
    sentByRut: rodrigo.rut,
    monthsAgo: 1,
    dayOfMonth: 1 + (at % 25),
    lines: [line],
  })),
}

const ground = withSimulator(busyWorld)

async function list(query: string): Promise<string> {
  const browser = await ground().enter(rodrigo, aseoDelSur.rut)
  return (await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?${query}`)).text
}

function codes(text: string): string[] {
  return [...text.matchAll(/CODIGO=(\d+)"><img/g)].map((match) => match[1] ?? '')
}

test('a page has 100 rows, newest first, and the links tell how many pages there are', async () => {
  const first = await list('NUM_PAG=1')
  expect(codes(first)).toHaveLength(100)
  expect(first).toContain('NUM_PAG=3"')
  expect(first).toContain('<!-- P&aacute;gina 1 de 3 -->')
  const last = await list('NUM_PAG=3')
  expect(codes(last)).toHaveLength(3)
  expect(codes(first).some((code) => codes(last).includes(code))).toBe(false)
})

test('beyond the last page the last repeats, or in the other variant nothing is there', async () => {
  const last = codes(await list('NUM_PAG=3'))
  expect(codes(await list('NUM_PAG=4'))).toEqual(last)
  ground().simulator.admin.setVariants({ beyondLastPage: 'empty' })
  expect(codes(await list('NUM_PAG=4'))).toEqual([])
})

test('filters take ISO dates; other dates find nothing, without a word', async () => {
  const asked = '&TPO_DOC=33&RUT_RECP=94949494'
  expect(codes(await list(`FEC_DESDE=2026-10-02&FEC_HASTA=2026-10-02${asked}`))).toHaveLength(9)
  expect(codes(await list(`FEC_DESDE=20261002&FEC_HASTA=20261002${asked}`))).toEqual([])
  expect(codes(await list('FOLIO=7&TPO_DOC=33'))).toHaveLength(1)
  expect(codes(await list('TPO_DOC=61'))).toEqual([])
  expect(codes(await list('RZN_SOC=san+nicol%C1s&FOLIO=7'))).toHaveLength(1)
})

test('an empty list says so, or shows the bare header of its table', async () => {
  expect(await list('TPO_DOC=61')).toContain('No existen documentos')
  ground().simulator.admin.setVariants({ emptyList: 'table' })
  const silent = await list('TPO_DOC=61')
  expect(silent).not.toContain('No existen documentos')
  expect(silent).toContain('<th>RUT</th>')
})

test('a download holds twenty documents at most', async () => {
  const browser = await ground().enter(rodrigo, aseoDelSur.rut)
  const [body, dv] = aseoDelSur.rut.split('-')
  const asked = `${PORTAL}/download.cgi?RUT_EMP=${body}&DV_EMP=${dv}&ORIGEN=ENV&TPO_DOC=33&DOWNLOAD=XML`
  const many = await browser.get(`${asked}&FEC_DESDE=2026-10-01&FEC_HASTA=2026-10-03`)
  expect(many.text).toContain('demasiados Documentos electr&oacute;nicos')
  const few = await browser.get(`${asked}&FEC_DESDE=2026-10-01&FEC_HASTA=2026-10-02`)
  expect(few.text.match(/<DTE /g)).toHaveLength(18)
  expect(few.text).toMatch(/^<\?xml version="1.0" encoding="ISO-8859-1"\?>/)
  expect(few.text).toContain('SERVICIOS DE ASEO ÑANCUPIL')
  // A folio filter drops the dates.
  const folios = await browser.get(`${asked}&FEC_DESDE=2026-10-01&FOLIO=200&FOLIOHASTA=203`)
  expect(folios.text.match(/<DTE /g)).toHaveLength(4)
  const none = await browser.get(`${asked}&FEC_DESDE=2026-11-01`)
  expect(none.text).toContain('No existe información en MIPYME para el rut ingresado')
})

test('the backup starts at its entry and counts what it would give', async () => {
  const browser = await ground().enter(rodrigo, aseoDelSur.rut)
  expect((await browser.get(`${PORTAL}/auth.cgi`)).text).toContain('lista_documentos.cgi')
  const [RUT_EMP = '', DV_EMP = ''] = aseoDelSur.rut.split('-')
  const counted = await browser.post(`${PORTAL}/lista_documentos.cgi`, {
    RUT_EMP,
    DV_EMP,
    ORIGEN: 'ENV',
    FEC_DESDE: '2026-10-01',
    FEC_HASTA: '2026-10-01',
    TPO_DOC: '33',
    TPO_ARCHIVO: 'dte',
    NUM_PAG: '1',
  })
  expect(counted.text).toContain('total de documentos encontrados: 9')
})

test('what one company of the world issues to another is in its received list', async () => {
  const { enter, simulator } = ground()
  simulator.admin.issueByHand({
    issuerRut: aseoDelSur.rut,
    receiverRut: asesoriasPenaMunoz.rut,
    sentByRut: rodrigo.rut,
    lines: [line],
  })
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  const { text } = await browser.get(`${PORTAL}/mipeAdminDocsRcp.cgi?RUT_EMI=77171717`)
  expect(text).toContain('<td>77171717-9<td>SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA</td>')
  expect(text).toContain('mipeGesDocRcp.cgi?ALL_PAGE_ANT=2&CODIGO=')
})

test('the PDF is a PDF for the issuer and nothing for a stranger', async () => {
  const { enter, simulator } = ground()
  const code = simulator.admin.ledger().at(-1)?.code
  const own = await enter(rodrigo, aseoDelSur.rut)
  for (const path of [`mipeDisplayPDF.cgi?DHDR_CODIGO=${code}`, `mipeShowPdf.cgi?CODIGO=${code}`]) {
    const seen = await own.get(`${PORTAL}/${path}`)
    expect(seen.headers.get('content-type')).toBe('application/pdf')
    expect(seen.text.slice(0, 5)).toBe('%PDF-')
  }
  const stranger = await enter(ana, asesoriasPenaMunoz.rut)
  const refused = await stranger.get(`${PORTAL}/mipeShowPdf.cgi?CODIGO=${code}`)
  expect(refused.text).toContain('Su requerimiento no ha sido bien recepcionado')
})

test('the menu of a document links its PDF, and everybody may ask who is an authorised issuer', async () => {
  const { enter, simulator } = ground()
  const code = simulator.admin.ledger().at(-1)?.code
  const browser = await enter(rodrigo, aseoDelSur.rut)
  const menu = await browser.get(`${PORTAL}/mipeGesDocEmi.cgi?ALL_PAGE_ANT=2&CODIGO=${code}`)
  expect(menu.text).toContain(`mipeDisplayPDF.cgi?DHDR_CODIGO=${code}`)
  const asked = (RUT_EMP: string, DV_EMP: string) =>
    browser.post('/palena/cvc_cgi/dte/ee_empresa_rut', { RUT_EMP, DV_EMP })
  expect((await asked('77171717', '9')).text).toContain('<td>33<td>FACTURA ELECTRONICA')
  expect((await asked('94949494', '2')).text).toContain('no corresponde a una empresa autorizada')
})
