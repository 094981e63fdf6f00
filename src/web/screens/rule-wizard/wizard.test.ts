import { describe, expect, it } from 'vitest'
import type {
  Client,
  Company,
  DocumentTemplate,
  EmailAccount,
  Emission,
  Product,
  Rule,
} from '#web/api/queries.ts'
import { lineClp, lineFromProduct } from './line.ts'
import { previewOf } from './preview.ts'
import { DEFAULT_SUBJECT } from '#domain/template.ts'
import { uf } from '#domain/uf.ts'
import { defaultBody } from './mail-template.ts'
import { forecastPayload, hasTotals, orderPayload, rulePayload, startDateOf } from './payload.ts'
import {
  addClient,
  addLine,
  changeLine,
  chooseCompany,
  chooseKind,
  clientGap,
  hasUfLine,
  newWizard,
  pickProduct,
  removeLine,
  wizardFromDocument,
  wizardFromRule,
} from './wizard.ts'
import type { WizardState } from './wizard.ts'
import {
  certificateProblem,
  furthestStep,
  isIssueDay,
  stepProblem,
  stepsFor,
  unaddressedClient,
} from './steps.ts'

const TODAY = '2026-11-21'

const company: Company = {
  id: 7,
  company_info: { id: 70, identifier: '76192083-9', name: 'Comercial Arrayán SpA' },
  addresses: [
    { id: 1, street_and_number: 'Av. Uno 1', commune: 'Providencia', city: 'Santiago' },
    { id: 2, street_and_number: 'Calle Dos 2', commune: 'Viña del Mar', city: '' },
  ],
  activities: [{ id: 11, description: 'Asesorías' }],
  issuer_email: 'ventas@arrayan.cl',
  issues_facturas: true,
  facturator: 1,
}

const client: Client = {
  id: 5,
  label: 'Viña Los Robles',
  rut: '12345678-5',
  client_info: { id: 50, identifier: '12345678-5', name: 'Viña Los Robles' },
  addresses: [
    { id: 21, street_and_number: 'Sin ciudad 1', commune: 'Talca', city: '' },
    { id: 22, street_and_number: 'Con ciudad 2', commune: 'Talca', city: 'Talca' },
  ],
  activities: [{ id: 31, description: 'Vinos' }],
  due_days: null,
}

const pesos: Product = {
  id: 41,
  code: '',
  name: 'Asesoría',
  unit_price: '95000.00',
  currency: 'CLP',
}
const inUf: Product = { id: 42, code: '', name: 'Arriendo', unit_price: '18.5', currency: 'UF' }

const READY = { has_centralized_cert: true, has_cert_password: true, password_state: 'verified' }
const account: EmailAccount = {
  id: 3,
  full_name: '',
  email_address: 'ana@gmail.example',
  provider: 'google',
  signature: '',
  state: 'connected',
  disconnect_reason: null,
  pending: 0,
}
const facts = { company, certificate: READY, accounts: [account] }

function filled(product: Product = pesos): WizardState {
  const started = addClient(chooseCompany(newWizard(TODAY, 'Factura 11-2026'), company), client)
  const state = pickProduct(started, started.lines[0]?.key ?? 0, product)
  return { ...state, kind: 'factura' }
}

