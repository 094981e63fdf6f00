import { describe, expect, test } from 'vitest'
import type { WireAnswer } from '../http/wire.ts'
import { createUfSources, readSiiYear } from './uf.ts'

const month = (name: string, rows: string) => `
  <div class='meses'><h2>${name}</h2><table><thead><tr><th>D&iacute;a</th><th>UF</th><th>D&iacute;a</th>
  <th>UF</th><th>D&iacute;a</th><th>UF</th></tr></thead><tbody>${rows}</tbody></table></div>`

const september = month(
  'Septiembre',
  `<tr><th><strong>1</strong></th><td>39.100,00</td><th>11</th><td>39.150,50</td><th>21</th><td>39.180,25</td></tr>
   <tr><th>2<td>39.105,1<th>12<td>&nbsp;<th>22<td>
   <tr><th>10</th><td>39.149,99</td><th>20</th><td>39.179,00</td><th>30</th><td>39.200,15</td></tr>
   <tr><th></th><td></td><th></th><td></td><th>31</th><td></td></tr>`,
)
const august = month('AGOSTO', '<tr><th>31</th><td>39.099,00</td></tr>')

describe('the SII’s page of a year', () => {
  test('is read by the names of its months, in whatever order', () => {
    const values = readSiiYear(`<h1>UF 2026</h1>${september}${august}`, 2026)
    expect(Object.fromEntries(values ?? [])).toEqual({
      '2026-09-01': '39100',
      '2026-09-11': '39150.5',
      '2026-09-21': '39180.25',
      '2026-09-02': '39105.1',
      '2026-09-10': '39149.99',
      '2026-09-20': '39179',
      '2026-09-30': '39200.15',
      '2026-08-31': '39099',
    })
  })

  const wrong: [string, string][] = [
    ['a decimal point', month('Enero', '<tr><td>1</td><td>39200.15</td></tr>')],
    ['a value that is no UF', month('Enero', '<tr><td>1</td><td>968,15</td></tr>')],
    ['a day that does not exist', month('Febrero', '<tr><td>30</td><td>39.200,15</td></tr>')],
    [
      'a day twice',
      month('Enero', '<tr><td>1</td><td>39.200,15</td><td>1</td><td>39.200,16</td></tr>'),
    ],
    ['words', month('Enero', '<tr><td>1</td><td>pendiente</td></tr>')],
    ['no month', '<table><tr><td>1</td><td>39.200,15</td></tr></table>'],
    [
      'a table outside its month',
      `${august}<table><tr><td>1</td><td>x</td></tr></table>`.replace('39.099,00', ''),
    ],
  ]
  test.each(wrong)('with %s gives no value at all', (_, html) => {
    expect(readSiiYear(html, 2026)).toBeNull()
  })
})

function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const asked: string[] = []
  const sources = createUfSources({
    cmf: { key: 'k&y' },
    wire: async ({ url }): Promise<WireAnswer> => {
      asked.push(url)
      return { kind: 'answered', status, headers, body: Buffer.from(body, 'latin1') }
    },
  })
  return { sources, asked }
}

describe('the sources', () => {
  test('the SII is asked for the year', async () => {
    const { sources, asked } = answering(200, august)
    const answer = await sources.ofSii(2026)
    expect(asked).toEqual(['https://www.sii.cl/valores_y_fechas/uf/uf2026.htm'])
    expect(answer).toMatchObject({ kind: 'ok' })
    expect(answer.kind === 'ok' ? [...answer.value] : []).toEqual([['2026-08-31', '39099']])
  })

  test('a year not published is not found', async () => {
    expect(await answering(404, '').sources.ofSii(2030)).toMatchObject({ kind: 'notFound' })
  })

  test('asking too often is met as the waiting room', async () => {
    const answer = await answering(200, '<p>Error 429: ha superado el l\u00edmite').sources.ofSii(
      2026,
    )
    expect(answer).toMatchObject({ kind: 'unavailable', cause: 'waitingRoom' })
  })

  test('a page that has changed is said to have', async () => {
    expect(await answering(200, '<h1>UF</h1>').sources.ofSii(2026)).toMatchObject({
      kind: 'portalChanged',
    })
  })

  test('mindicador’s numbers are read exactly', async () => {
    const serie = [
      { fecha: '2026-09-20T03:00:00.000Z', valor: 40975.41 },
      { fecha: '2026-09-19T03:00:00.000Z', valor: 40970 },
      { fecha: '2025-12-31T03:00:00.000Z', valor: 39000.1 },
    ]
    const { sources, asked } = answering(200, JSON.stringify({ codigo: 'uf', serie }))
    const answer = await sources.ofMindicador(2026)
    expect(asked).toEqual(['https://mindicador.cl/api/uf/2026'])
    expect(answer.kind === 'ok' ? Object.fromEntries(answer.value) : null).toEqual({
      '2026-09-20': '40975.41',
      '2026-09-19': '40970',
    })
  })

  test('the CMF’s texts lose every dot', async () => {
    const UFs = [{ Fecha: '2026-08-02', Valor: '40.844,79' }]
    const { sources, asked } = answering(200, JSON.stringify({ UFs }))
    const answer = await sources.ofCmf(2026)
    expect(asked[0]).toMatch(/\/uf\/2026\?apikey=k%26y&formato=json$/)
    expect(answer.kind === 'ok' ? [...answer.value] : null).toEqual([['2026-08-02', '40844.79']])
  })

  test('an answer that is not theirs gives no value', async () => {
    for (const body of [
      '',
      '<html>',
      '{}',
      '{"codigo":"utm","serie":[]}',
      '{"UFs":[{"Fecha":"x"}]}',
    ]) {
      const { sources } = answering(200, body)
      expect((await sources.ofMindicador(2026)).kind).not.toBe('ok')
      expect((await sources.ofCmf(2026)).kind).not.toBe('ok')
    }
  })

  test('without a key the CMF is not asked', async () => {
    const sources = createUfSources({ wire: () => Promise.reject(new Error('asked')) })
    expect(await sources.ofCmf(2026)).toEqual({ kind: 'notFound', text: 'CMF' })
  })
})
