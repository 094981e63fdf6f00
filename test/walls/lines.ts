import { LEGAL_VERSION } from '#domain/legal.ts'
import { TEST_PASSWORD } from '#server/test-app.ts'
import type { CallName } from '#server/http/handler.ts'
import type { Ids } from './tenants.ts'

export interface Request {
  path: string
  body?: unknown
}

/** One place of a call where the id of a row is written. */
export interface Aim {
  of: keyof Ids
  /** What an id that is not the caller's answers, whoever's it is. */
  refused: number[]
  /** What an id that is none answers. */
  malformed: number[]
  /** `theirs`: for a call that names two rows, to aim at both of another's. */
  request(id: number | string, own: Ids, theirs: Ids): Request
}

export type Line =
  /** Asks for no session. */
  | { kind: 'public' }
  /** Names no row: answers about the caller's own organisation. */
  | { kind: 'own'; works: number[]; request(own: Ids): Request }
  | {
      kind: 'aimed'
      works: number[]
      aims: Aim[]
      /** The user's own, whom the code asks for beside the organisation: that wall alone keeps others out. */
      ofUser?: true
      /** Answers only where payments are simulated: in these tests it is absent for everybody. */
      ofDemonstration?: true
    }

/** The SII is away in these tests: a call that went so far as to ask it answers this. */
const ASKED_THE_SII = 503

function inPath(of: keyof Ids, path: (id: number | string) => string, body?: unknown): Aim {
  const request = (id: number | string) => ({
    path: path(id),
    ...(body === undefined ? {} : { body }),
  })
  return { of, refused: [404], malformed: [404], request }
}

function inQuery(of: keyof Ids, path: (id: number | string) => string, refused = 404): Aim {
  const request = (id: number | string) => ({ path: path(id) })
  return { of, refused: [refused], malformed: [400], request }
}

function inBody(
  of: keyof Ids,
  path: (own: Ids) => string,
  body: (id: number | string, own: Ids) => unknown,
  refused = 400,
): Aim {
  const request = (id: number | string, own: Ids) => ({ path: path(own), body: body(id, own) })
  return { of, refused: [refused], malformed: [400], request }
}

const RULES = '/billing-sii/invoice-rules/'
const CONTACTS = '/billing-sii/clients-contacts/'
const PRODUCTS = '/billing-core/products/'
const STOPS = '/billing-scheduler/stops/'
const ACCOUNTS = '/mailer/email-accounts/'
const SESSIONS = '/auth/sessions/'
const SECOND_FACTOR = '/auth/second-factor/'
const CREDENTIALS = '/billing-sii/credentials/'

function ruleOf(own: Ids, changed: object = {}): object {
  return {
    name: 'Factura 11-2026',
    facturator_comp: own.company,
    document_type: '33',
    issuer_address_id: own.issuerAddress,
    issuer_activity_id: own.issuerActivity,
    clients: [clientOf(own)],
    business_day_rule: 'LAST_DAY',
    start_date: '2026-11-05',
    invoice_lines: [lineOf(own.product)],
    ...changed,
  }
}

function clientOf(own: Ids, changed: object = {}): object {
  return {
    client: own.client,
    client_address_id: own.clientAddress,
    client_activity_id: own.clientActivity,
    email_contacts_to: [own.contact],
    ...changed,
  }
}

function lineOf(product: number | string): object {
  return { product_id: product, quantity: 1, price: 1000, order: 1 }
}

function atOnce(path: string, more: object): Aim {
  return inBody(
    'rule',
    () => `${RULES}${path}`,
    (id) => ({ rules: [id], change: { kind: 'resume' }, ...more }),
    404,
  )
}

function ofMovement(action: string, body: (own: Ids) => object | undefined = () => undefined): Aim {
  return {
    of: 'movement',
    refused: [404],
    malformed: [404],
    request: (id, own) => {
      const sent = body(own)
      return {
        path: `/payments/movements/${id}/${action}/`,
        ...(sent === undefined ? {} : { body: sent }),
      }
    },
  }
}

/** A row that the body of a movement's call names. */
function inMovement(
  of: keyof Ids,
  action: string,
  body: (id: number | string, own: Ids) => unknown,
): Aim {
  return inBody(of, (own) => `/payments/movements/${own.movement}/${action}/`, body)
}

/** A document that is ordered alone, on a day ahead. */
function documentOf(own: Ids, changed: object = {}): object {
  return {
    facturator_comp: own.company,
    document_type: '33',
    issuer_address_id: own.issuerAddress,
    issuer_activity_id: own.issuerActivity,
    clients: [clientOf(own)],
    invoice_lines: [lineOf(own.product)],
    issue_date: '2026-11-20',
    ...changed,
  }
}