describe('the steps', () => {
  it('of a factura ask for the certificate only while it is missing; a boleta has one page', () => {
    const rest = ['issuer', 'clients', 'lines', 'dates', 'email', 'review']
    expect(stepsFor('factura', false)).toEqual(['choose', ...rest])
    expect(stepsFor('factura', true)).toEqual(['choose', 'cert', ...rest])
    expect(stepsFor('boletaHonorarios', true)).toEqual(['choose', 'boleta'])
    for (const change of [{ has_cert_password: false }, { password_state: 'rejected' }]) {
      const certificate = { ...READY, ...change }
      expect(certificateProblem(certificate)).toBe('certPassword')
      expect(stepProblem(filled(), 'choose', { ...facts, certificate })).toBeNull()
    }
  })

  it('begin with a kind, and facturas need a certificate at the SII and a company', () => {
    const certificate = { ...READY, has_centralized_cert: false }
    const boleta = { ...filled(), kind: 'boletaHonorarios' as const }
    expect(stepProblem({ ...filled(), kind: null }, 'choose', facts)).toBe('kindMissing')
    expect(stepProblem(filled(), 'choose', { ...facts, certificate })).toBe('certMissing')
    expect(stepProblem(boleta, 'choose', { ...facts, certificate })).toBeNull()
    const person = { ...company, issues_facturas: false }
    expect(stepProblem(filled(), 'choose', { ...facts, company: person })).toBe(
      'companyWithoutFacturas',
    )
  })

  it('open up to the first that is not complete', () => {
    const steps = stepsFor('factura', false)
    expect(furthestStep(newWizard(TODAY, 'F'), steps, { ...facts, company: undefined })).toBe(0)
    expect(furthestStep({ ...filled(), clients: [] }, steps, facts)).toBe(2)
    expect(furthestStep(filled(), steps, facts)).toBe(6)
    expect(furthestStep({ ...filled(), day: '29' }, steps, facts)).toBe(4)
    expect(furthestStep({ ...filled(), dueDays: '366' }, steps, facts)).toBe(4)
  })
})

describe('who issues', () => {
  const names = { factura: 'Factura 11-2026', boletaHonorarios: 'Boleta 11-2026' }
  const person = { ...company, id: 6, addresses: [], activities: [], issues_facturas: false }
  const second = { ...company, id: 8 }
  const around = { names, companies: [person, company, second] }
  const asPerson = chooseCompany(newWizard(TODAY, names.factura), person)

  it('is the first company with facturas, once one has appeared beside the person', () => {
    const factura = chooseKind(asPerson, 'factura', around)
    expect(factura).toMatchObject({ companyId: 7, addressId: 1, email: 'ventas@arrayan.cl' })
    expect(stepProblem(factura, 'choose', facts)).toBeNull()
    const onSecond = chooseCompany(asPerson, second)
    expect(chooseKind(onSecond, 'factura', around).companyId).toBe(8)
  })

  it('of a boleta is the person, and what hung off the company is cleared', () => {
    const boleta = chooseKind(filled(), 'boletaHonorarios', around)
    expect(boleta).toMatchObject({ companyId: 6, addressId: null, clients: [] })
    expect(chooseKind(asPerson, 'boletaHonorarios', around).companyId).toBe(6)
  })

  it('stays who it is while there is nobody else', () => {
    const alone = { names, companies: [person] }
    expect(chooseKind(asPerson, 'factura', alone).companyId).toBe(6)
    const hired = { names, companies: [company] }
    expect(chooseKind(filled(), 'boletaHonorarios', hired).clients).toHaveLength(1)
  })
})

describe('the mail', () => {
  const sending = { ...filled(), sendsEmail: true, emailAccountId: 3 }
  const addressed = {
    ...sending,
    clients: sending.clients.map((chosen) => ({ ...chosen, emailTo: [9] })),
  }

  it('that goes by itself needs an account that there is, and somebody for every client', () => {
    expect(stepProblem(filled(), 'email', facts)).toBeNull()
    expect(stepProblem({ ...addressed, emailAccountId: null }, 'email', facts)).toBe(
      'accountMissing',
    )
    expect(stepProblem({ ...addressed, emailAccountId: 4 }, 'email', facts)).toBe('accountMissing')
    expect(stepProblem(sending, 'email', facts)).toBe('recipientMissing')
    expect(stepProblem(addressed, 'email', facts)).toBeNull()
  })

  it('has no variable but the four', () => {
    const wrong = { ...addressed, subject: 'Factura {{numero}}' }
    expect(stepProblem(wrong, 'email', facts)).toBe('templateUnknown')
  })

  it('fits in what the server keeps', () => {
    const longest = { ...addressed, subject: 'a'.repeat(300), body: 'a'.repeat(20_000) }
    expect(stepProblem(longest, 'email', facts)).toBeNull()
    const subject = { ...longest, subject: 'a'.repeat(301) }
    expect(stepProblem(subject, 'email', facts)).toBe('subjectTooLong')
    expect(stepProblem({ ...longest, body: 'a'.repeat(20_001) }, 'email', facts)).toBe(
      'bodyTooLong',
    )
    const silent = { ...subject, sendsEmail: false }
    expect(stepProblem(silent, 'email', facts)).toBe('subjectTooLong')
    expect(stepProblem({ ...silent, subject: 'Factura {{numero}}' }, 'email', facts)).toBeNull()
  })

  it('names the account only when it sends, and keeps the texts', () => {
    expect(rulePayload(addressed, 7, TODAY)).toMatchObject({
      send_email_automatic: true,
      email_account: 3,
      email_subject_template: 'Factura {{numero_documento}} – {{Mes}}',
      clients: [{ email_contacts_to: [9] }],
    })
    expect(rulePayload({ ...addressed, sendsEmail: false }, 7, TODAY)).toMatchObject({
      send_email_automatic: false,
      email_account: null,
    })
  })
})

