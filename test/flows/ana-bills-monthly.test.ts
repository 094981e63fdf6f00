import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyXml } from '#dte/verify.ts'
import * as contract from '#contract/index.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { openStreet, type Street } from './street.ts'

let street: Street

// Friday 27 November 2026, 12:00 in Chile: three days before the rule's day.
beforeEach(async () => {
  street = await openStreet('2026-11-27T15:00:00Z')
})
afterEach(async () => {
  await street.close()
})

const email = 'ana.munoz@empresa.example'
const password = 'Cuncuna-43-verde'

/** From nothing to an account that acts at the SII. */
async function settleIn(): Promise<string> {
  const { ask } = street
  await ask(null, { path: '/auth/users/', body: { email, password, re_password: password } })
  await ask(null, { path: '/auth/users/activation/', body: await street.activationLink(email) })
  const access = await logIn()
  const typed = { rut: '15.151.515-0', password: ana.clave }
  await ask(access, { path: '/billing-sii/credentials/', body: typed })
  const { active } = contract.listFacturators.reply.parse(
    await ask(access, { path: '/billing-core/facturators/' }),
  )
  await ask(access, {
    method: 'PUT',
    path: `/billing-sii/facturators/${active?.id}/certificate/`,
    body: { certificate_password: ana.certificatePassword },
  })
  return access
}

async function logIn(): Promise<string> {
  const login = await street.ask(null, { path: '/auth/jwt/create/', body: { email, password } })
  return contract.createToken.reply.parse(login).access
}

/** The specification's write payload, field by field. */
async function writeRule(access: string): Promise<void> {
  const { ask } = street
  const [company] = contract.listCompanies.reply.parse(
    await ask(access, { path: '/billing-sii/companies/' }),
  )
  const [address] = company?.addresses ?? []
  await ask(access, {
    method: 'PATCH',
    path: `/billing-sii/issuers-addresses/${address?.id}/`,
    body: { city: 'SANTIAGO' },
  })
  const client = contract.lookUpClient.reply.parse(
    await ask(access, {
      path: `/billing-sii/companies/${company?.id}/clients/lookup/?rut=90.909.090-3`,
    }),
  )
  const product = contract.createProduct.reply.parse(
    await ask(access, {
      path: '/billing-core/products/',
      body: {
        party_id: company?.id,
        code: 'AS',
        name: 'Asesoría de {{Mes}}',
        unit_price: '12.5',
        currency: 'UF',
      },
    }),
  )
  await ask(access, {
    path: '/billing-sii/invoice-rules/',
    body: {
      name: 'Factura 11-2026',
      facturator_comp: company?.id,
      document_type: '33',
      issuer_address_id: address?.id,
      issuer_activity_id: company?.activities[0]?.id,
      issuer_email: 'facturas@penamunoz.example',
      clients: [
        {
          client: client.id,
          client_address_id: client.addresses[0]?.id,
          client_activity_id: client.activities[0]?.id,
          contact_name: '',
          contact_rut: '',
          email_contacts_to: [],
          email_contacts_cc: [],
        },
      ],
      day_of_month: null,
      business_day_rule: 'LAST_BUSINESS',
      month_offset: 0,
      start_date: '2026-11-27',
      uf_rate_type: 'PREV_MONTH_CLOSE',
      invoice_lines: [
        {
          product_id: product.id,
          quantity: 1,
          price: 12.5,
          quantity_is_fixed: true,
          price_is_fixed: true,
          order: 1,
        },
      ],
      send_email_automatic: false,
      email_subject_template: 'Factura {{numero_documento}} – {{Mes}}',
      email_body_template: '',
    },
  })
}

/** Days later the session is over: she logs in again and looks. */
async function documents() {
  const list = await street.ask(await logIn(), { path: '/documents/' })
  return contract.listDocuments.reply.parse(list).documents
}

function atSii() {
  return street.simulator.admin
    .ledger()
    .filter(({ issuerRut, timesAsked }) => issuerRut === asesoriasPenaMunoz.rut && timesAsked > 0)
}

const TWO_WEEKDAYS_AND_A_WEEKEND = 4 * 24 * 60

test('from registering to a filed factura, by the public API alone', async () => {
  const access = await settleIn()
  await writeRule(access)
  await street.live(street.worker('w1'), TWO_WEEKDAYS_AND_A_WEEKEND, 30)
  const [document, ...others] = await documents()
  expect(others).toEqual([])
  const uf = await street.app.database.db
    .selectFrom('uf_value')
    .select('value')
    .where('day', '=', '2026-10-31')
    .executeTakeFirstOrThrow()
  const neto = Math.round((Number(uf.value) * 100 * 125) / 1000)
  expect(document).toMatchObject({
    state: 'issued',
    emission_date: '2026-11-30',
    neto,
    total: neto + Math.round((neto * 19) / 100),
    has_pdf: true,
    has_xml: true,
  })
  expect(atSii()).toEqual([expect.objectContaining({ folio: document?.folio, timesAsked: 1 })])

  const later = await logIn()
  const file = (kind: string) =>
    street.app.server.inject({
      url: `/api/documents/${document?.id}/files/${kind}/`,
      headers: { authorization: `Bearer ${later}` },
    })
  const xml = (await file('xml')).rawPayload
  const authority = street.simulator.admin.authority()
  const keys = new Map([[authority.idk, authority.publicKey]])
  const verified = verifyXml(xml, { extraSiiKeys: keys })
  expect(verified).toMatchObject({ kind: 'read', ok: true })
  expect(xml.toString('latin1')).toContain('Asesoría de Noviembre')
  expect((await file('pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('run twice, planned twice, the worker killed after sending: still one', async () => {
  const access = await settleIn()
  await writeRule(access)
  await street.live(street.worker('w1', 'afterSend'), TWO_WEEKDAYS_AND_A_WEEKEND, 30)
  expect(await documents()).toMatchObject([{ state: 'issuing', folio: null }])
  await street.app.database.db
    .updateTable('invoice_rule')
    .set({ next_emission_day: '2026-11-30' })
    .execute()
  const [two, three] = [street.worker('w2'), street.worker('w3')]
  await street.live(two, 60, 5)
  await street.live(three, 120, 5)
  const [document, ...others] = await documents()
  expect(others).toEqual([])
  expect(document).toMatchObject({ state: 'issued', has_xml: true })
  expect(atSii()).toEqual([expect.objectContaining({ folio: document?.folio, timesAsked: 1 })])
})

test('each month it bills again, on its last business day, with its own UF, and waits for one unknown', async () => {
  const access = await settleIn()
  await writeRule(access)
  await street.live(street.worker('w1'), 63 * 24 * 60, 60)
  // The UF of 31 December was published after the table was last read: January waits for it.
  const list = await documents()
  expect(list.map(({ emission_date, state, reason }) => [emission_date, state, reason])).toEqual([
    ['2027-01-29', 'planned', 'ufMissing'],
    ['2026-12-31', 'issued', null],
    ['2026-11-30', 'issued', null],
  ])
  expect(list[1]?.neto).not.toBe(list[2]?.neto)
  expect(atSii()).toHaveLength(2)
})
