import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { antonia } from '#simulators/world.ts'
import { at, startTestBench, type Caller, type TestBench } from '../test-bench.ts'

let bench: TestBench
let user: Caller & { facturatorId: number }
beforeEach(async () => {
  bench = await startTestBench()
  user = await bench.connected(antonia)
})
afterEach(() => bench.close())

const RULES = '/billing-sii/invoice-rules/'
const DAY = '2026-11-20'
const RECEIVER = '93939393-5'

async function idOf(reply: Promise<{ status: number; body: unknown }>): Promise<number> {
  const { status, body } = await reply
  if (status >= 300) throw new Error(JSON.stringify(body))
  return Number(at(body, 'id'))
}

/** A boleta of 400.000 pesos on the twentieth. */
async function boletaRule(): Promise<{ rule: number; client: number }> {
  const { body } = await user.call('GET', '/billing-sii/companies/')
  const company = Number(at(body, 0, 'id'))
  const found = await user.call(
    'GET',
    `/billing-sii/companies/${company}/clients/lookup/?rut=${RECEIVER}`,
  )
  const client = Number(at(found.body, 'id'))
  const product = await idOf(
    user.call('POST', '/billing-core/products/', {
      party_id: Number(at(body, 0, 'company_info', 'id')),
      code: '',
      name: 'Diseño de {{mes}}',
      unit_price: 400_000,
      currency: 'CLP',
    }),
  )
  const rule = await idOf(
    user.call('POST', RULES, {
      name: 'Boleta 11-2026',
      facturator_comp: company,
      document_type: '39',
      withholder: 'recipient',
      clients: [
        {
          client,
          client_address_id: at(found.body, 'addresses', 0, 'id'),
          client_activity_id: null,
        },
      ],
      business_day_rule: 'EXACT',
      day_of_month: 20,
      month_offset: 0,
      start_date: '2026-11-10',
      invoice_lines: [{ product_id: product, quantity: 1, price: 400_000, order: 1 }],
      send_email_automatic: false,
    }),
  )
  return { rule, client }
}

function confirm({ rule, client }: { rule: number; client: number }, emission_date = DAY) {
  return user.call('POST', `${RULES}${rule}/preview/sii/`, { client, emission_date })
}

function requestsTo(end: string): number {
  return bench.simulator.admin.requests().filter(({ path }) => path.endsWith(end)).length
}

test("the SII's own figures of a boleta to come, with nothing issued and nothing kept", async () => {
  const rule = await boletaRule()
  const before = bench.simulator.admin.boletas().length
  const figures = { gross: 400_000, retention: 61_000, liquido: 339_000 }
  expect(await confirm(rule)).toEqual({
    status: 200,
    body: { ours: figures, siis: figures, difference: null },
  })
  expect(requestsTo('TMBECN_ConfirmaTimbrajeContrib.cgi')).toBe(1)
  expect(requestsTo('TMBECN_BoletaHonorariosElectronica.cgi')).toBe(0)
  expect(bench.simulator.admin.boletas()).toHaveLength(before)
  const documents = await bench.database.db.selectFrom('document').select('id').execute()
  expect(documents).toEqual([])
})

test('another retention than ours is told as the reason with which it would stop', async () => {
  const rule = await boletaRule()
  bench.simulator.admin.scenarios.set({ name: 'boleta-retention-differs' })
  expect((await confirm(rule)).body).toMatchObject({
    ours: { retention: 61_000 },
    siis: { gross: 400_000 },
    difference: 'retentionDiffers',
  })
})

describe('says plainly why it could not be asked', () => {
  test('a clave that was refused is not tried again', async () => {
    const rule = await boletaRule()
    await bench.database.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
    await bench.database.db
      .updateTable('portal_person')
      .set({ session_organisation_id: null, session_secret_id: null, session_epoch: null })
      .execute()
    const before = requestsTo('CAutInicio.cgi')
    expect(await confirm(rule)).toEqual({
      status: 409,
      body: {
        detail: 'El SII rechazó la clave guardada. Actualízala en Conexiones para continuar.',
      },
    })
    expect(requestsTo('CAutInicio.cgi')).toBe(before)
  })

  test('a portal that is away', async () => {
    const rule = await boletaRule()
    bench.simulator.admin.scenarios.set({ name: 'maintenance' })
    const { status, body } = await confirm(rule)
    expect(status).toBe(503)
    expect(String(at(body, 'detail'))).toMatch(/^El SII está en mantención\./)
  })

  test('a day on which it issues nothing, and a client of another rule', async () => {
    const rule = await boletaRule()
    expect((await confirm(rule, '2026-11-21')).status).toBe(404)
    expect((await confirm({ ...rule, client: rule.client + 1 })).status).toBe(404)
  })
})