describe('a boleta', () => {
  const names = { factura: 'Factura 11-2026', boletaHonorarios: 'Boleta 11-2026' }
  const around = { names, companies: [company] }
  const boleta = chooseKind(filled(), 'boletaHonorarios', around)

  it('takes its own name and subject, unless somebody wrote another', () => {
    expect(boleta).toMatchObject({
      name: 'Boleta 11-2026',
      subject: 'Boleta {{numero_documento}} – {{Mes}}',
    })
    const mine = { ...filled(), name: 'Mía', subject: 'Hola' }
    const own = chooseKind(mine, 'boletaHonorarios', around)
    expect(own).toMatchObject({ name: 'Mía', subject: 'Hola' })
    expect(chooseKind(boleta, 'factura', around)).toEqual(filled())
  })

  it('needs no city and no activity, but a commune that the SII knows', () => {
    const [chosen] = boleta.clients
    if (chosen === undefined) throw new Error('nobody chosen')
    expect(clientGap({ ...chosen, addressId: 21, activityId: null }, 'boletaHonorarios')).toBeNull()
    const nowhere = { ...client.addresses[0], id: 29, street_and_number: '', city: '' }
    const lost = { ...client, addresses: [{ ...nowhere, commune: 'Macondo' }] }
    expect(clientGap({ ...chosen, client: lost, addressId: 29 }, 'boletaHonorarios')).toBe(
      'address',
    )
  })

  it('has four lines at most, and says who withholds', () => {
    const five = [1, 2, 3, 4].reduce((state) => addLine(state), boleta)
    const lines = five.lines.map((line) => ({ ...line, ...lineFromProduct(pesos) }))
    expect(stepProblem({ ...five, lines }, 'boleta', facts)).toBe('linesInvalid')
    expect(stepProblem({ ...five, lines: lines.slice(1) }, 'boleta', facts)).toBeNull()
    expect(rulePayload({ ...boleta, withholder: 'issuer' }, 7, TODAY)).toMatchObject({
      document_type: '39',
      withholder: 'issuer',
    })
  })

  it('shows its gross, what is withheld and the líquido of its year', () => {
    const emission: Emission = {
      emission_date: '2026-12-05',
      service_month: '2026-12',
      neto: null,
      iva: null,
      total: null,
      uf: null,
    }
    const shown = previewOf(boleta, company, boleta.clients[0], emission)
    expect(shown).toMatchObject({
      kind: 'boleta',
      total: 95_000,
      retention: { amount: 14_488, liquido: 80_512, withholder: 'issuer' },
    })
  })
})

describe('the issuer', () => {
  it('preselects the first address and activity, and clears what hung off the former', () => {
    const changed = chooseCompany(filled(), { ...company, id: 8, addresses: [], activities: [] })
    expect(changed).toMatchObject({ companyId: 8, addressId: null, activityId: null, clients: [] })
    expect(changed.lines).toHaveLength(1)
  })

  it('keeps everything when the same company is chosen again', () => {
    const state = filled()
    expect(chooseCompany(state, company)).toBe(state)
  })

  it('needs a city when its address has none', () => {
    const state = { ...filled(), addressId: 2 }
    expect(stepProblem(state, 'issuer', facts)).toBe('cityMissing')
    expect(stepProblem({ ...state, city: ' Viña del Mar ' }, 'issuer', facts)).toBeNull()
  })

  it.each(['', 'ventas', 'ventas@arrayan', 'a b@c.cl'])('needs an e-mail: %j', (email) => {
    expect(stepProblem({ ...filled(), email }, 'issuer', facts)).toBe('emailInvalid')
  })
})