/** Every place of the payload of a rule, or of one document, where a row is named. */
function ruleAims(path: (own: Ids) => string, said = ruleOf): Aim[] {
  const written = (of: keyof Ids, change: (id: number | string, own: Ids) => object) =>
    inBody(of, path, (id, own) => said(own, change(id, own)))
  const ofClient = (of: keyof Ids, change: (id: number | string) => object) =>
    written(of, (id, own) => ({ clients: [clientOf(own, change(id))] }))
  return [
    written('company', (id) => ({ facturator_comp: id })),
    written('emailAccount', (id) => ({ email_account: id })),
    written('issuerAddress', (id) => ({ issuer_address_id: id })),
    written('issuerActivity', (id) => ({ issuer_activity_id: id })),
    written('product', (id) => ({ invoice_lines: [lineOf(id)] })),
    ofClient('client', (id) => ({ client: id })),
    ofClient('clientAddress', (id) => ({ client_address_id: id })),
    ofClient('clientActivity', (id) => ({ client_activity_id: id })),
    ofClient('contact', (id) => ({ email_contacts_to: [id] })),
    ofClient('contact', (id) => ({ email_contacts_cc: [id] })),
  ]
}

/** The month of the emission that every tenant's rule has next. */
function monthPath(rule: number | string): string {
  return `${RULES}${rule}/monthly-values/2026-11/`
}

/** One that nothing was planned for yet. */
function ruleMonthPath(rule: number | string): string {
  return `${RULES}${rule}/months/2026-12/`
}

function monthOf(client: number | string): object {
  return { values: [{ client, order: 1, quantity: '2.5' }] }
}

function action(name: string, body?: unknown): Aim {
  return inPath('document', (id) => `/documents/${id}/${name}/`, body)
}

/** A row of a document, of the caller's and of its own. */
function ofDocument(
  of: keyof Ids,
  path: (id: number | string, document: number) => string,
  body: (id: number | string) => object | undefined = () => undefined,
  malformed = 404,
): Aim[] {
  const to = (id: number | string, document: number) => {
    const sent = body(id)
    return { path: path(id, document), ...(sent === undefined ? {} : { body: sent }) }
  }
  return [
    { of, refused: [404, 400], malformed: [malformed], request: (id, own) => to(id, own.document) },
    {
      of,
      refused: [404],
      malformed: [malformed],
      request: (id, _own, theirs) => to(id, theirs.document),
    },
  ]
}

const MONEY = { day: '2026-11-04', amount: 500, way: 'transfer' }

/** What each call answers, to whom. In the order in which an owner's own calls are then made. */
export const lines: Record<
  | CallName
  | 'file'
  | 'voucher'
  | 'receipt'
  | 'ownData'
  | 'analyticsReport'
  | 'chargesReport'
  | 'uploadTemplate'
  | 'uploadAnnotated'
  | 'exportedClients',
  Line
