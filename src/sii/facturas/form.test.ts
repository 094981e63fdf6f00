import { describe, expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { quantity, uf } from '#domain/uf.ts'
import type { Visit } from '../http/http.ts'
import { facturaFields, readFacturaForm } from './form.ts'
import { readRecipient } from './recipient.ts'

const bar = '<div>ANA PEREZ Rut 11.111.111-1</div><ul><li>Factura electr&oacute;nica</li></ul>'
const heading =
  '<td>Rut 76192083-9</td><td>FACTURA ELECTR&Oacute;NICA</td><td>N&deg; folio no asignado</td>'

const formPage = (inputs = '', scripts = '') => `${bar}${heading}<script>${scripts}
  var emisorDir = [["AV UNO 100","SANTIAGO","","11111111"," "]]; var arrFecha = ["2026","11","20"];</script>
  <form name="VIEW_EFXP" action="mipeDisplayPreView.cgi">
  <input type="hidden" name="PTDC_CODIGO" value="33"><input name="EFXP_RZN_SOC" value="UNO SPA">
  <input name="EFXP_EMAIL_EMISOR" value="uno@example.cl"><input name="EFXP_RUT_RECEP">
  <input type="hidden" name="EFXP_NUEVO" value="suyo"><input name="EFXP_NMB_01" maxlength="40">${inputs}</form>`

function read(html: string) {
  const url = 'https://www1.sii.cl/cgi-bin/Portal001/mipeGenFacEx.cgi?PTDC_CODIGO=33'
  const bytes = Buffer.from(html)
  const visit: Visit = {
    kind: 'page',
    page: { url, status: 200, contentType: 'text/html', bytes, text: html, movedTo: null },
  }
  const form = readFacturaForm(visit)
  if (form.kind !== 'ok') throw new Error(form.kind)
  return form.value
}

const content: FacturaContent = {
  kind: 'factura',
  issueDate: day(2026, 11, 20),
  serviceMonth: month(2026, 11),
  issuer: {
    rut: rut('76192083-9'),
    name: 'UNO SPA',
    address: { street: 'AV UNO 100', commune: 'SANTIAGO', city: '', branchCode: '11111111' },
    activity: { code: '620100', description: 'PROGRAMACION' },
    email: '',
  },
  recipient: {
    rut: rut('60803000-K'),
    name: 'N'.repeat(120),
    giro: 'GOBIERNO CENTRAL Y OTRAS ACTIVIDADES MUY LARGAS',
    address: { street: 'TEATINOS\n120', commune: 'SANTIAGO', city: 'SANTIAGO' },
    contactName: 'Ana',
    contactRut: rut('11111111-1'),
  },
  lines: [
    {
      name: 'Servicio',
      description: 'Mes de noviembre',
      code: 'A-1',
      quantity: quantity('2'),
      price: { currency: 'CLP', unitClp: clp(1000) },
      amountClp: clp(2000),
    },
  ],
  netoClp: clp(2000),
  ivaClp: clp(380),
  totalClp: clp(2380),
  paymentForm: 1,
}

const fill = (html: string, changed: Partial<FacturaContent> = {}) =>
  Object.fromEntries(facturaFields(read(html), { ...content, ...changed }))

describe('the company of the form', () => {
  test('is the one of its heading, not the person of the bar above', () => {
    expect(read(formPage()).company).toBe('76192083-9')
  })

  test('is unknown when the heading is not there', () => {
    expect(read(formPage().replace(heading, '')).company).toBeNull()
  })
})

describe('the fields posted', () => {
  test('keep what the page holds and we know nothing of', () => {
    const fields = fill(formPage())
    expect(fields).toMatchObject({ EFXP_NUEVO: 'suyo', EFXP_RZN_SOC: 'UNO SPA' })
    expect(fields['EFXP_EMAIL_EMISOR']).toBe('uno@example.cl')
  })

  test('say what the content says', () => {
    expect(fill(formPage())).toMatchObject({
      PTDC_CODIGO: '33',
      CANT_DET: '1',
      EFXP_FCH_EMIS: '2026-11-20',
      EFXP_CDG_SII_SUCUR: '11111111',
      EFXP_CIUDAD_ORIGEN: 'SANTIAGO',
      EFXP_ACTECO: '620100',
      EFXP_ACTECO_SELECT: '620100',
      EFXP_RUT_RECEP: '60803000',
      EFXP_DV_RECEP: 'K',
      EFXP_DIR_RECEP: 'TEATINOS 120',
      EFXP_RUT_SOLICITA: '11111111',
      EFXP_DV_SOLICITA: '1',
      EFXP_NMB_01: 'Servicio',
      EFXP_QTY_01: '2',
      EFXP_PRC_01: '1000',
      EFXP_SUBT_01: '2000',
      EFXP_FMA_PAGO: '1',
      EFXP_MNT_NETO: '2000',
      EFXP_IVA: '380',
      EFXP_MNT_TOTAL: '2380',
    })
  })

  test('are no longer than the form takes', () => {
    const fields = fill(formPage())
    expect(fields['EFXP_RZN_SOC_RECEP']).toHaveLength(100)
    expect(fields['EFXP_GIRO_RECEP']).toBe('GOBIERNO CENTRAL Y OTRAS ACTIVIDADES MUY')
  })

  const named = (name: string) => ({ lines: content.lines.map((each) => ({ ...each, name })) })

  test('give a name as long as the page says, else 25, and the whole one in the description', () => {
    const name = 'Mantención de las áreas verdes comunes'
    expect(fill(formPage(), named(name))['EFXP_NMB_01']).toBe(name)
    const short = fill(formPage().replace('maxlength="40"', ''), named(name))
    expect(short['EFXP_NMB_01']).toBe('Mantención de las áreas')
    expect(short['EFXP_DSC_ITEM_01']).toBe(`${name}. Cod. A-1. Mes de noviembre`)
  })

  test('carry the code in its own fields where the page has them', () => {
    const fields = fill(formPage('<input type="checkbox" name="COD_SI_NO" value="SiChecked">'))
    expect(fields).toMatchObject({
      COD_SI_NO: 'SiChecked',
      EFXP_TPO_COD_01: 'INT1',
      EFXP_COD_01: 'A-1',
      EFXP_DSC_ITEM_01: 'Mes de noviembre',
    })
  })

  test('post the box that switches codes on once, however many lines have one', () => {
    const form = read(formPage('<select name="COD_SI_NO"></select>'))
    const [line] = content.lines
    if (line === undefined) throw new Error('no line')
    const lines = ['A', 'B', 'C'].map((code) => ({ ...line, code }))
    const three = { ...content, lines, netoClp: clp(6000), ivaClp: clp(1140), totalClp: clp(7140) }
    const names = facturaFields(form, three).map(([name]) => name)
    expect(names.filter((name) => name === 'COD_SI_NO')).toHaveLength(1)
    expect(names.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))).toEqual([])
    expect(names).toContain('EFXP_COD_03')
  })

  test('write the arithmetic of UF exactly, for amounts binary numbers cannot hold', () => {
    const lines: FacturaContent['lines'] = [
      {
        name: 'Asesoría',
        description: '',
        code: '',
        quantity: quantity('0.1'),
        price: {
          currency: 'UF',
          unitUf: uf('0.3'),
          rateClp: uf('39200.15'),
          rateDay: day(2026, 9, 30),
        },
        amountClp: clp(2000),
      },
    ]
    expect(fill(formPage(), { lines })).toMatchObject({
      EFXP_QTY_01: '1',
      EFXP_PRC_01: '2000',
      EFXP_DSC_ITEM_01: '0,1 x UF 0,30 al 30/09/2026 (UF = $39.200,15)',
    })
  })
})