describe('the clients', () => {
  it('take the first address that has a city', () => {
    expect(filled().clients[0]).toMatchObject({ addressId: 22, activityId: 31 })
  })

  it('are not added twice', () => {
    expect(addClient(filled(), client).clients).toHaveLength(1)
  })

  it('may lack a city, which only warns, but not an address or an activity', () => {
    const [chosen] = filled().clients
    if (chosen === undefined) throw new Error('nobody chosen')
    const without = (change: object) => ({ ...filled(), clients: [{ ...chosen, ...change }] })
    expect(clientGap({ ...chosen, addressId: 21 }, 'factura')).toBe('city')
    expect(stepProblem(without({ addressId: 21 }), 'clients', facts)).toBeNull()
    expect(stepProblem(without({ addressId: null }), 'clients', facts)).toBe('clientIncomplete')
    expect(stepProblem(without({ activityId: null }), 'clients', facts)).toBe('clientIncomplete')
    expect(stepProblem({ ...filled(), clients: [] }, 'clients', facts)).toBe('clientsMissing')
  })
})

describe('the lines', () => {
  it("take the product's price as people write it here", () => {
    expect(filled().lines[0]?.price).toBe('95.000')
    expect(filled(inUf).lines[0]?.price).toBe('18,5')
    expect(hasUfLine(filled(inUf))).toBe(true)
  })

  it.each([
    [{ quantity: '0' }],
    [{ quantity: '' }],
    [{ price: '' }],
    [{ price: '0' }],
    [{ price: '1,5' }],
    [{ price: '1.5' }],
    [{ productId: null }],
  ])('are not complete with %j', (change) => {
    const state = filled()
    const changed = changeLine(state, state.lines[0]?.key ?? 0, change)
    expect(stepProblem(changed, 'lines', facts)).toBe('linesInvalid')
    expect(hasTotals(changed)).toBe(false)
  })

  it('may leave for each month what is not fixed', () => {
    const state = filled()
    const open = changeLine(state, 1, { quantityIsFixed: false, quantity: '' })
    expect(stepProblem(open, 'lines', facts)).toBeNull()
    expect(rulePayload(open, 7, TODAY).invoice_lines[0]).toMatchObject({
      quantity: null,
      quantity_is_fixed: false,
      price: '95000',
    })
  })

  it('have keys of their own and never all go away', () => {
    const two = addLine(filled())
    expect(new Set(two.lines.map(({ key }) => key)).size).toBe(2)
    expect(removeLine(removeLine(two, 1), 2).lines).toHaveLength(1)
  })

  it('round UF to pesos once, half up', () => {
    const line = filled(inUf).lines[0]
    if (line === undefined) throw new Error('no line')
    expect(lineClp({ ...line, quantity: '2' }, uf('39200.15'))).toBe(1_450_406)
    expect(lineClp(line, null)).toBeNull()
  })
})

