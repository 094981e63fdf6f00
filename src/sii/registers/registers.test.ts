import { describe, expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { IssuedRow, RegisterMonth, RegisterRoute } from '../interface/portal.ts'
import type { Reply } from '../http/test-browser.ts'
import { browserBefore } from '../http/test-browser.ts'
import { createRegisterFacade, createRegisters, readReaction } from './registers.ts'
import type { PortalLists } from './registers.ts'

const COMPANY = rut('76192083-9')
const of: RegisterMonth = { company: COMPANY, month: month(2026, 10), side: 'sales' }

const ok = (data: unknown, more: object = {}) =>
  JSON.stringify({
    data,
    metaData: {},
    respEstado: { codRespuesta: 0, msgeRespuesta: null },
    ...more,
  })
const state = (codRespuesta: number, msgeRespuesta = '') =>
  JSON.stringify({ data: null, respEstado: { codRespuesta, msgeRespuesta } })
const token = state(99, 'El token no es valido')

const totals = [
  {
    rsmnTipoDocInteger: 33,
    dcvNombreTipoDoc: 'Factura',
    rsmnTotDoc: 2,
    rsmnMntExe: 0,
    rsmnMntNeto: 3000,
    rsmnMntIVA: 570,
    rsmnMntTotal: 3570,
  },
  {
    rsmnTipoDocInteger: 61,
    rsmnTotDoc: 1,
    rsmnMntExe: null,
    rsmnMntNeto: 1000,
    rsmnMntIVA: 190,
    rsmnMntTotal: 1190,
  },
  {
    rsmnTipoDocInteger: 39,
    rsmnTotDoc: 7,
    rsmnMntExe: 0,
    rsmnMntNeto: 700,
    rsmnMntIVA: 133,
    rsmnMntTotal: 833,
  },
]

const detail = (folio: number, changes: object = {}) => ({
  detNroDoc: folio,
  detRutDoc: 77111222,
  detDvDoc: '6',
  detRznSoc: 'CLIENTE Ñ LTDA',
  detFchDoc: '05/10/2026',
  detFecRecepcion: '06/10/2026 10:11:12',
  detMntExe: 0,
  detMntNeto: 1000,
  detMntIVA: 190,
  detMntTotal: 1190,
  detTipoDocRef: 0,
  detFolioDocRef: null,
  detEventoReceptor: null,
  detEventoReceptorLeyenda: null,
  ...changes,
})

const SALES =
  'Nro;Tipo Doc;Tipo Venta;Rut cliente;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse Recibo;Fecha Reclamo;Monto Exento;Monto Neto;Monto IVA;Monto total;Tipo Docto. Referencia;Folio Docto. Referencia;Codigo Otro Imp.;Valor Otro Imp.;Tasa Otro Imp.'
const exported = [
  SALES,
  '1;33;Del Giro;77111222-6;CLIENTE LTDA;41;05/10/2026;06/10/2026 10:11:12;;;0;2000;380;2380;;;;;',
  ';;;;;;;;;;;;;;;;27;10;10',
  '2;33;Del Giro;77111222-6;CLIENTE LTDA;42;05/10/2026;;07/10/2026 09:00:00;;0;1000;190;1190;;;;;',
  '3;61;Del Giro;77111222-6;CLIENTE LTDA;5;09/10/2026;;;10/10/2026;0;1000;190;1190;33;42;;;',
]

const noLists: PortalLists = {
  issued: async () => ({ kind: 'companyNotAuthorized', company: COMPANY }),
  received: async () => ({ kind: 'companyNotAuthorized', company: COMPANY }),
}

type Replies = Readonly<Record<string, Reply | ((body: string) => Reply)>>

function open(replies: Replies, lists = noLists) {
  const { browser, asked, names } = browserBefore((request, name) => {
    const isOther = request.url.includes('consemitidos')
    const reply = replies[isOther && name !== '' ? `otro/${name}` : name]
    if (reply === undefined)
      return name === '' ? '<html>app</html>' : { status: 405, body: '<p>405' }
    return typeof reply === 'function' ? reply(request.body ?? '') : reply
  })
  const facade = createRegisterFacade(browser)
  const registers = createRegisters(browser, facade, lists)
  const methods = () => names().filter((name) => name !== '')
  return { registers, facade, asked, methods }
}

describe('a facade', () => {
  test('is asked in its envelope, as its own page does', async () => {
    const { registers, asked } = open({ getResumen: ok(totals) })
    await registers.summary(of)
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://www4.sii.cl/consdcvinternetui/',
      'POST https://www4.sii.cl/consdcvinternetui/services/data/facadeService/getResumen',
    ])
    expect(asked[1]?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/plain, */*',
      origin: 'https://www4.sii.cl',
      referer: 'https://www4.sii.cl/consdcvinternetui/',
    })
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      metaData: {
        namespace: 'cl.sii.sdi.lob.diii.consdcv.data.api.interfaces.FacadeService/getResumen',
        conversationId: 'tok1',
        transactionId: expect.stringMatching(/^[\da-f-]{36}$/),
        page: null,
      },
      data: {
        rutEmisor: '76192083',
        dvEmisor: '9',
        ptributario: '202610',
        estadoContab: 'REGISTRO',
        operacion: 'VENTA',
        busquedaInicial: true,
      },
    })
  })

  const failures: [string, Reply, object][] = [
    ['code 98', state(98), { kind: 'sessionExpired' }],
    ['code 2', state(2, 'Error'), { kind: 'unavailable', cause: 'serverError' }],
    ['a code nobody knows', state(7), { kind: 'unavailable', cause: 'unknownPage' }],
    ['no code', JSON.stringify({ data: [] }), { kind: 'unavailable', cause: 'unknownPage' }],
    [
      'a month too early',
      state(99, 'Periodo debe ser mayor igual a 201705'),
      { kind: 'validationRejected' },
    ],
    ['a format error', '{"errorMsg":"Acceso no autorizado!"}', { kind: 'portalChanged' }],
    ['HTML', '<html><p>hola</p></html>', { kind: 'sessionExpired' }],
    ['the login page', '<title>Autenticaci&oacute;n</title>', { kind: 'sessionExpired' }],
    [
      'maintenance',
      '<p>Sitio en mantenci&oacute;n</p>',
      { kind: 'unavailable', cause: 'maintenance' },
    ],
    ['neither JSON nor HTML', 'x', { kind: 'unavailable', cause: 'unknownPage' }],
    ['nothing', null, { kind: 'unavailable', cause: 'network' }],
    ['a row that is none', ok([{ rsmnTipoDocInteger: 'x' }]), { kind: 'portalChanged' }],
  ]
  test.each(failures)('answering %s is never an empty month', async (_, reply, failure) => {
    const { registers } = open({ getResumen: reply })
    expect(await registers.summary(of)).toMatchObject(failure)
  })

  test('answering that there are no movements is an empty month', async () => {
    const { registers, methods } = open({ getResumen: state(3) })
    expect(await registers.summary(of)).toEqual({ kind: 'ok', value: [] })
    expect(await registers.documents(of, 'detail')).toEqual({
      kind: 'ok',
      value: { route: 'detail', totals: [], documents: [], isWhole: true },
    })
    expect(methods()).toEqual(['getResumen', 'getResumen'])
  })
})

describe('the month’s totals', () => {
  test('say which types count against', async () => {
    const { registers } = open({
      getResumen: ok([...totals, { ...totals[0], rsmnTipoDocInteger: 999 }]),
    })
    const answer = await registers.summary(of)
    expect(answer).toMatchObject({
      value: [
        { tipoDte: 33, sign: 1, count: 2, netoClp: 3000, ivaClp: 570, totalClp: 3570 },
        { tipoDte: 61, sign: -1, exentoClp: 0 },
        { tipoDte: 39, sign: 1 },
        { tipoDte: 999, sign: null },
      ],
    })
  })

  test('of sales are asked once without a state when REGISTRO is refused', async () => {
    const states: string[] = []
    const { registers } = open({
      getResumen: (body) => {
        const asked = /"estadoContab":"(\w*)"/.exec(body)?.[1] ?? ''
        states.push(asked)
        return asked === '' ? ok([]) : state(99, 'estado contable invalido')
      },
    })
    expect(await registers.summary(of)).toEqual({ kind: 'ok', value: [] })
    expect(states).toEqual(['REGISTRO', ''])
    await registers.summary({ ...of, side: 'purchases', state: 'PENDIENTE' })
    expect(states).toEqual(['REGISTRO', '', 'PENDIENTE'])
  })
})

describe('single documents', () => {
  const summary = { getResumen: ok(totals) }

  test('come from the export, columns by name, other taxes’ lines aside', async () => {
    const { registers, methods } = open({ ...summary, getDetalleVentaExport: ok(exported) })
    const answer = await registers.documents(of, null)
    expect(answer).toMatchObject({
      kind: 'ok',
      value: {
        route: 'export',
        isWhole: true,
        documents: [
          {
            tipoDte: 33,
            sign: 1,
            folio: 41,
            counterpart: '77111222-6',
            name: 'CLIENTE LTDA',
            issueDate: '2026-10-05',
            netoClp: 2000,
            ivaClp: 380,
            totalClp: 2380,
            reference: null,
            reaction: { kind: 'none' },
          },
          { folio: 42, reaction: { kind: 'accepted' } },
          {
            tipoDte: 61,
            sign: -1,
            folio: 5,
            reference: { tipoDte: 33, folio: 42 },
            reaction: { kind: 'claimed' },
          },
        ],
      },
    })
    expect(methods()).toEqual(['getResumen', 'getDetalleVentaExport'])
  })

  test('of purchases have their own columns and methods', async () => {
    const rows = [
      'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse;Monto Exento;Monto Neto;Monto IVA Recuperable;Monto Iva No Recuperable;Codigo IVA No Rec.;Monto Total',
      '1;33;Del Giro;77111222-6;PROVEEDOR;9;05/10/2026;;;0;1000;190;;;1190',
    ]
    const only = { ...totals[0], rsmnTotDoc: 1 }
    const { registers } = open({ getResumen: ok([only]), getDetalleCompraExport: ok(rows) })
    expect(await registers.documents({ ...of, side: 'purchases' }, null)).toMatchObject({
      value: { isWhole: true, documents: [{ folio: 9, ivaClp: 190, counterpart: '77111222-6' }] },
    })
  })

  const details = {
    ...summary,
    getDetalleVentaExport: token,
    getDetalleVenta: (body: string) =>
      body.includes('"codTipoDoc":"33"')
        ? ok([
            detail(41, { detEventoReceptor: 'ACD', detEventoReceptorLeyenda: 'Acepta' }),
            detail(42, { detEventoReceptor: 'RCD', detEventoReceptorLeyenda: 'Reclamo' }),
          ])
        : ok([detail(5, { detTipoDocRef: 33, detFolioDocRef: '42' })]),
  }

  test('come from the detail of each type when the export is closed', async () => {
    const { registers, methods } = open(details)
    const answer = await registers.documents(of, null)
    expect(answer).toMatchObject({
      value: {
        route: 'detail',
        isWhole: true,
        documents: [
          { tipoDte: 33, folio: 41, reaction: { kind: 'accepted', code: 'ACD', text: 'Acepta' } },
          { folio: 42, reaction: { kind: 'claimed' } },
          {
            tipoDte: 61,
            folio: 5,
            reference: { tipoDte: 33, folio: 42 },
            reaction: { kind: 'none' },
          },
        ],
      },
    })
    // Retail boletas are registered by day: no detail to ask for.
    expect(methods().filter((name) => name === 'getDetalleVenta')).toHaveLength(2)
  })

  test('are asked where they last came from, without knocking on closed doors', async () => {
    const { registers, methods } = open(details)
    await registers.documents(of, 'detail')
    expect(methods()).not.toContain('getDetalleVentaExport')
  })

  const closed = { ...summary, getDetalleVentaExport: token, getDetalleVenta: token }
  const misDte = {
    'otro/getResumen': ok({ resumenDte: [{ tipoDoc: 33, tipoDocDesc: 'Factura' }] }),
    'otro/getDetalleEmitidos3334': ok(null, {
      dataResp: {
        detalles: [
          {
            descTipoDoc: 'Factura',
            nroDoc: '41',
            rutReceptor: 77111222,
            dvReceptor: '6',
            rznSocRecep: 'CLIENTE',
            fchDoc: '05/10/2026',
            mntNeto: 2000,
            mntIva: 380,
            mntTotal: 2380,
            folioRef: 7,
          },
        ],
      },
    }),
  }

  test('come from "Mis DTE" when the register is closed, its keys found by their names', async () => {
    const { registers } = open({ ...closed, ...misDte })
    expect(await registers.documents(of, null)).toMatchObject({
      value: {
        route: 'misDte',
        isWhole: false,
        documents: [
          {
            folio: 41,
            counterpart: '77111222-6',
            issueDate: '2026-10-05',
            netoClp: 2000,
            totalClp: 2380,
            reaction: { kind: 'unknown' },
          },
        ],
      },
    })
  })

  const row: IssuedRow = {
    code: '1',
    recipient: rut('77111222-6'),
    recipientName: 'CLIENTE',
    tipoDte: 33,
    typeText: 'Factura Electronica',
    folio: 41,
    issueDate: day(2026, 10, 5),
    totalClp: clp(2380),
    stateText: 'Documento Emitido',
  }
  const lists: PortalLists = {
    issued: async (_, filter) => {
      expect(filter).toEqual({ from: '2026-10-01', to: '2026-10-31' })
      return { kind: 'ok', value: [row, { ...row, tipoDte: 52 }, { ...row, folio: 0 }] }
    },
    received: async () => ({
      kind: 'ok',
      value: [{ ...row, issuer: rut('77111222-6'), issuerName: 'PROVEEDOR' }],
    }),
  }

  test('come from the portal’s lists when everything else is closed', async () => {
    const { registers } = open({ ...closed, 'otro/getResumen': token }, lists)
    expect(await registers.documents(of, null)).toMatchObject({
      value: { route: 'portalLists', documents: [{ folio: 41, netoClp: null, totalClp: 2380 }] },
    })
    const purchases = open(
      {
        getResumen: ok(totals),
        getDetalleCompraExport: token,
        getDetalleCompra: token,
        'otro/getResumen': token,
      },
      lists,
    )
    expect(await purchases.registers.documents({ ...of, side: 'purchases' }, null)).toMatchObject({
      value: { route: 'portalLists', documents: [{ name: 'PROVEEDOR' }] },
    })
  })

  test('are none, and the totals stand, when every door is closed', async () => {
    const { registers } = open({ ...closed, 'otro/getResumen': token })
    expect(await registers.documents(of, null)).toMatchObject({
      value: { route: 'summary', documents: [], isWhole: false, totals: [{}, {}, {}] },
    })
  })

  const routes: RegisterRoute[] = ['export', 'detail', 'misDte', 'portalLists', 'summary']
  test.each(routes)(
    'trouble of the SII’s own stops at once and asks no other door (%s)',
    async (first) => {
      for (const trouble of [state(98), state(2), null]) {
        const { registers, methods } = open({ getResumen: trouble })
        expect((await registers.documents(of, first)).kind).not.toBe('ok')
        expect(methods()).toEqual(['getResumen'])
      }
      const later = open({ ...summary, getDetalleVentaExport: null, getDetalleVenta: state(98) })
      if (first === 'export' || first === 'detail') {
        expect((await later.registers.documents(of, first)).kind).not.toBe('ok')
        expect(later.methods()).toHaveLength(2)
      }
    },
  )

  const broken: [string, unknown][] = [
    ['no heading', ['a;b']],
    ['a missing column', [SALES.replace('Folio;', 'Otra;')]],
    ['a line that can’t be read', [SALES, '1;33;;x;y;z;05/10/2026']],
    ['no list', { a: 1 }],
  ]
  test.each(broken)('an export with %s gives way to the detail', async (_, data) => {
    const { registers } = open({ ...details, getDetalleVentaExport: ok(data) })
    expect(await registers.documents(of, null)).toMatchObject({ value: { route: 'detail' } })
  })

  test('fewer than the summary counts are not whole', async () => {
    const { registers } = open({ ...summary, getDetalleVentaExport: ok(exported.slice(0, 2)) })
    expect(await registers.documents(of, null)).toMatchObject({ value: { isWhole: false } })
  })
})

test('whose registers may be read', async () => {
  const rows = [
    { usrEmpRut: 76192083, usrEmpDv: '9', razonSocONombreEmp: null },
    { usrEmpRut: null, usrEmpDv: null, usrEmpRutDv: '77111222-6' },
  ]
  const { registers } = open({ getDcvEmpresasAutorizadas: ok(rows) })
  expect(await registers.companies()).toEqual({ kind: 'ok', value: [COMPANY, '77111222-6'] })
  const wrong = open({ getDcvEmpresasAutorizadas: ok([{ usrEmpRut: 1, usrEmpDv: '1' }]) })
  expect(await wrong.registers.companies()).toMatchObject({ kind: 'portalChanged' })
})

describe('the receiver’s reaction to one document', () => {
  const document = { tipoDte: 33, folio: 41, issueDate: day(2026, 10, 5) }
  const events: [string, object, string][] = [
    ['none yet', {}, 'none'],
    ['accepted', { detEventoReceptor: 'ERM' }, 'accepted'],
    ['claimed', { detEventoReceptor: 'RFT' }, 'claimed'],
    ['paid', { detEventoReceptor: 'PAG' }, 'paid'],
    ['something new', { detEventoReceptor: 'ZZZ' }, 'other'],
  ]
  test.each(events)('%s', async (_, changes, kind) => {
    const { facade, methods } = open({ getDetalleVenta: ok([detail(40), detail(41, changes)]) })
    expect(await readReaction(facade, COMPANY, document)).toMatchObject({ kind })
    expect(methods()).toEqual(['getDetalleVenta'])
  })

  test('is unknown where the register is closed or lacks it', async () => {
    for (const reply of [token, ok([detail(40)]), null]) {
      const { facade } = open({ getDetalleVenta: reply })
      expect(await readReaction(facade, COMPANY, document)).toEqual({ kind: 'unknown' })
    }
  })
})
