import { describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { openCookies } from '../http/cookies.ts'
import { createBrowser } from '../http/http.ts'
import { siiOrigins } from '../http/origins.ts'
import type { IssuedFilter } from '../interface/portal.ts'
import { listIssued, readRows, tipoDteOf } from './issued-list.ts'

const row = (
  code: string,
  cells: Partial<Record<'rut' | 'total' | 'date' | 'folio', string>> = {},
) => `
<tr> <td> <a href="/cgi-bin/Portal001/mipeGesDocEmi.cgi?ALL_PAGE_ANT=2&CODIGO=${code}"><img src="x"></a></td>
<td>${cells.rut ?? '60803000-K'}<td>RECEPTOR &amp; C&Iacute;A</td> <td>Factura Electronica</td>
<td>${cells.folio ?? '22'}</td> <td>${cells.date ?? '2026-11-20'}</td> <td>${cells.total ?? '1190'}</td>
<td>Documento Emitido</td> </tr>`

describe('a row', () => {
  test('is read though its RUT never closes', () => {
    expect(readRows(`<table><tr><th>Ver</th></tr>${row('99000001')}</table>`)).toEqual([
      {
        code: '99000001',
        recipient: '60803000-K',
        recipientName: 'RECEPTOR & CÍA',
        tipoDte: 33,
        typeText: 'Factura Electronica',
        folio: 22,
        issueDate: '2026-11-20',
        totalClp: 1190,
        stateText: 'Documento Emitido',
      },
    ])
  })

  test('is read though rows and table never close', () => {
    const html = `<table>${row('1')}${row('2')}`.replaceAll('</tr>', '').replaceAll('</table>', '')
    expect(readRows(html)?.map(({ code }) => code)).toEqual(['1', '2'])
  })

  test('inside a comment is none', () => {
    expect(readRows(`<!-- ${row('1')} -->`)).toEqual([])
  })

  test('of headings or of another link is none', () => {
    expect(readRows('<tr><td><a href="otro.cgi?CODIGO=1">x</a></td></tr>')).toEqual([])
  })

  test.each([
    ['RUT', { rut: '60803000-1' }],
    ['date', { date: '20/11/2026' }],
    ['day', { date: '2026-02-30' }],
    ['total', { total: 'mil' }],
    ['folio', { folio: '' }],
  ])('whose %s cannot be read makes the whole list unreadable', (_, cells) => {
    expect(readRows(row('1') + row('2', cells))).toBeNull()
  })

  test('with fewer cells makes the whole list unreadable', () => {
    const short = '<tr><td><a href="mipeGesDocEmi.cgi?CODIGO=1">x</a></td><td>60803000-K</td></tr>'
    expect(readRows(short)).toBeNull()
  })
})

test.each([
  ['Factura Electronica', 33],
  ['Factura Electrónica', 33],
  ['Factura Exenta Electronica', 34],
  ['Factura No afecta o exenta', 34],
  ['Nota de Credito Electronica', 61],
  ['Nota de Debito Electronica', 56],
  ['Guia de Despacho Electronica', 52],
  ['Factura de Compra Electronica', 46],
  ['Factura de Exportacion Electronica', 110],
  ['Nota de Debito de Exportacion', 111],
  ['Nota de Credito de Exportacion', 112],
  ['Algo nuevo', null],
])('the type "%s" is %s', (text, type) => {
  expect(tipoDteOf(text)).toBe(type)
})

const headings =
  '<tr><th>Ver<th>RUT<th>Raz&oacute;n Social<th>Documento<th>Folio<th>Fecha<th>Monto<th>Estado</tr>'
const filters =
  '<form><input name="FOLIO"><input name="FEC_DESDE"><input name="FEC_HASTA"><select name="TPO_DOC"></form>'

/** The list as those pages give it; beyond them the last is repeated. */
async function list(pages: string[], filter: IssuedFilter = {}, status = 200) {
  const asked: string[] = []
  const browser = createBrowser(
    {
      origins: siiOrigins(),
      wire: async ({ url }) => {
        asked.push(url)
        const body = Buffer.from(pages[asked.length - 1] ?? pages.at(-1) ?? '')
        return { kind: 'answered', status, headers: {}, body }
      },
      userAgent: '',
      timeouts: { usualMs: 1, slowMs: 1 },
      paceMs: 0,
      nowMs: () => 0,
      wait: async () => undefined,
    },
    openCookies(),
  )
  return { answer: await listIssued(browser, filter, 1), asked }
}

describe('an empty list', () => {
  test.each([
    ['its headings', `<table>${headings}</table>`],
    ['its filters', `${filters}<p>No hay nada</p>`],
  ])('is a page with %s and no row', async (_, html) => {
    expect((await list([html])).answer).toEqual({ kind: 'ok', value: [] })
  })

  test.each([
    ['blank', ''],
    ['a page that only says so', '<p>No existen documentos</p>'],
    ['an error with the headings', `<h1>Error al contribuyente</h1><table>${headings}</table>`],
    ['an error with a code', `${filters}<p>CODIGO: 02.35.209.-1.148.10</p>`],
    ['maintenance', '<p>Sitio en mantenci&oacute;n</p>'],
    ['trouble with the headings', `<table>${headings}</table><p>Ha ocurrido un error</p>`],
    ['trouble with the filters', `${filters}<p>Servicio no disponible moment&aacute;neamente</p>`],
    ['trouble told by a script', `${filters}<script>alert('Intente m\u00e1s tarde')</script>`],
    ['a lost company', `${filters}<p>Usted no ha seleccionado una empresa</p>`],
    ['a session that is gone', `${filters}<p>Su sesi&oacute;n ha expirado</p>`],
  ])('is never %s', async (_, html) => {
    expect((await list([html])).answer.kind).not.toBe('ok')
  })

  test('is never a list that came as an error', async () => {
    expect((await list([`<table>${headings}</table>`], {}, 500)).answer.kind).toBe('unavailable')
  })
})

test('a page that apologises beside its rows is no whole list', async () => {
  const { answer } = await list([
    `<table>${headings}${row('1')}</table><p>Ha ocurrido un error</p>`,
  ])
  expect(answer).toMatchObject({ kind: 'unavailable', cause: 'unknownPage' })
})

describe('a list with rows', () => {
  const rows = `<table>${headings}${row('1')}</table>`

  test.each([
    ['announces maintenance', '<p>Mantenci&oacute;n programada el domingo</p>'],
    ['says what is not available', '<p>El certificado no est&aacute; disponible</p>'],
    ['speaks of its queue', '<p>Sala de espera</p>'],
    ['hides a lost session', '<div class="modal"><p>Su sesi&oacute;n ha expirado</p></div>'],
    ['hides an error', '<div style="display:none">Ha ocurrido un error</div>'],
  ])('that %s is whole', async (_, html) => {
    expect((await list([html + rows])).answer).toMatchObject({ kind: 'ok', value: [{ code: '1' }] })
  })

  test.each([
    ['a lost session', '<p>Su sesi&oacute;n ha expirado</p>'],
    ['a lost session by a script', `<script>alert('Su sesi\u00f3n ha expirado')</script>`],
    ['a lost company', '<p>Usted no ha seleccionado una empresa</p>'],
    ['an error by its title', '<title>Error</title>'],
    ['an error by a script', `<script>alert('Ha ocurrido un error')</script>`],
    ['an error and maintenance', '<p>Mantenci&oacute;n programada. Ha ocurrido un error</p>'],
  ])('that tells %s is refused', async (_, html) => {
    expect((await list([html + rows])).answer.kind).not.toBe('ok')
  })
})

test('an empty list with a hidden dialog is one', async () => {
  const dialog = '<div class="modal"><p>Su sesi&oacute;n ha expirado</p></div>'
  expect((await list([filters + dialog])).answer).toEqual({ kind: 'ok', value: [] })
})

test('the name of a client that sounds like trouble is none', async () => {
  const named = row('1').replace('RECEPTOR', 'EXPERTOS EN MANTENCION')
  const { answer } = await list([`${filters}<table>${headings}${named}</table>`])
  expect(answer).toMatchObject({ kind: 'ok', value: [{ code: '1' }] })
  const unclosed = `${filters}<table>${headings}${named}`.replaceAll('</tr>', '')
  expect((await list([unclosed])).answer.kind).toBe('ok')
})

describe('a list of several pages', () => {
  const first = `${headings}${row('1')}<p><a href="?NUM_PAG=3">3</a>`
  const second = `${headings}${row('2')}`
  const third = `${headings}${row('3')}`

  test('is read to the last that one of them led to', async () => {
    const { answer, asked } = await list([first, second, third])
    expect(answer).toMatchObject({ value: [{ code: '1' }, { code: '2' }, { code: '3' }] })
    expect(asked).toHaveLength(3)
  })

  test.each([
    ['the first once more', [first, first]],
    ['no row', [first, headings]],
    ['the second once more', [first, second, second]],
  ])('one of which gives %s is incomplete', async (_, pages) => {
    expect((await list(pages)).answer).toMatchObject({ kind: 'portalChanged' })
  })

  test('one of which tells trouble is incomplete', async () => {
    const trouble = `${filters}<p>Ha ocurrido un error</p>`
    expect((await list([first, trouble])).answer.kind).toBe('unavailable')
  })

  test('full pages go on without a link, until one repeats', async () => {
    const full = headings + Array.from({ length: 100 }, (_, at) => row(`${at + 1}`)).join('')
    const { answer } = await list([full, full])
    expect(answer.kind === 'ok' && answer.value.length).toBe(100)
  })
})

test('a filter the portal dropped is applied all the same', async () => {
  const html = `<table>${headings}${row('1')}${row('2', { folio: '23' })}${row('3', { date: '2026-11-19', folio: '24' })}
    ${row('4', { rut: '76192083-9', folio: '25' })}</table>`
  const codes = async (filter: IssuedFilter) => {
    const { answer } = await list([html], filter)
    return answer.kind === 'ok' ? answer.value.map(({ code }) => code) : answer.kind
  }
  expect(await codes({})).toEqual(['1', '2', '3', '4'])
  expect(await codes({ folio: 23 })).toEqual(['2'])
  expect(await codes({ from: day(2026, 11, 20) })).toEqual(['1', '2', '4'])
  expect(await codes({ to: day(2026, 11, 19) })).toEqual(['3'])
  expect(await codes({ recipient: rut('76192083-9') })).toEqual(['4'])
  expect(await codes({ tipoDte: 34 })).toEqual([])
})

test('a list that grows without end is given up, not cut short', async () => {
  const pages = Array.from(
    { length: 80 },
    (_, page) => `${headings}${row(`${page + 1}`)}NUM_PAG=999`,
  )
  const { answer, asked } = await list(pages)
  expect(answer.kind).toBe('portalChanged')
  expect(asked.length).toBeLessThan(80)
})