> = {
  register: { kind: 'public' },
  activate: { kind: 'public' },
  resendActivation: { kind: 'public' },
  forgotPassword: { kind: 'public' },
  resetPassword: { kind: 'public' },
  confirmPasswordReset: { kind: 'public' },
  // The links are the permission; tried in the tests of changing the address.
  confirmEmailChange: { kind: 'public' },
  undoEmailChange: { kind: 'public' },
  createToken: { kind: 'public' },
  refreshToken: { kind: 'public' },
  verifyToken: { kind: 'public' },
  readInstallation: { kind: 'public' },
  sendContactMessage: { kind: 'public' },
  // The address is the permission; tried in the tests of sharing.
  readSharedDocument: { kind: 'public' },
  declareTransfer: { kind: 'public' },
  startPayment: { kind: 'public' },
  // The order's random name is the permission; tried in the tests of returning.
  readReturnedPayment: { kind: 'public' },
  // Beside the address, the browser's cookie is; tried in the tests of paying together.
  listPayerAddresses: { kind: 'public' },
  askPayerCode: { kind: 'public' },
  readPayerAccess: { kind: 'public' },
  openPayerAccess: { kind: 'public' },
  startJointPayment: { kind: 'public' },
  declareJointTransfer: { kind: 'public' },
  noteSharedView: { kind: 'public' },

  readMe: { kind: 'own', works: [200], request: () => ({ path: '/auth/users/me/' }) },
  readTerms: { kind: 'own', works: [200], request: () => ({ path: '/auth/terms/' }) },
  acceptTerms: {
    kind: 'own',
    works: [204],
    request: () => ({ path: '/auth/terms/', body: { version: LEGAL_VERSION } }),
  },
  readEmailChange: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/auth/users/set_email/' }),
  },
  changeEmail: {
    kind: 'own',
    works: [204],
    request: () => ({
      path: '/auth/users/set_email/',
      body: { new_email: 'otra@folio.example', current_password: TEST_PASSWORD },
    }),
  },
  cancelEmailChange: {
    kind: 'own',
    works: [204],
    request: () => ({ path: '/auth/users/set_email/' }),
  },
  readBlocking: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/auth/account/blocking/' }),
  },
  blockData: {
    kind: 'own',
    works: [204],
    request: () => ({ path: '/auth/account/blocking/', body: { password: TEST_PASSWORD } }),
  },
  unblockData: {
    kind: 'own',
    works: [204],
    request: () => ({ path: '/auth/account/blocking/' }),
  },
  listAuditEvents: { kind: 'own', works: [200], request: () => ({ path: '/audit-events/' }) },
  listFacturators: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/billing-core/facturators/' }),
  },
  activateFacturator: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'facturator',
        () => '/billing-core/facturators/active/',
        (id) => ({ type: 'sii', id }),
        404,
      ),
    ],
  },
  createCredentials: {
    kind: 'own',
    works: [ASKED_THE_SII],
    request: () => ({ path: CREDENTIALS, body: { rut: '15.151.515-0', password: 'x' } }),
  },
  readCredentials: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('facturator', (id) => `${CREDENTIALS}${id}/`)],
  },
  changeCredentials: {
    kind: 'aimed',
    works: [ASKED_THE_SII],
    aims: [inPath('facturator', (id) => `${CREDENTIALS}${id}/`, { password: 'x' })],
  },
  testCredentials: {
    kind: 'aimed',
    works: [ASKED_THE_SII],
    aims: [inPath('facturator', (id) => `${CREDENTIALS}${id}/test/`)],
  },
  readCertificate: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('facturator', (id) => `/billing-sii/facturators/${id}/certificate/`)],
  },
  saveCertificatePassword: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('facturator', (id) => `/billing-sii/facturators/${id}/certificate/`, {
        certificate_password: 'x',
      }),
    ],
  },

  listCompanies: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/billing-sii/companies/' }),
  },
  readAnalytics: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/billing-sii/companies/${id}/analytics/`)],
  },
  readRegistersAgain: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('company', (id) => `/billing-sii/companies/${id}/analytics/read-again/`)],
  },
  listClients: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/billing-sii/companies/${id}/clients/`)],
  },
  createClient: {
    kind: 'aimed',
    works: [201],
    aims: [
      inPath('company', (id) => `/billing-sii/companies/${id}/clients/`, {
        rut: '11.111.111-1',
        name: 'Persona Nueva',
      }),
    ],
  },
  changeClient: {
    kind: 'aimed',
    works: [200],
    aims: [
      {
        of: 'client',
        refused: [404],
        malformed: [404],
        request: (id, own) => ({
          path: `/billing-sii/companies/${own.company}/clients/${id}/`,
          body: { name: 'Otro Nombre' },
        }),
      },
      {
        of: 'company',
        refused: [404],
        malformed: [404],
        request: (id, _own, theirs) => ({
          path: `/billing-sii/companies/${id}/clients/${theirs.client}/`,
          body: { name: 'Otro Nombre' },
        }),
      },
    ],
  },
  // A rule made before names it, which its owner alone is told.
  deleteClient: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('client', (id) => `/directory/clients/${id}/`)],
  },
  lookUpClient: {
    kind: 'aimed',
    works: [ASKED_THE_SII],
    aims: [
      inPath('company', (id) => `/billing-sii/companies/${id}/clients/lookup/?rut=60.803.000-K`),
    ],
  },
  readClientInfo: {
    kind: 'aimed',
    works: [200],
    aims: [
      {
        of: 'company',
        refused: [404],
        malformed: [404],
        request: (id, own) => ({
          path: `/billing-sii/companies/${id}/client_info/${own.client}/`,
        }),
      },
      {
        of: 'company',
        refused: [404],
        malformed: [404],
        request: (id, _own, theirs) => ({
          path: `/billing-sii/companies/${id}/client_info/${theirs.client}/`,
        }),
      },
      {
        of: 'client',
        refused: [404],
        malformed: [404],
        request: (id, own) => ({
          path: `/billing-sii/companies/${own.company}/client_info/${id}/`,
        }),
      },
    ],
  },
  changeIssuerAddress: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('issuerAddress', (id) => `/billing-sii/issuers-addresses/${id}/`, { city: 'ARICA' }),
    ],
  },
  changeClientAddress: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('clientAddress', (id) => `/billing-sii/clients-addresses/${id}/`, { city: 'ARICA' }),
    ],
  },
  createClientAddress: {
    kind: 'aimed',
    works: [201],
    aims: [
      inBody(
        'client',
        () => '/billing-sii/clients-addresses/',
        (client) => ({ client, street_and_number: 'OTRA 12', commune: 'ARICA' }),
      ),
    ],
  },
  createClientActivity: {
    kind: 'aimed',
    works: [201],
    aims: [
      inBody(
        'client',
        () => '/billing-sii/clients-activities/',
        (client) => ({ client, description: 'OTRO GIRO' }),
      ),
    ],
  },
  listContacts: {
    kind: 'aimed',
    works: [200],
    aims: [inQuery('client', (id) => `/billing-sii/clients-contacts/?client=${id}`)],
  },
  createContact: {
    kind: 'aimed',
    works: [201],
    aims: [
      inBody(
        'client',
        () => '/billing-sii/clients-contacts/',
        (client) => ({
          client,
          contact: { first_name: 'Eva', email: 'eva@folio.example', gender: 'F' },
        }),
      ),
    ],
  },
  changeContact: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('contact', (id) => `${CONTACTS}${id}/`, { contact: { role: 'Jefa' } })],
  },
  listProducts: {
    kind: 'aimed',
    works: [200],
    aims: [inQuery('company', (id) => `/billing-core/products/?company=${id}`)],
  },
  listDirectoryClients: {
    kind: 'aimed',
    works: [200],
    aims: [inQuery('company', (id) => `/directory/clients/?company=${id}`)],
  },
  readDirectoryClient: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('client', (id) => `/directory/clients/${id}/`)],
  },
  listDirectoryProducts: {
    kind: 'aimed',
    works: [200],
    aims: [inQuery('company', (id) => `/directory/products/?company=${id}`)],
  },
  readDirectoryProduct: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('product', (id) => `/directory/products/${id}/`)],
  },
  // What was seen is another product's: the owner's own is refused as one that has changed.
  changeProductPrice: {
    kind: 'aimed',
    works: [409],
    aims: [
      inPath('product', (id) => `/directory/products/${id}/price/`, {
        unit_price: '2000',
        seen: 'x',
        rules: [],
      }),
    ],
  },
  exportedClients: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/directory/companies/${id}/clients/export/`)],
  },
  createProduct: {
    kind: 'aimed',
    works: [201],
    aims: [
      inBody(
        'company',
        () => '/billing-core/products/',
        (id) => ({ party_id: id, name: 'Otro', unit_price: '1000' }),
      ),
    ],
  },
  changeProduct: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('product', (id) => `${PRODUCTS}${id}/`, { code: 'B-2' })],
  },

  listRules: { kind: 'own', works: [200], request: () => ({ path: RULES }) },
  listActiveRules: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/billing-scheduler/rules/active/' }),
  },
  forecastRule: {
    kind: 'aimed',
    works: [200],
    aims: [
      {
        of: 'rule',
        refused: [404],
        malformed: [400],
        request: (id) => ({
          path: `${RULES}forecast/`,
          body: {
            business_day_rule: 'LAST_DAY',
            start_date: '2026-11-05',
            invoice_lines: [{ quantity: 1, price: 1000, currency: 'CLP' }],
            rule: id,
          },
        }),
      },
    ],
  },
  listMonthlyTasks: {
    kind: 'aimed',
    works: [200],
    // A filter, not an address: nothing is of a rule that isn't there.
    aims: [inQuery('rule', (id) => `/billing-sii/monthly-values/?rule=${id}`, 200)],
  },
  saveMonthlyValues: {
    kind: 'aimed',
    works: [200],
    aims: [
      {
        of: 'rule',
        refused: [404],
        malformed: [404],
        request: (id, own) => ({ path: monthPath(id), body: monthOf(own.client) }),
      },
      inBody(
        'client',
        (own) => monthPath(own.rule),
        (client) => monthOf(client),
      ),
    ],
  },
  listRuleMonths: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('rule', (id) => `${RULES}${id}/months/`)],
  },
  changeRuleMonth: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('rule', (id) => ruleMonthPath(id), { change: 'skip' })],
  },
  restoreRuleMonth: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('rule', (id) => ruleMonthPath(id))],
  },
  issueRuleMonthNow: {
    kind: 'aimed',
    // The month that the tenants' rules have planned already.
    works: [200, 409],
    aims: [inPath('rule', (id) => `${RULES}${id}/months/2026-11/issue-now/`)],
  },
  stopIssuing: {
    kind: 'own',
    works: [200],
    request: () => ({ path: STOPS }),
  },
  stopCompany: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `${STOPS}${id}/`)],
  },
  readStops: { kind: 'own', works: [200], request: () => ({ path: STOPS }) },
  releaseCompany: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `${STOPS}${id}/`)],
  },
  releaseIssuing: {
    kind: 'own',
    works: [200],
    request: () => ({ path: STOPS }),
  },
  approveRun: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('run', (id) => `/billing-scheduler/runs/${id}/approve/`)],
  },
  readThisMonth: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/billing-scheduler/this-month/' }),
  },
  listAttention: { kind: 'own', works: [200], request: () => ({ path: '/attention/' }) },
  previewRule: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('rule', (id) => `${RULES}${id}/preview/`),
      {
        of: 'client',
        refused: [404],
        malformed: [400],
        request: (id, own) => ({ path: `${RULES}${own.rule}/preview/?client=${id}` }),
      },
    ],
  },
  confirmPreview: {
    kind: 'aimed',
    // One that still lacks its quantity.
    works: [409],
    aims: [
      {
        of: 'rule',
        refused: [404],
        malformed: [404],
        request: (id, own) => ({
          path: `${RULES}${id}/preview/sii/`,
          body: { client: own.client, emission_date: '2027-01-31' },
        }),
      },
      {
        of: 'client',
        refused: [404],
        malformed: [400],
        request: (id, own) => ({
          path: `${RULES}${own.rule}/preview/sii/`,
          body: { client: id, emission_date: '2027-01-31' },
        }),
      },
    ],
  },
  readMissedMonths: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('rule', (id) => `${RULES}${id}/missed/`)],
  },
  previewDecision: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'document',
        () => '/documents/at-once/preview/',
        (id) => ({ documents: [id], decision: 'skip' }),
        404,
      ),
    ],
  },
  decideTogether: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'document',
        () => '/documents/at-once/',
        (id) => ({ documents: [{ document: id }], decision: 'skip' }),
        404,
      ),
    ],
  },
  listReturnedMails: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/deliveries/returned/' }),
  },
  decideReturnedMails: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'delivery',
        () => '/deliveries/returned/decide/',
        (id) => ({ decision: 'leave', mails: [{ delivery: id, resend_to: [] }] }),
        404,
      ),
    ],
  },
  previewMailsAgain: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'document',
        () => '/documents/mails-again/preview/',
        (id) => ({ documents: [id] }),
        404,
      ),
    ],
  },
  sendMailsAgain: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'delivery',
        () => '/documents/mails-again/',
        (id) => ({ mails: [{ delivery: id, to: ['pagos@receptor.example'] }] }),
        404,
      ),
    ],
  },
  previewRulesChange: {
    kind: 'aimed',
    works: [200],
    aims: [atOnce('at-once/preview/', {})],
  },
  changeRulesAtOnce: {
    kind: 'aimed',
    // Nobody was shown what that digest names.
    works: [409],
    aims: [atOnce('at-once/', { digest: 'none' })],
  },
  resumeRule: {
    kind: 'aimed',
    // It isn't paused.
    works: [409],
    aims: [inPath('rule', (id) => `${RULES}${id}/resume/`, { issue: null })],
  },
  createRule: { kind: 'aimed', works: [201], aims: ruleAims(() => RULES) },
  readRule: { kind: 'aimed', works: [200], aims: [inPath('rule', (id) => `${RULES}${id}/`)] },
  changeRule: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('rule', (id) => `${RULES}${id}/`, { is_paused: false }),
      ...ruleAims((own) => `${RULES}${own.rule}/`),
    ],
  },

  listEmailAccounts: { kind: 'own', works: [200], request: () => ({ path: ACCOUNTS }) },
  authorizeGoogle: {
    kind: 'aimed',
    works: [200],
    aims: [inQuery('emailAccount', (id) => `/mailer/oauth/google/authorize/?account=${id}`)],
  },
  // The row is of Google's: at Microsoft there is none of that number.
  startMicrosoft: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/mailer/oauth/microsoft/start/', body: {} }),
  },
  changeEmailAccount: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('emailAccount', (id) => `${ACCOUNTS}${id}/`, { full_name: 'Otro nombre' })],
  },
  resendPending: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('emailAccount', (id) => `${ACCOUNTS}${id}/resend-pending/`, {
        months: ['2026-11'],
        count: 1,
      }),
    ],
  },
  readPending: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('emailAccount', (id) => `${ACCOUNTS}${id}/pending/`)],
  },

  readMailPreferences: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/mail-preferences/' }),
  },
  changeMailPreferences: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/mail-preferences/', body: { weekly_digest: false } }),
  },

  listDocuments: {
    kind: 'aimed',
    works: [200],
    // A filter, not an address: nothing is of a rule that isn't there.
    aims: [inQuery('rule', (id) => `/documents/?rule=${id}`, 200)],
  },
  readDocument: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/`)],
  },
  // A rule's own document is none that another takes the place of.
  orderDocument: {
    kind: 'aimed',
    works: [201, 409],
    aims: [
      ...ruleAims(() => '/documents/', documentOf),
      inBody(
        'document',
        () => '/documents/',
        (id, own) => documentOf(own, { replaces: id }),
      ),
    ],
  },
  // It has no client any more.
  readDocumentTemplate: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('document', (id) => `/documents/${id}/template/`)],
  },
  readDeparture: {
    kind: 'aimed',
    works: [200],
    aims: [inQuery('company', (id) => `/documents/departure/?company=${id}`)],
  },
  listEarlierEvents: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/events/?before=9`)],
  },
  file: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/files/pdf/`)],
  },
  analyticsReport: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/billing-sii/companies/${id}/analytics/report/12/`)],
  },
  listCharges: { kind: 'own', works: [200], request: () => ({ path: '/charges/' }) },
  // What is in it is tried beside it, unpacked.
  chargesReport: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/charges/report/2026-11/' }),
  },
  // What is in it is tried beside it, unpacked.
  ownData: { kind: 'own', works: [200], request: () => ({ path: '/own-data/' }) },
  readShare: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/share/`)],
  },
  listPaymentTerms: { kind: 'own', works: [200], request: () => ({ path: '/payments/terms/' }) },
  readReminders: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/reminders/`)],
  },
  switchReminders: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/reminders/`, { on: false })],
  },
  listReminderMutes: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/payments/reminder-mutes/' }),
  },
  // Nobody of that RUT has a document to pay of it.
  muteClientReminders: {
    kind: 'aimed',
    works: [400],
    aims: [
      inPath('company', (id) => `/payments/terms/${id}/reminder-mutes/`, {
        client: '1-9',
        muted: true,
      }),
    ],
  },
  readDocumentReminders: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/payment/reminders/`)],
  },
  muteReminders: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('document', (id) => `/documents/${id}/payment/reminders/`, {
        of: 'client',
        muted: true,
      }),
    ],
  },
  savePaymentTerms: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('company', (id) => `/payments/terms/${id}/`, {
        enabled_from: '2026-11-05',
        due_days: 15,
        bank: null,
        seen: '2026-11-05T15:00:00.000Z',
      }),
    ],
  },
  listPaymentConnections: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/payments/connections/' }),
  },
  // Providers are away: it is kept, untested.
  savePaymentConnection: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('company', (id) => `/payments/terms/${id}/connections/`, {
        provider: 'khipu',
        mode: 'live',
        seen: null,
        receiver_id: '1',
        api_key: 'a',
        notification_secret: 'b',
      }),
    ],
  },
  // Its own test is test/payments/connections.test.ts: here no provider has a test account.
  connectTestAccount: {
    kind: 'aimed',
    ofDemonstration: true,
    works: [404],
    aims: [
      inPath('company', (id) => `/payments/terms/${id}/connections/test-account/`, {
        provider: 'khipu',
      }),
    ],
  },
  testPaymentConnection: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('paymentConnection', (id) => `/payments/connections/${id}/test/`)],
  },
  // Providers are away.
  startPaymentTrial: {
    kind: 'aimed',
    works: [503],
    aims: [inPath('paymentConnection', (id) => `/payments/connections/${id}/trial/`)],
  },
  readPaymentTrial: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('paymentConnection', (id) => `/payments/connections/${id}/trial/`)],
  },
  offerPaymentConnection: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('paymentConnection', (id) => `/payments/connections/${id}/`, { is_offered: false }),
    ],
  },
  endPaymentConnection: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('paymentConnection', (id) => `/payments/connections/${id}/`)],
  },
  readPayment: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/payment/`)],
  },
  recordPayment: { kind: 'aimed', works: [201], aims: [action('payments', MONEY)] },
  // Some of it was given back already.
  correctPayment: {
    kind: 'aimed',
    works: [409],
    aims: ofDocument(
      'payment',
      (id, document) => `/documents/${document}/payments/${id}/correct/`,
      () => MONEY,
    ),
  },
  undoPayment: {
    kind: 'aimed',
    works: [409],
    aims: ofDocument('payment', (id, document) => `/documents/${document}/payments/${id}/undo/`),
  },
  recordRefund: {
    kind: 'aimed',
    works: [201],
    aims: ofDocument(
      'payment',
      (_id, document) => `/documents/${document}/refunds/`,
      (id) => ({ ...MONEY, payment: id }),
      400,
    ),
  },
  // Its provider is away, and whether it was done is found out later.
  orderRefund: {
    kind: 'aimed',
    works: [200],
    aims: ofDocument(
      'onlinePayment',
      (id, document) => `/documents/${document}/payments/${id}/refund/`,
      () => ({ amount: 500 }),
    ),
  },
  answerQuestion: {
    kind: 'aimed',
    works: [200],
    aims: ofDocument(
      'question',
      (id, document) => `/documents/${document}/payment-questions/${id}/answer/`,
    ),
  },
  undoRefund: {
    kind: 'aimed',
    works: [200],
    aims: ofDocument('refund', (id, document) => `/documents/${document}/refunds/${id}/undo/`),
  },
  followPayments: {
    kind: 'own',
    works: [200],
    request: ({ document }) => ({ path: '/payments/follow/', body: { documents: [document] } }),
  },
  unfollowPayment: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('document', (id) => `/documents/${id}/payment/`)],
  },
  movePaymentDay: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/payment/`, { due_day: '2026-12-31' })],
  },
  reopenPayment: { kind: 'aimed', works: [200], aims: [action('payment/reopen')] },
  agreeExcess: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/payment/agreed-excess/`, { amount: 0 })],
  },
  listDeclarations: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/payments/declarations/' }),
  },
  voucher: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('declaration', (id) => `/payments/declarations/${id}/voucher/`)],
  },
  receipt: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/payment/receipt/`)],
  },
  decideDeclarations: {
    kind: 'aimed',
    works: [200],
    aims: [
      inBody(
        'declaration',
        () => '/payments/declarations/decide/',
        (id) => ({ decisions: [{ id, word: 'confirm', amount: 2_000, day: '2026-11-04' }] }),
        404,
      ),
    ],
  },
  uploadTemplate: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/uploads/companies/${id}/template/`)],
  },
  listUploads: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/uploads/companies/${id}/`)],
  },
  readUploadedFile: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('upload', (id) => `/uploads/${id}/`)],
  },
  answerUploadColumns: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('upload', (id) => `/uploads/${id}/columns/`, {
        sheet: 'x',
        header_row: 1,
        columns: { kind: 0, rut: 1, description: 2, price: 3 },
      }),
    ],
  },
  correctUpload: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('upload', (id) => `/uploads/${id}/cells/`, {
        edits: [{ row: 2, role: 'price', text: '1000' }],
      }),
    ],
  },
  lookUpAgain: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('upload', (id) => `/uploads/${id}/look-ups/`, {})],
  },
  orderUpload: {
    kind: 'aimed',
    works: [400, 409],
    aims: [
      inPath('upload', (id) => `/uploads/${id}/orders/`, {
        documents: [{ key: 'r:2', content: '0'.repeat(64) }],
        count: 1,
        issue_date: '2026-12-01',
      }),
    ],
  },
  readUploadProgress: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('orderedUpload', (id) => `/uploads/${id}/progress/`)],
  },
  readUploadPace: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('upload', (id) => `/uploads/${id}/pace/?issue_date=2026-12-01`)],
  },
  uploadAnnotated: {
    kind: 'aimed',
    works: [200],
    aims: [
      inPath('upload', (id) => `/uploads/${id}/annotated/`),
      inPath('orderedUpload', (id) => `/uploads/${id}/annotated/`),
    ],
  },
  pauseUpload: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('orderedUpload', (id) => `/uploads/${id}/pause/`)],
  },
  resumeUpload: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('orderedUpload', (id) => `/uploads/${id}/resume/`)],
  },
  cancelUpload: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('orderedUpload', (id) => `/uploads/${id}/cancel/`)],
  },
  deleteUpload: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('upload', (id) => `/uploads/${id}/`)],
  },
  listStatements: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/statements/`)],
  },
  listMovements: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/movements/`)],
  },
  listOpenDocuments: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/open-documents/`)],
  },
  refuseMovement: {
    kind: 'aimed',
    works: [204],
    aims: [
      ofMovement('refuse', (own) => ({ documents: [own.document] })),
      inMovement('document', 'refuse', (id) => ({ documents: [id] })),
      inMovement('payment', 'refuse', (id) => ({ payment: id })),
    ],
  },
  setMovementAside: { kind: 'aimed', works: [204], aims: [ofMovement('set-aside')] },
  reconsiderMovement: { kind: 'aimed', works: [204], aims: [ofMovement('reconsider')] },
  matchMovement: {
    kind: 'aimed',
    works: [204],
    aims: [
      ofMovement('match', (own) => ({ shares: [{ document: own.document, amount: 100 }] })),
      inMovement('document', 'match', (id) => ({ shares: [{ document: id, amount: 100 }] })),
      inMovement('movement', 'match', (id, own) => ({
        shares: [{ document: own.document, amount: 10_000 }],
        with: [id],
      })),
    ],
  },
  keepMovement: { kind: 'aimed', works: [204], aims: [ofMovement('keep')] },
  undoMovement: { kind: 'aimed', works: [204], aims: [ofMovement('undo')] },
  linkMovement: {
    kind: 'aimed',
    works: [204],
    aims: [
      ofMovement('link', (own) => ({ payment: own.payment })),
      inMovement('payment', 'link', (id) => ({ payment: id })),
    ],
  },
  listPayers: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/payers/`)],
  },
  addPayer: {
    kind: 'aimed',
    works: [204],
    aims: [
      inPath('company', (id) => `/payments/terms/${id}/payers/`, {
        client_rut: '11.111.111-1',
        payer_rut: '22.222.222-2',
      }),
    ],
  },
  removePayer: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('authorisedPayer', (id) => `/payments/payers/${id}/`)],
  },
  listSettledClients: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('company', (id) => `/payments/terms/${id}/settled-clients/`)],
  },
  // Every document of its client is followed.
  settleClient: {
    kind: 'aimed',
    works: [409],
    aims: [
      inPath('company', (id) => `/payments/terms/${id}/settled-clients/`, {
        client_rut: '11.111.111-1',
      }),
    ],
  },
  unsettleClient: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('settledClient', (id) => `/payments/settled-clients/${id}/`)],
  },
  readReceivables: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/payments/receivables/' }),
  },
  readPaymentsOverview: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/payments/overview/' }),
  },
  // It is not issued, which its owner alone is told.
  shareDocument: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('document', (id) => `/documents/${id}/share/`)],
  },
  revokeShare: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('document', (id) => `/documents/${id}/share/`)],
  },
  listDeliveries: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/deliveries/`)],
  },
  // It waits for its PDF, and so for nobody's decision.
  decideDelivery: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('delivery', (id) => `/deliveries/${id}/decide/`, { decision: 'resend' })],
  },
  sendMailAgain: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('delivery', (id) => `/deliveries/${id}/again/`, { to: ['a@b.cl'] })],
  },
  readDeliveryAddresses: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('delivery', (id) => `/deliveries/${id}/addresses/`)],
  },
  // It has not come back.
  correctDeliveryAddress: {
    kind: 'aimed',
    works: [409],
    aims: [
      inPath('delivery', (id) => `/deliveries/${id}/correct/`, {
        address: 'a@b.cl',
        corrected: 'b@b.cl',
      }),
    ],
  },
  issueDocumentNow: { kind: 'aimed', works: [200], aims: [action('issue-now')] },
  skipDocument: { kind: 'aimed', works: [200], aims: [action('skip')] },
  // Not in these states, which the owner alone is told.
  retryDocument: { kind: 'aimed', works: [409], aims: [action('retry')] },
  restoreDocument: { kind: 'aimed', works: [409], aims: [action('restore')] },
  annulDocument: {
    kind: 'aimed',
    works: [409],
    aims: [action('annul', { cause: 'mistyped' })],
  },
  adoptDocument: { kind: 'aimed', works: [409], aims: [action('adopt', { folio: 4 })] },
  acceptDocumentTwins: {
    kind: 'aimed',
    works: [409],
    aims: [action('accept-twins', { folios: [4] })],
  },
  // Nobody claimed it, which its owner alone is told.
  settleClaim: { kind: 'aimed', works: [409], aims: [action('settle-claim', { events: 1 })] },
  keepDocumentValid: { kind: 'aimed', works: [409], aims: [action('keep-valid')] },
  acceptDocumentFile: { kind: 'aimed', works: [409], aims: [action('accept-file')] },
  readNota: {
    kind: 'aimed',
    works: [200],
    aims: [inPath('document', (id) => `/documents/${id}/nota/`)],
  },
  orderNota: {
    kind: 'aimed',
    works: [409],
    aims: [action('nota', { correction: 'annul', total: 1190 })],
  },
  recordNota: { kind: 'aimed', works: [409], aims: [action('nota/by-hand', { folio: 4 })] },
  decideDocument: {
    kind: 'aimed',
    works: [409],
    aims: [action('decide', { decision: 'discard' })],
  },

  deleteEmailAccount: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('emailAccount', (id) => `${ACCOUNTS}${id}/`)],
  },
  deleteRule: { kind: 'aimed', works: [204], aims: [inPath('rule', (id) => `${RULES}${id}/`)] },
  // A rule made before uses both, which their owner alone is told.
  deleteContact: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('contact', (id) => `${CONTACTS}${id}/`)],
  },
  deleteProduct: {
    kind: 'aimed',
    works: [409],
    aims: [inPath('product', (id) => `${PRODUCTS}${id}/`)],
  },
  deleteCredentials: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('facturator', (id) => `${CREDENTIALS}${id}/`)],
  },
  listSessions: { kind: 'own', works: [200], request: () => ({ path: SESSIONS }) },
  closeSession: {
    kind: 'aimed',
    works: [204],
    aims: [inPath('session', (id) => `${SESSIONS}${id}/`)],
    ofUser: true,
  },
  closeOtherSessions: { kind: 'own', works: [204], request: () => ({ path: SESSIONS }) },
  // The password there is, which its owner is told: another one would end the session that asks.
  changePassword: {
    kind: 'own',
    works: [400],
    request: () => ({
      path: '/auth/users/set_password/',
      body: {
        current_password: TEST_PASSWORD,
        new_password: TEST_PASSWORD,
        re_new_password: TEST_PASSWORD,
      },
    }),
  },
  readClosing: {
    kind: 'own',
    works: [200],
    request: () => ({ path: '/auth/account/closing/' }),
  },
  // Tried where the account may really go.
  closeAccount: {
    kind: 'own',
    works: [400],
    request: () => ({
      path: '/auth/account/closing/',
      body: { password: TEST_PASSWORD, word: 'QUIZÁS' },
    }),
  },
  proveIdentity: {
    kind: 'own',
    works: [204],
    request: () => ({ path: '/auth/prove-identity/', body: { password: TEST_PASSWORD } }),
  },
  readSecondFactor: { kind: 'own', works: [200], request: () => ({ path: SECOND_FACTOR }) },
  startSecondFactor: {
    kind: 'own',
    works: [201],
    request: () => ({ path: SECOND_FACTOR, body: { password: TEST_PASSWORD } }),
  },
  confirmSecondFactor: {
    kind: 'own',
    works: [400],
    request: () => ({ path: `${SECOND_FACTOR}confirm/`, body: { otp: '12345' } }),
  },
  // None is in force, which only whoever knows the password is told.
  renewRecoveryCodes: {
    kind: 'own',
    works: [409],
    request: () => ({
      path: `${SECOND_FACTOR}recovery-codes/`,
      body: { password: TEST_PASSWORD, otp: '12345' },
    }),
  },
  removeSecondFactor: {
    kind: 'own',
    works: [409],
    request: () => ({
      path: `${SECOND_FACTOR}remove/`,
      body: { password: TEST_PASSWORD, otp: '12345' },
    }),
  },
  logout: { kind: 'own', works: [204], request: () => ({ path: '/auth/logout/', body: {} }) },
}
