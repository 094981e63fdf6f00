import { expect, test } from 'vitest'
import { dteFile } from '#dte/envelope.ts'
import { ana, asesoriasPenaMunoz } from '../world.ts'
import type { RawBrowser } from './raw/browser.ts'
import { fieldsOf } from './raw/browser.ts'
import { issue, preview } from './raw/walk.ts'
import { dteFaults, PORTAL, withSimulator } from './test-portal.ts'

const ground = withSimulator()

function enter(): Promise<RawBrowser> {
  return ground().enter(ana, asesoriasPenaMunoz.rut)
}

const annulment = {
  PTDC_CODIGO: '61',
  REF_SI_NO: 'SiChecked',
  EFXP_TPO_DOC_REF_001: '33',
  EFXP_FOLIO_REF_001: '5',
  EFXP_FCH_REF_001: '2026-10-20',
  EFXP_CODIGO_REF_001: '1',
  EFXP_RAZON_REF_001: 'Anula factura',
}
const exempt = { PTDC_CODIGO: '34', EFXP_IVA: '', EFXP_MNT_TOTAL: '1000' }

test('a nota de crédito goes the same way, with folios of its own and a good signature', async () => {
  const browser = await enter()
  const seen = await issue(browser, ana, annulment)
  expect(seen.text).toContain('DOCUMENTO ENVIADO EXITOSAMENTE')
  expect(seen.text).toContain('NOTA DE CREDITO ELECTRONICA N&deg; 1')
  const { admin } = ground().simulator
  const note = admin.ledger().at(-1)
  expect(note).toMatchObject({ tipoDte: 61, folio: 1, totalClp: 1190, timesAsked: 1 })
  expect(note?.xml).toContain('<CodRef>1</CodRef>')
  expect(dteFaults(ground(), dteFile(note?.xml ?? ''))).toEqual([])
  const list = await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?TPO_DOC=61`)
  expect(list.text).toContain('<td>Nota de Credito Electronica</td> <td>1</td>')
  expect((await issue(browser, ana)).text).toContain('FACTURA ELECTRONICA N&deg; 6')
})

test('a nota de débito and a factura exenta are issued, the second without IVA', async () => {
  const browser = await enter()
  const debit = await issue(browser, ana, {
    ...annulment,
    PTDC_CODIGO: '56',
    EFXP_CODIGO_REF_001: '3',
  })
  expect(debit.text).toContain('NOTA DE DEBITO ELECTRONICA N&deg; 1')
  const free = await issue(browser, ana, exempt)
  expect(free.text).toContain('FACTURA NO AFECTA O EXENTA ELECTRONICA N&deg; 1')
  const { xml, ...stored } = ground().simulator.admin.ledger().at(-1) ?? { xml: '' }
  expect(stored).toMatchObject({ tipoDte: 34, netoClp: 0, ivaClp: 0, totalClp: 1000, warnings: [] })
  expect(xml).toContain('<MntExe>1000</MntExe>')
  expect(xml).not.toMatch(/<(MntNeto|IVA|TasaIVA)>/)
  const { text } = await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=34`)
  expect(fieldsOf(text, 'VIEW_EFXP')).not.toHaveProperty('EFXP_IVA')
})

test('a correction of text costs nothing; a note on an exempt document has no IVA', async () => {
  const browser = await enter()
  const nothing = { EFXP_PRC_01: '0', EFXP_SUBT_01: '0', EFXP_MNT_NETO: '0', EFXP_IVA: '0' }
  const corrects = { ...annulment, EFXP_CODIGO_REF_001: '2' }
  const text = await issue(browser, ana, { ...corrects, ...nothing, EFXP_MNT_TOTAL: '0' })
  expect(text.text).toContain('N&deg; 1')
  await issue(browser, ana, {
    ...annulment,
    EFXP_TPO_DOC_REF_001: '34',
    EFXP_IVA: '',
    EFXP_MNT_TOTAL: '1000',
  })
  const [first, second] = ground().simulator.admin.ledger().slice(-2)
  expect(first).toMatchObject({ totalClp: 0 })
  expect(second?.xml).toContain('<MntExe>1000</MntExe>')
  expect(second?.warnings).toEqual(['refers to an unknown 34 5'])
})

