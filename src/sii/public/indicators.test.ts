import { describe, expect, test } from 'vitest'
import { holidaysOf } from '#domain/holidays.ts'
import type { WireAnswer } from '../http/wire.ts'
import {
  compareHolidays,
  createHolidaySources,
  readBoostr,
  readGovernment,
} from './holiday-sources.ts'
import { readUtm, readUtmYear } from './utm.ts'

const answer = (body: string, status = 200): WireAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  body: Buffer.from(body, 'latin1'),
})

const utm = `<table><tr><th>Mes</th><th>UTM</th><th>UTA</th></tr>
<tr><td>Enero</td><td>67.429</td><td>809.148</td><td>100,1</td></tr>
<tr><td>Febrero</td><td>67.294</td></tr><tr><td>Marzo</td><td>&nbsp;</td></tr></table>`

describe('the UTM', () => {
  test('is whole pesos by month, published months only', async () => {
    const read = await readUtm(2026, { wire: async () => answer(utm) })
    expect(read.kind === 'ok' ? [...read.value] : read).toEqual([
      ['2026-01', 67_429],
      ['2026-02', 67_294],
    ])
  })

  const wrong: [string, string][] = [
    ['a value that is no UTM', utm.replace('67.429', '809.148')],
    ['a value with decimals', utm.replace('67.429', '67.429,5')],
    ['a month twice', utm.replace('Febrero', 'Enero')],
    ['no month', '<table><tr><td>x</td><td>1</td></tr></table>'],
  ]
  test.each(wrong)('is not read from a page with %s', (_, page) => {
    expect(readUtmYear(page, 2026)).toBeNull()
  })

  test('not published is not found, and too many questions wait', async () => {
    expect(await readUtm(2030, { wire: async () => answer('', 404) })).toMatchObject({
      kind: 'notFound',
    })
    expect(await readUtm(2026, { wire: async () => answer('<p>Error 429') })).toMatchObject({
      kind: 'unavailable',
      cause: 'waitingRoom',
    })
  })
})

const government = (year: number) =>
  JSON.stringify(
    holidaysOf(year).map(({ day, name }) => ({
      nombre: name,
      fecha: day,
      tipo: 'Civil',
      irrenunciable: '0',
      comentarios: null,
      leyes: [],
    })),
  )
const boostr = (rows: { date: string; title: string; type?: string; extra?: string }[]) =>
  JSON.stringify({ status: 'success', data: rows })

describe('published holidays', () => {
  test('that say the same agree with our table', async () => {
    const sources = createHolidaySources({ wire: async () => answer(government(2026)) })
    const read = await sources.ofGovernment(2026)
    expect(read.kind === 'ok' ? compareHolidays(2026, read.value) : read).toBeNull()
  })

  test('that differ on a weekday are told, both ways', () => {
    const published = readGovernment(government(2026), 2026) ?? []
    const changed = published
      .filter(({ day }) => day !== '2026-05-21')
      .concat(readBoostr(boostr([{ date: '2026-06-02', title: 'Feriado nuevo' }]), 2026) ?? [])
    expect(compareHolidays(2026, changed)).toEqual({
      onlyPublished: [{ day: '2026-06-02', name: 'Feriado nuevo' }],
      onlyOurs: [{ day: '2026-05-21', name: expect.any(String) }],
    })
  })

  test('of weekends, of a region and of banks change no business day', () => {
    const published = readGovernment(government(2026), 2026) ?? []
    const extra = boostr([
      { date: '2026-04-05', title: 'Domingo de Pascua' },
      { date: '2026-06-08', title: 'Asalto de Arica', type: 'Regional' },
      { date: '2026-08-20', title: 'Natalicio', extra: 'Sólo en las comunas de Chillán' },
      { date: '2026-12-31', title: 'Feriado bancario' },
    ])
    const more = readBoostr(extra, 2026) ?? []
    expect(more.map(({ day }) => day)).toEqual(['2026-04-05'])
    expect(compareHolidays(2026, [...published, ...more])).toBeNull()
  })

  test('of another year, empty or malformed are not believed', async () => {
    for (const text of [
      '[]',
      'x',
      '{}',
      '[{"nombre":"a","fecha":"2025-01-01"}]',
      '[{"nombre":"a"}]',
    ]) {
      expect(readGovernment(text, 2026)).toBeNull()
    }
    expect(readBoostr('{"status":"error","data":[]}', 2026)).toBeNull()
    const sources = createHolidaySources({ wire: async () => answer('x') })
    expect(await sources.ofBoostr(2026)).toMatchObject({ kind: 'portalChanged' })
  })
})