describe('a receiver of several addresses', () => {
  const select = `<input name="EFXP_RZN_SOC_RECEP" value="DOS LTDA"><input name="EFXP_CMNA_RECEP" value="ARICA">
    <select name="EFXP_DIR_RECEP"><option value="">Seleccione<option>CALLE 1<option>CALLE 2</select>
    <select name="EFXP_GIRO_RECEP"><option selected>COMERCIO<option>TRANSPORTE<option>Otro</select>`

  test('has the addresses of its select, with what any array of the page has about them', () => {
    const scripts = 'var cualquiera = [["CALLE 1","ARICA","ARICA"],["CALLE 2","IQUIQUE",""]];'
    const arrays = formPage(select.replace('<option value="">Seleccione', ''), scripts)
    expect(readRecipient(read(arrays))).toEqual({
      name: 'DOS LTDA',
      giros: ['COMERCIO', 'TRANSPORTE'],
      addresses: [
        { street: 'CALLE 1', commune: 'ARICA', city: 'ARICA' },
        { street: 'CALLE 2', commune: 'IQUIQUE', city: '' },
      ],
    })
  })

  test('has those that scripts alone draw, where the page has no field for them', () => {
    const fields = '<input name="EFXP_RZN_SOC_RECEP" value="DOS LTDA">'
    const scripts =
      'var impAdic = [["14","IVA"]]; var dir_rcp = [["CALLE 1","ARICA",""],["CALLE 2","IQUIQUE","IQUIQUE"]];' +
      'var act_rcp = [["620100","PROGRAMACION"],["702000","CONSULTORIA"]]; var comunas = [["ARICA","1","15"]];'
    const drawn = {
      name: 'DOS LTDA',
      giros: ['PROGRAMACION', 'CONSULTORIA'],
      addresses: [
        { street: 'CALLE 1', commune: 'ARICA', city: '' },
        { street: 'CALLE 2', commune: 'IQUIQUE', city: 'IQUIQUE' },
      ],
    }
    expect(readRecipient(read(formPage(fields, scripts)))).toEqual(drawn)
    const empty = `${fields}<input name="EFXP_DIR_RECEP" value=""><select name="EFXP_GIRO_RECEP"><option>Seleccione</select>`
    expect(readRecipient(read(formPage(empty, scripts)))).toEqual(drawn)
  })

  test('has those of the tables named as the recipient’s, where there are some', () => {
    const fields = '<input name="EFXP_RZN_SOC_RECEP" value="DOS LTDA">'
    const scripts =
      'var receptorDir = [["CALLE 1","ARICA",""]]; var sucursales = [["OTRA 2","ARICA","ARICA"]];' +
      'var receptorActEco = [["COMERCIO"]];'
    expect(readRecipient(read(formPage(fields, scripts)))).toEqual({
      name: 'DOS LTDA',
      giros: ['COMERCIO'],
      addresses: [{ street: 'CALLE 1', commune: 'ARICA', city: '' }],
    })
  })

  test('has no address out of an array about something else', () => {
    const scripts =
      'var comunas = [["ARICA","1","15"],["IQUIQUE","2","1"]]; var imp = [["14","IVA"]];'
    const read2 = readRecipient(read(formPage(select, scripts)))
    expect(read2?.addresses.map(({ street }) => street)).toEqual(['CALLE 1', 'CALLE 2'])
    expect(read2?.giros).toEqual(['COMERCIO', 'TRANSPORTE'])
  })
})
