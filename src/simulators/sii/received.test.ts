import { expect, test } from 'vitest'
import { ana, aseoDelSur, asesoriasPenaMunoz, rodrigo } from '../world.ts'
import { dteFaults, PORTAL, withSimulator } from './test-portal.ts'

const ground = withSimulator()

async function received(query = ''): Promise<string> {
  const browser = await ground().enter(rodrigo, aseoDelSur.rut)
  return (await browser.get(`${PORTAL}/mipeAdminDocsRcp.cgi?${query}`)).text
}

test('suppliers fill the received list, page by page, with filters', async () => {
  const first = await received()
  expect(first.match(/mipeGesDocRcp\.cgi/g)).toHaveLength(100)
  expect(first).toContain('<td>76565656-7<td>DISTRIBUIDORA QUÍMICA BÍO BÍO SPA</td>')
  const notes = await received('TPO_DOC=61&RUT_EMI=76565656')
  expect(notes).toContain('<td>Nota de Credito Electronica</td>')
  expect(notes).not.toContain('<td>Factura Electronica</td>')
  expect(await received('TPO_DOC=39')).toContain('No existen documentos')
  expect(await received()).toBe(first)
})

test("a supplier's document can be seen and downloaded, always the same and well signed", async () => {
  const list = await received(
    'TPO_DOC=33&RUT_EMI=76868686&FEC_DESDE=2026-10-01&FEC_HASTA=2026-10-31',
  )
  const [code] = [...list.matchAll(/CODIGO=(\d+)"><img/g)].map((match) => match[1])
  const browser = await ground().enter(rodrigo, aseoDelSur.rut)
  const pdf = await browser.get(`${PORTAL}/mipeShowPdf.cgi?CODIGO=${code}`)
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  const [body, dv] = aseoDelSur.rut.split('-')
  const address = `${PORTAL}/download.cgi?RUT_EMP=${body}&DV_EMP=${dv}&ORIGEN=RCP&TPO_DOC=33&FEC_DESDE=2026-10-01&FEC_HASTA=2026-10-15&DOWNLOAD=XML`
  const xml = await browser.get(address)
  expect(dteFaults(ground(), xml.bytes)).toEqual([])
  expect(xml.text.match(/<DTE /g)?.length).toBeGreaterThan(3)
  expect((await browser.get(address)).text).toBe(xml.text)
  const stranger = await ground().enter(ana, asesoriasPenaMunoz.rut)
  const refused = await stranger.get(`${PORTAL}/mipeShowPdf.cgi?CODIGO=${code}`)
  expect(refused.text).toContain('Su requerimiento no ha sido bien recepcionado')
})

test("the receiver's reaction and the SII's verdict show in the list and its filter", async () => {
  const { simulator, enter } = ground()
  const [first] = simulator.admin.ledger()
  simulator.admin.setDocumentState(first?.code ?? '', 'RRH')
  const browser = await enter(ana, asesoriasPenaMunoz.rut)
  const list = async (state: string) =>
    (await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?ESTADO=${state}`)).text
  expect(await list('RRH')).toContain('<td>Rechazado por el Receptor</td> </tr>')
  expect((await list('EMI')).match(/Documento Emitido/g)).toHaveLength(4)
  expect(await list('DPF')).toContain('No existen documentos')
  expect(() => simulator.admin.setDocumentState(first?.code ?? '', 'XXX')).toThrow()
})