const refusals: [changed: Record<string, string>, reason: string][] = [
  [{ ...annulment, REF_SI_NO: '' }, 'Debe ingresar a lo menos una Referencia'],
  [{ ...annulment, EFXP_FOLIO_REF_001: '' }, 'Debe ingresar el campo : Folio Referencia'],
  [{ ...annulment, EFXP_FCH_REF_001: '20-10-2026' }, 'Debe ingresar el campo : Fecha Referencia'],
  [{ ...annulment, EFXP_CODIGO_REF_001: '' }, 'Debe Seleccionar Codigo de Referencia'],
  [{ ...annulment, EFXP_CODIGO_REF_001: '2' }, 'Monto Total debe ser 0'],
  [
    {
      ...annulment,
      EFXP_TPO_DOC_REF_002: '33',
      EFXP_FOLIO_REF_002: '4',
      EFXP_FCH_REF_002: '2026-10-12',
      EFXP_CODIGO_REF_002: '1',
    },
    'La anulacion y la correccion de texto llevan una sola Referencia',
  ],
  [{ ...exempt, EFXP_IVA: '190' }, 'Un documento exento no lleva IVA'],
  [{ PTDC_CODIGO: '52' }, 'Tipo de documento no valido'],
]

test.each(refusals)('%o is refused', async (changed, reason) => {
  expect((await preview(await enter(), changed)).text).toContain(`alert('${reason}\\n')`)
})

test('a note opened from a document annuls it with its receiver, lines and amounts', async () => {
  const browser = await enter()
  const source = ground()
    .simulator.admin.ledger()
    .findLast((one) => one.issuerRut === asesoriasPenaMunoz.rut)
  const menu = await browser.get(`${PORTAL}/mipeGesDocEmi.cgi?CODIGO=${source?.code}`)
  expect(menu.text).toContain(`mipeGenFacEx.cgi?PTDC_CODIGO=61&VALOR=${source?.code}`)
  const form = await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=61&VALOR=${source?.code}`)
  expect(fieldsOf(form.text, 'VIEW_EFXP')).toMatchObject({
    PTDC_CODIGO: '61',
    EFXP_TPO_DOC_REF_001: '33',
    EFXP_FOLIO_REF_001: String(source?.folio),
    EFXP_CODIGO_REF_001: '1',
    EFXP_MNT_TOTAL: String(source?.totalClp),
  })
})

test('a copy shows the lines of the old document, in inputs or only in the script', async () => {
  const browser = await enter()
  const { admin } = ground().simulator
  const code = admin.ledger()[0]?.code
  const copy = `${PORTAL}/mipeGenFacEx.cgi?IGUAL=CODIGO&VALOR=${code}&PTDC_CODIGO=33`
  const fields = fieldsOf((await browser.get(copy)).text, 'VIEW_EFXP')
  expect(fields).toMatchObject({
    EFXP_RUT_RECEP: '90909090',
    EFXP_NMB_01: 'Asesoría mensual',
    EFXP_PRC_01: '612000',
    EFXP_FCH_EMIS: '',
  })
  admin.setVariants({ copiedLines: 'script' })
  const { text } = await browser.get(copy)
  expect(fieldsOf(text, 'VIEW_EFXP')).not.toHaveProperty('EFXP_NMB_01')
  expect(text).toContain(
    'var arrDetalle = [["Asesor&#237;a mensual","","1","","612000","","612000"]];',
  )
  const strange = await browser.get(`${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33&VALOR=1`)
  expect(strange.text).toContain('Error al contribuyente')
})
