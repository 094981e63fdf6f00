import { describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import type { Reply } from '../http/test-browser.ts'
import { browserBefore, postedTo } from '../http/test-browser.ts'
import { createBoletas } from './boletas.ts'
import { issuedRow, PERSON, reportPage } from './test-boletas.ts'

const NOVEMBER = month(2026, 11)

function listing(reply: (page: number) => Reply) {
  const { browser, asked } = browserBefore((request) => {
    const number = new URLSearchParams(request.body ?? '').get('pagina_solicitada')
    return reply(Number(number))
  })
  return { boletas: createBoletas(browser, PERSON, 1000), asked }
}

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => issuedRow(from + index))

describe('the month’s boletas', () => {
  test('are asked for by month, year and page', async () => {
    const { boletas, asked } = listing(() => reportPage(rows(1, 1)))
    await boletas.issued(NOVEMBER)
    expect(postedTo(asked, 'TMBCOC_InformeMensualBhe.cgi')).toEqual({
      rut_arrastre: '11111111',
      dv_arrastre: '1',
      pagina_solicitada: '0',
      cbmesinformemensual: '11',
      cbanoinformemensual: '2026',
    })
  })

  test('are read whole, who withholds and what was annulled too', async () => {
    const page = reportPage([
      issuedRow(340),
      issuedRow(341, { retencion_emisor: '15.250', retencion_receptor: '' }),
      issuedRow(342, { estado: 'S', fechaanulacion: '21/11/2026' }),
      issuedRow(343, { estado: 'A' }),
      issuedRow(344, { fechaanulacion: '21/11/2026' }),
      issuedRow(345, { rutreceptor: '0', dvreceptor: '0' }),
    ])
    const answer = await listing(() => page).boletas.issued(NOVEMBER)
    expect(answer).toMatchObject({
      kind: 'ok',
      value: [
        {
          folio: 340,
          issueDate: '2026-11-20',
          recipient: '76192083-9',
          recipientName: 'CLIENTE UNO SPA',
          grossClp: 100_000,
          withholder: 'recipient',
          retentionClp: 15_250,
          liquidoClp: 84_750,
          annulled: null,
          barCode: '111111110003400A1B2C',
        },
        { withholder: 'issuer', retentionClp: 15_250 },
        { annulled: { on: '2026-11-21' } },
        { annulled: { on: null } },
        { annulled: { on: '2026-11-21' } },
        { recipient: null },
      ],
    })
  })

  test('received have their issuer', async () => {
    const row = {
      ...issuedRow(7, { retencion_receptor: '0', honorariosliquidos: '100.000' }),
      rutemisor: '15151515',
      dvemisor: '0',
      nombre_emisor: 'ANA',
    }
    const { boletas, asked } = listing(() => reportPage([row]))
    expect(await boletas.received(NOVEMBER)).toMatchObject({
      value: [{ folio: 7, issuer: '15151515-0', issuerName: 'ANA', retentionClp: 0 }],
    })
    expect(asked[0]?.url).toContain('TMBCOC_InformeMensualBheRec.cgi')
  })

  test('are none in a month without any', async () => {
    const { boletas } = listing(() => reportPage([]))
    expect(await boletas.issued(NOVEMBER)).toEqual({ kind: 'ok', value: [] })
  })

  test.each([100, 101, 250])('on several pages are read whole: %d', async (count) => {
    const { boletas, asked } = listing((page) =>
      reportPage(rows(1 + page * 100, Math.min(100, Math.max(0, count - page * 100))), {
        total: count,
      }),
    )
    const answer = await boletas.issued(NOVEMBER)
    expect(answer.kind === 'ok' ? answer.value.length : answer).toBe(count)
    expect(asked).toHaveLength(Math.ceil(count / 100))
  })

  test('are read whole where the first page is called 1', async () => {
    const { boletas } = listing((page) =>
      reportPage(page < 2 ? rows(1, 100) : rows(101, 50), { total: 150 }),
    )
    const answer = await boletas.issued(NOVEMBER)
    expect(answer.kind === 'ok' ? answer.value.length : answer).toBe(150)
  })

  test('with a page that only repeats are not taken for whole', async () => {
    const { boletas } = listing(() => reportPage(rows(1, 100), { total: 150 }))
    expect(await boletas.issued(NOVEMBER)).toMatchObject({ kind: 'portalChanged' })
  })

  test('without a count end with a page that is not full or brings nothing new', async () => {
    const short = listing(() => reportPage(rows(1, 30), { total: null }))
    expect(await short.boletas.issued(NOVEMBER)).toMatchObject({ kind: 'ok' })
    const full = listing(() => reportPage(rows(1, 100), { total: null }))
    expect(await full.boletas.issued(NOVEMBER)).toMatchObject({ kind: 'ok' })
    expect(full.asked).toHaveLength(3)
  })

  test('are asked on when the count may leave the annulled out', async () => {
    const first = [...rows(1, 99), issuedRow(100, { estado: 'S' })]
    const { boletas } = listing((page) =>
      reportPage(page === 0 ? first : page === 1 ? rows(101, 1) : [], { total: 100 }),
    )
    const answer = await boletas.issued(NOVEMBER)
    expect(answer.kind === 'ok' ? answer.value.length : answer).toBe(101)
  })

  test('never end when every page brings more: there is a limit', async () => {
    const { boletas, asked } = listing((page) =>
      reportPage(rows(1 + page * 100, 100), { total: 999_999 }),
    )
    expect(await boletas.issued(NOVEMBER)).toMatchObject({ kind: 'portalChanged' })
    expect(asked.length).toBeLessThanOrEqual(60)
  })
})

describe('a report is a failure', () => {
  const pages: [string, Reply, string][] = [
    ['without its year', '<script>var xml_values = new Array();</script>', 'unavailable'],
    ['of an error', '<p>Error TMB020a</p>', 'unavailable'],
    ['of another month', reportPage([], { month: '10' }), 'portalChanged'],
    ['of another year', reportPage([], { year: '2025' }), 'portalChanged'],
    ['with a row without number', reportPage([issuedRow(1, { nroboleta: '' })]), 'portalChanged'],
    ['with a row without date', reportPage([issuedRow(1, { fecha_boleta: '' })]), 'portalChanged'],
    [
      'with an amount in words',
      reportPage([issuedRow(1, { totalhonorarios: 'mil' })]),
      'portalChanged',
    ],
    ['with a wrong RUT', reportPage([issuedRow(1, { dvreceptor: '8' })]), 'portalChanged'],
    ['that is the login page', '<title>Autenticaci&oacute;n</title>', 'sessionExpired'],
    ['that never came', null, 'unavailable'],
    ['with an error’s status', { status: 500, body: reportPage([]) }, 'unavailable'],
  ]
  test.each(pages)('%s', async (_, page, kind) => {
    expect(await listing(() => page).boletas.issued(NOVEMBER)).toMatchObject({ kind })
  })

  test('whole when one of its pages is', async () => {
    const { boletas } = listing((page) =>
      page === 0 ? reportPage(rows(1, 100), { total: 150 }) : null,
    )
    expect(await boletas.issued(NOVEMBER)).toMatchObject({ kind: 'unavailable' })
  })
})