describe('what is sent', () => {
  it('is the rule in the shape the specification shows', () => {
    expect(rulePayload(filled(inUf), 7, TODAY)).toEqual({
      name: 'Factura 11-2026',
      facturator_comp: 7,
      document_type: '33',
      issuer_address_id: 1,
      issuer_activity_id: 11,
      issuer_email: 'ventas@arrayan.cl',
      clients: [
        {
          client: 5,
          client_address_id: 22,
          client_activity_id: 31,
          contact_name: '',
          contact_rut: '',
          email_contacts_to: [],
          email_contacts_cc: [],
        },
      ],
      business_day_rule: 'EXACT',
      day_of_month: 21,
      month_offset: 0,
      start_date: TODAY,
      catch_up: 'notify',
      needs_approval: false,
      due_days: null,
      send_email_automatic: false,
      email_account: null,
      email_subject_template: DEFAULT_SUBJECT,
      email_body_template: defaultBody(),
      uf_rate_type: 'PREV_MONTH_CLOSE',
      invoice_lines: [
        {
          product_id: 42,
          quantity: '1',
          price: '18.5',
          quantity_is_fixed: true,
          price_is_fixed: true,
          order: 1,
        },
      ],
    })
  })

  it('says the UF rate only when a line is in UF, and the day only when it is fixed', () => {
    const body = rulePayload({ ...filled(), businessDayRule: 'LAST_BUSINESS' }, 7, TODAY)
    expect(body).not.toHaveProperty('uf_rate_type')
    expect(body.day_of_month).toBeNull()
  })

  it('starts today or tomorrow when the first date is today', () => {
    const state = filled()
    expect(startDateOf({ ...state, first: 'today' }, TODAY, true)).toBe('2026-11-21')
    expect(startDateOf({ ...state, first: 'next' }, TODAY, true)).toBe('2026-11-22')
    expect(startDateOf({ ...state, first: 'next' }, '2026-11-30', true)).toBe('2026-12-01')
    expect(startDateOf({ ...state, first: 'next' }, TODAY, false)).toBe(TODAY)
  })

  it('asks for no forecast without a day to count from', () => {
    expect(forecastPayload({ ...filled(), day: '31' }, TODAY, null)).toBeNull()
    expect(forecastPayload(filled(), TODAY, null)?.invoice_lines).toHaveLength(1)
    expect(forecastPayload(addLine(filled()), TODAY, null)?.invoice_lines).toEqual([])
  })
})

describe('editing', () => {
  it('comes back as it was saved', () => {
    const state: WizardState = {
      ...filled(inUf),
      day: '5',
      catchUp: 'issue_today',
      needsApproval: true,
      dueDays: '15',
    }
    const body = rulePayload(state, 7, TODAY)
    const [line] = body.invoice_lines
    const saved: Rule = {
      id: 1,
      name: body.name,
      document_type: 33,
      document_type_name: 'Factura',
      period: 'MONTHLY',
      day_of_month: 5,
      business_day_rule: 'EXACT',
      month_offset: 0,
      start_date: TODAY,
      is_paused: false,
      next_emission_date: null,
      last_emission: null,
      facturator_comp: 7,
      facturator_comp_detail: { id: 7, company_info: company.company_info },
      issuer_address_id: 1,
      issuer_activity_id: 11,
      issuer_email: 'ventas@arrayan.cl',
      clients_detail: [
        {
          client,
          client_address: client.addresses[1] ?? null,
          client_activity: client.activities[0] ?? null,
          contact_name: '',
          contact_rut: '',
          email_contacts_to: [],
          email_contacts_cc: [],
        },
      ],
      invoice_lines_detail: [
        {
          product_id: 42,
          description: 'Arriendo',
          currency: 'UF',
          quantity: String(line?.quantity),
          price: String(line?.price),
          quantity_is_fixed: true,
          price_is_fixed: true,
          order: 1,
        },
      ],
      send_email_automatic: false,
      email_account: null,
      email_subject_template: '',
      email_body_template: '',
      uf_rate_type: 'PREV_MONTH_CLOSE',
      withholder: null,
      catch_up: 'issue_today',
      end_date: null,
      max_emissions: null,
      needs_approval: true,
      due_days: 15,
      readiness: [],
    }
    expect(rulePayload(wizardFromRule(saved, company), 7, TODAY)).toEqual(body)
  })
})

