import { describe, expect, test } from 'vitest'
import { readRows, tipoDteOf } from './issued.ts'

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
