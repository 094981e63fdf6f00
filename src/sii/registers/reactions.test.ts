import { describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { browserBefore, type Reply } from '../http/test-browser.ts'
import { askReactions } from './reactions.ts'
import { createRegisterFacade } from './registers.ts'

const of = { company: rut('76192083-9'), month: month(2026, 10) }

const ok = (data: unknown) =>
  JSON.stringify({ data, metaData: {}, respEstado: { codRespuesta: 0, msgeRespuesta: null } })
const state = (codRespuesta: number, msgeRespuesta = '') =>
  JSON.stringify({ data: null, respEstado: { codRespuesta, msgeRespuesta } })
const token = state(99, 'El token no es valido')

function open(answers: Record<string, Reply>) {
  const { browser, names } = browserBefore((_request, name) =>
    name === '' ? '<html>app</html>' : (answers[name] ?? null),
  )
  const asked = () => names().filter((name) => name !== '')
  return { facade: createRegisterFacade(browser), asked }
}

const row = (changes: object) => ({
  detNroDoc: 41,
  detFecRecepcion: '06/10/2026 10:11:12',
  detFecAcuse: null,
  detFecReclamado: null,
  detEventoReceptor: null,
  detEventoReceptorLeyenda: null,
  ...changes,
})

async function reactionsTo(changes: object) {
  const { facade } = open({ getDetalleVenta: ok([row(changes)]) })
  const answer = await askReactions(facade, of, 33)
  return answer.kind === 'ok' ? answer.value[0]?.reactions : answer
}

describe('the detail of sales', () => {
  test('the detail of sales tells who reacted, how, on which day, and when the SII received it', async () => {
    const claimed = {
      detEventoReceptor: 'RFP',
      detEventoReceptorLeyenda: 'Reclamo por falta parcial',
      detFecReclamado: '08/10/2026 09:00:00',
    }
    const { facade, asked } = open({ getDetalleVenta: ok([row(claimed), row({ detNroDoc: 42 })]) })
    expect(await askReactions(facade, of, 33)).toEqual({
      kind: 'ok',
      value: [
        {
          folio: 41,
          received: '2026-10-06',
          reactions: [
            {
              kind: 'claimed',
              claim: 'partial',
              code: 'RFP',
              text: 'Reclamo por falta parcial',
              day: '2026-10-08',
            },
          ],
        },
        { folio: 42, received: '2026-10-06', reactions: [] },
      ],
    })
    expect(asked()).toEqual(['getDetalleVenta'])
  })

  const codes: [string, string, string, string | null][] = [
    ['ACD', '', 'accepted', null],
    ['A', 'Aceptado', 'accepted', null],
    ['ERM', '', 'receipt', null],
    ['RCD', '', 'claimed', 'content'],
    ['RFT', '', 'claimed', 'total'],
    ['R', 'Reclamo por falta total', 'claimed', 'total'],
    ['R', 'Reclamo al contenido', 'claimed', 'content'],
    ['R', '', 'claimed', null],
    ['P', 'Pagado', 'paid', null],
    ['ZZZ', 'Algo nuevo', 'other', null],
  ]
  test.each(codes)(
    'the detail of sales has %s "%s" for %s (%s)',
    async (code, text, kind, claim) => {
      const told = { detEventoReceptor: code, detEventoReceptorLeyenda: text }
      expect(await reactionsTo(told)).toEqual([{ kind, claim, code, text, day: null }])
    },
  )

  test('the detail of sales tells a claim by its day alone, before an acknowledgement', async () => {
    const days = { detFecAcuse: '07/10/2026', detFecReclamado: '08/10/2026' }
    expect(await reactionsTo(days)).toMatchObject([
      { kind: 'claimed', claim: null, code: '', day: '2026-10-08' },
      { kind: 'receipt', code: '', day: '2026-10-07' },
    ])
  })

  test('the detail of sales tells nothing of a document without event or days', async () => {
    expect(await reactionsTo({ detEventoReceptor: '0' })).toEqual([])
  })
})

const HEADING =
  'Nro;Tipo Doc;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse Recibo;Fecha Reclamo;Monto total'
const exported = ok([
  HEADING,
  '1;33;41;05/10/2026;06/10/2026 10:11:12;;08/10/2026 09:00:00;2380',
  ';;;;;;;',
  '2;61;5;09/10/2026;;;;1190',
])

describe('a detail that is closed', () => {
  test.each([token, null, ok([{ detNroDoc: 'x' }]), ok({ a: 1 })])(
    'gives way to the days of the export',
    async (detail) => {
      const answers = { getDetalleVenta: detail, getDetalleVentaExport: exported }
      const { facade, asked } = open(answers)
      const answer = await askReactions(facade, of, 33)
      // What isn't answered at all is no closed route.
      if (detail === null) return expect(answer.kind).toBe('unavailable')
      expect(answer).toEqual({
        kind: 'ok',
        value: [
          {
            folio: 41,
            received: '2026-10-06',
            reactions: [{ kind: 'claimed', claim: null, code: '', text: '', day: '2026-10-08' }],
          },
        ],
      })
      expect(asked()).toEqual(['getDetalleVenta', 'getDetalleVentaExport'])
    },
  )

  test('a closed detail tells nothing where the export is closed too, or lacks a column', async () => {
    const closed = open({ getDetalleVenta: token, getDetalleVentaExport: token })
    expect(await askReactions(closed.facade, of, 33)).toMatchObject({ kind: 'recaptchaRequired' })
    const heading = HEADING.replace('Fecha Reclamo', 'Otra')
    const changed = open({ getDetalleVenta: token, getDetalleVentaExport: ok([heading]) })
    expect(await askReactions(changed.facade, of, 33)).toMatchObject({ kind: 'portalChanged' })
  })

  test('the export is not asked for when the SII itself has trouble', async () => {
    const { facade, asked } = open({ getDetalleVenta: state(2), getDetalleVentaExport: exported })
    expect((await askReactions(facade, of, 33)).kind).toBe('unavailable')
    expect(asked()).toEqual(['getDetalleVenta'])
  })
})

test('a month without movements has no reactions', async () => {
  const { facade } = open({ getDetalleVenta: state(3) })
  expect(await askReactions(facade, of, 33)).toEqual({ kind: 'ok', value: [] })
})