describe('one document', () => {
  const once = { day: null, replaces: null }
  const alone = (): WizardState => ({ ...filled(), once })

  it('has one client: another takes its place', () => {
    const other = { ...client, id: 99 }
    expect(addClient(alone(), other).clients.map((chosen) => chosen.client.id)).toEqual([99])
  })

  it('is ordered with the date that was shown, and nothing of a schedule', () => {
    const body = orderPayload({ ...alone(), once: { day: null, replaces: 5 } }, 7, '2026-11-24')
    expect(body).toMatchObject({ facturator_comp: 7, issue_date: '2026-11-24', replaces: 5 })
    expect(Object.keys(body)).not.toContain('business_day_rule')
    expect(body.clients).toHaveLength(1)
  })

  it('is forecast for its day, or for today', () => {
    expect(forecastPayload(alone(), TODAY, null)).toMatchObject({ issue_date: TODAY })
    const later = { ...alone(), once: { ...once, day: '2026-12-24' } }
    expect(forecastPayload(later, TODAY, null)).toMatchObject({ issue_date: '2026-12-24' })
    expect(forecastPayload(filled(), TODAY, null)).not.toHaveProperty('issue_date')
  })

  const said = (
    clients: DocumentTemplate['content']['clients_detail'] = [],
  ): DocumentTemplate['content'] => {
    return {
      document_type: 33,
      month_offset: 0,
      facturator_comp_detail: { id: 7, company_info: company.company_info },
      issuer_address_id: 1,
      issuer_activity_id: 11,
      issuer_email: 'ventas@arrayan.cl',
      clients_detail: clients,
      invoice_lines_detail: [
        {
          product_id: null,
          code: 'A-7',
          description: 'Asesoría octubre',
          currency: 'UF',
          quantity: '1.5',
          price: '2.25',
          quantity_is_fixed: true,
          price_is_fixed: true,
          order: 1,
        },
      ],
      send_email_automatic: false,
      email_account: null,
      email_subject_template: '',
      email_body_template: '',
      uf_rate_type: 'PREV_MONTH_CLOSE',
      withholder: null,
      due_days: null,
    }
  }
  const repeated = (fresh: WizardState): WizardState => {
    const state = wizardFromDocument(fresh, said(), company)
    return { ...state, clients: filled().clients }
  }

  it('repeats a line that no product stands for with its own words', () => {
    const state = repeated(newWizard(TODAY, '', once))
    expect(stepProblem(state, 'lines', facts)).toBeNull()
    expect(orderPayload(state, 7, TODAY).invoice_lines).toEqual([
      {
        product_id: null,
        own: { name: 'Asesoría octubre', code: 'A-7', currency: 'UF' },
        quantity: '1.5',
        price: '2.25',
        order: 1,
      },
    ])
    expect(forecastPayload(state, TODAY, null)?.invoice_lines).toEqual([
      { quantity: '1.5', price: '2.25', currency: 'UF', product_id: null },
    ])
    const wordless = changeLine(state, 1, { name: ' ' })
    expect(stepProblem(wordless, 'lines', facts)).toBe('linesInvalid')
  })

  it('a repeated document keeps its mail addresses, and a rule made of it does not', () => {
    const detail = {
      client,
      client_address: null,
      client_activity: null,
      contact_name: '',
      contact_rut: '',
      email_contacts_to: [],
      email_contacts_cc: [],
      mailboxes: { to: ['pagos@uno.cl'], cc: ['copia@uno.cl'] },
    }
    const state = wizardFromDocument(newWizard(TODAY, '', once), said([detail]), company)
    expect(unaddressedClient(state)).toBeUndefined()
    expect(orderPayload(state, 7, TODAY).clients).toMatchObject([
      { email_contacts_to: [], mailboxes: detail.mailboxes },
    ])
    const rule = wizardFromDocument(newWizard(TODAY, 'Factura 11-2026'), said([detail]), company)
    expect(unaddressedClient(rule)).toBe(rule.clients[0])
  })

  it('becomes a rule once a product is chosen for each line of own words', () => {
    const state = repeated(newWizard(TODAY, 'Factura 11-2026'))
    expect(state.lines).toMatchObject([
      { productId: null, name: 'Asesoría octubre', price: '2,25' },
    ])
    expect(stepProblem(state, 'lines', facts)).toBe('linesInvalid')
    const chosen = pickProduct(state, 1, inUf)
    expect(rulePayload(chosen, 7, TODAY).invoice_lines).toMatchObject([{ product_id: 42 }])
  })

  it.each([
    ['yesterday', '2026-11-20', false],
    ['today', TODAY, true],
    ['a year ahead', '2027-11-22', true],
    ['later than that', '2027-11-23', false],
    ['no day', '', false],
  ])('%s is a day it may be issued on: %s', (_, day, isRight) => {
    expect(isIssueDay(day, TODAY)).toBe(isRight)
  })
})
