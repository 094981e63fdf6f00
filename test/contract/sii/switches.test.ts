import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day, month } from '#domain/day.ts'
import { rut, RUT_SII } from '#domain/rut.ts'
import type { CompanyPortal, PortalSession, RegisterMonth } from '#sii/sii.ts'
import { createPublicSii, createUfSources, siiOrigins } from '#sii/sii.ts'
import type { Limits } from '#simulators/sii/state/portal.ts'
import type { ScenarioName } from '#simulators/world-trouble.ts'
import { isScenarioName, scenarioNames } from '#simulators/world-trouble.ts'
import type { Variants } from '#simulators/sii/state/variants.ts'
import { variantChoices } from '#simulators/sii/state/variants.ts'
import type { Desk } from './desk.ts'
import {
  ANA,
  ANTONIA,
  ASEO,
  at,
  boleta,
  CLINICA,
  enter,
  factura,
  issue,
  line,
  openDesk,
  RODRIGO,
  valueOf,
} from './desk.ts'

/**
 * Every switch of the simulator, and what the client makes of it. A switch without a line here fails to compile;
 * one whose line doesn't reach it fails to run.
 */
let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const OCTOBER = month(2026, 10)
const sales: RegisterMonth = { company: ASEO, month: OCTOBER, side: 'sales' }

type Ask = () => Promise<unknown>

const login: Ask = () => desk.sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
const asRodrigo = (ask: (session: PortalSession) => Promise<unknown>) => async () =>
  ask(await enter(desk))
const asAntonia = (ask: (session: PortalSession) => Promise<unknown>) => async () =>
  ask(await enter(desk, ANTONIA))
const asAseo = (ask: (portal: CompanyPortal) => Promise<unknown>) =>
  asRodrigo((session) => at(session, ASEO, ask))
const preview = asAseo((portal) => portal.previewFactura(factura()))
const signed = asRodrigo(async (session) => (await issue(session, factura())).signed)
const sent = asRodrigo(async (session) => (await issue(session, factura())).sent)
const recipient = asAseo((portal) => portal.recipient(CLINICA))
const download = asAseo((portal) =>
  portal.xml({ tipoDte: 33, folio: 2, issueDate: day(2026, 10, 15) }),
)
const issuedList = asAseo((portal) => portal.issuedDocuments({}))
const boletaPreview = asAntonia((session) => session.boletas.preview(boleta()))
const boletaSent = asAntonia(async (session) =>
  valueOf(await session.boletas.preview(boleta())).send(() => true),
)
const summary = asRodrigo((session) => session.registers.summary(sales))
const documents = asRodrigo((session) => session.registers.documents(sales, null))
const taxpayer: Ask = () =>
  createPublicSii({ nowMs: () => 0, origins: siiOrigins(desk.simulator.url) }).taxpayer(ASEO)
const uf = () => createUfSources({ origins: siiOrigins(desk.simulator.url) }).ofSii(2026)
const lastDayOfUf: Ask = async () => {
  const read = await uf()
  return read.kind === 'ok' ? { kind: 'ok', last: [...read.value.keys()].sort().at(-1) } : read
}

interface Line {
  ask: Ask
  meets: object | null
  detail?: string
  /** How often it must act for its whole effect. */
  times?: number
}

const refused = { kind: 'unavailable' }
const scenarios: Record<ScenarioName, Line> = {
  'wrong-clave': { ask: login, meets: { kind: 'invalidCredentials' } },
  'too-many-sessions': { ask: login, meets: { kind: 'tooManySessions' } },
  'login-throttled': { ask: login, meets: { kind: 'loginThrottled' } },
  'account-blocked': { ask: login, meets: { kind: 'accountBlocked' } },
  'waiting-room': { ask: login, meets: { ...refused, cause: 'waitingRoom' } },
  'blank-login': { ask: login, meets: { ...refused, cause: 'unknownPage' } },
  'interstitial-choose': { ask: login, meets: { kind: 'ok' } },
  // At the door, and again on the person's own page.
  'interstitial-change-clave': { ask: login, times: 2, meets: { kind: 'interstitial' } },
  maintenance: { ask: login, meets: { ...refused, cause: 'maintenance' } },
  'no-companies': {
    ask: asRodrigo((session) => session.companies()),
    meets: { kind: 'ok', value: [] },
  },
  'only-first-company': {
    ask: asRodrigo((session) => session.companies()),
    meets: { kind: 'ok', value: [{ rut: ASEO }] },
  },
  'company-refused': {
    ask: asRodrigo((session) => session.withCompany(ASEO, (portal) => portal.issuer())),
    meets: { kind: 'companyNotAuthorized' },
  },
  'issuer-city-empty': {
    ask: asAseo((portal) => portal.issuer()),
    meets: { value: { addresses: [{ city: '' }, { city: '' }] } },
  },
  'receiver-unknown': { ask: recipient, meets: { kind: 'ok', value: null } },
  'receiver-one-address': { ask: recipient, meets: { value: { giros: [expect.any(String)] } } },
  'receiver-several-addresses': {
    ask: recipient,
    meets: { value: { addresses: [{}, {}, {}], giros: [expect.any(String), expect.any(String)] } },
  },
  'receiver-city-empty': {
    ask: recipient,
    meets: { value: { addresses: [{ city: '' }, {}, {}] } },
  },
  'preview-rejected': { ask: preview, meets: { kind: 'validationRejected' } },
  'preview-form-back': { ask: preview, meets: { kind: 'validationRejected' } },
  'preview-changes-total': { ask: preview, meets: { value: { seen: { totalClp: 357_001 } } } },
  'preview-changes-receiver': {
    ask: preview,
    meets: { value: { seen: { recipient: RUT_SII } } },
  },
  'xml-refused': { ask: signed, meets: { kind: 'validationRejected' } },
  'no-certificate': { ask: signed, meets: { kind: 'noCentralCertificate' } },
  'certificate-unreadable': {
    ask: asRodrigo((session) => session.certificate()),
    meets: { value: { kind: 'unknown' } },
  },
  'wrong-certificate-password': { ask: signed, meets: { kind: 'certificatePasswordRejected' } },
  'empty-sign-answer': { ask: signed, meets: { kind: 'certificatePasswordRejected' } },
  'certificate-expired': { ask: signed, meets: { kind: 'certificatePasswordRejected' } },
  'signature-not-recognized': { ask: sent, meets: { kind: 'refused' } },
  'send-form-back': { ask: sent, meets: { kind: 'refused' } },
  'send-unknown-page': { ask: sent, meets: { kind: 'uncertain' } },
  'list-lag': {
    ask: asRodrigo(async (session) => {
      await issue(session, factura())
      return at(session, ASEO, (portal) => portal.issuedDocuments({ from: desk.today }))
    }),
    meets: { kind: 'ok', value: [] },
  },
  'list-error': { ask: issuedList, meets: refused },
  'list-broken-row': { ask: issuedList, meets: { kind: 'portalChanged' } },
  'received-list-error': { ask: asAseo((portal) => portal.receivedDocuments({})), meets: refused },
  'list-without-text': {
    ask: asAseo((portal) => portal.issuedDocuments({ folio: 999 })),
    meets: { kind: 'ok', value: [] },
  },
  'pdf-not-ready': { ask: asAseo((portal) => portal.pdf('99000003')), meets: refused },
  'uf-limited': { ask: uf, meets: { ...refused, cause: 'waitingRoom' } },
  'uf-late': { ask: lastDayOfUf, meets: { kind: 'ok', last: '2026-11-09' } },
  'boleta-no-second-category': { ask: boletaPreview, meets: { kind: 'boletasNotEnabled' } },
  'boleta-not-authorised': { ask: boletaPreview, meets: { kind: 'boletasNotEnabled' } },
  'boleta-data-refused': {
    ask: boletaPreview,
    detail: 'Debe ingresar el domicilio del destinatario',
    meets: {
      kind: 'validationRejected',
      text: expect.stringContaining('Debe ingresar el domicilio del destinatario'),
    },
  },
  'boleta-retention-differs': {
    ask: boletaPreview,
    meets: { value: { seen: { retentionClp: 63_000, rateBasisPoints: 1575 } } },
  },
  'boleta-changes-amount': {
    ask: boletaPreview,
    meets: { kind: 'ok', value: { seen: { grossClp: 400_001 } } },
  },
  'boleta-changes-receiver': { ask: boletaPreview, meets: { kind: 'portalChanged' } },
  'boleta-form-back': { ask: boletaSent, meets: { kind: 'uncertain' } },
  'boleta-unknown-page': { ask: boletaSent, meets: { kind: 'uncertain' } },
  'boleta-annulled': {
    ask: asAntonia((session) => session.boletas.issued(OCTOBER)),
    meets: { value: [{ annulled: {} }, { annulled: {} }] },
  },
  'boleta-annulment-refused': {
    ask: asAntonia((session) => session.boletas.prepareAnnulment(10, 1)),
    meets: { kind: 'validationRejected' },
  },
  'boleta-report-error': {
    ask: asAntonia((session) => session.boletas.issued(OCTOBER)),
    meets: { kind: expect.stringMatching(/unavailable|validationRejected/) },
  },
  'boleta-pdf-missing': {
    ask: asAntonia(async (session) => {
      const [row] = valueOf(await session.boletas.issued(OCTOBER))
      return session.boletas.pdf(row?.barCode ?? '', 'issued')
    }),
    meets: { kind: 'notFound' },
  },
  'register-empty': { ask: summary, meets: { kind: 'ok', value: [] } },
  'register-error': { ask: summary, meets: { ...refused, cause: 'serverError' } },
  'register-session': { ask: summary, meets: { kind: 'sessionExpired' } },
  'register-period': { ask: summary, meets: { kind: 'validationRejected' } },
  'register-token': { ask: documents, meets: { value: { route: 'detail' } } },
  'register-state': {
    ask: summary,
    meets: { value: expect.arrayContaining([expect.objectContaining({ tipoDte: 33, sign: 1 })]) },
  },
  'register-unknown-code': { ask: summary, meets: { ...refused, cause: 'unknownPage' } },
  'my-documents-error': {
    ask: asRodrigo((session) => session.registers.documents(sales, 'misDte')),
    meets: { ...refused, cause: 'serverError' },
  },
  'captcha-refused': {
    ask: taxpayer,
    meets: { kind: expect.stringMatching(/portalChanged|validationRejected/) },
  },
  'taxpayer-unknown': { ask: taxpayer, meets: { kind: 'ok', value: null } },
  'taxpayer-other': { ask: taxpayer, meets: { kind: 'portalChanged' } },
  'download-captcha': { ask: download, meets: { kind: 'recaptchaRequired' } },
  'download-not-xml': { ask: download, meets: refused },
}

describe('every scenario', () => {
  test.each(Object.keys(scenarios).filter(isScenarioName))('"%s" is met', async (name) => {
    const { ask, meets, detail = '', times = 1 } = scenarios[name]
    desk.simulator.admin.scenarios.set({ name, times, detail })
    expect(await ask()).toMatchObject(meets ?? {})
    const left = desk.simulator.admin.scenarios.list().filter((one) => one.rut === '*')
    expect(left.map((one) => one.name)).toEqual([])
  })

  test('has its line', () => {
    expect(Object.keys(scenarios).sort()).toEqual(Object.keys(scenarioNames).sort())
  })
})

const boletaIssued = { ask: boletaSent, meets: { kind: 'issued' } }
const facturaIssued = { ask: sent, meets: { kind: 'issued' } }
const ok = { kind: 'ok' }
const expired = { kind: 'sessionExpired' }
const variants: Record<keyof Variants, Line> = {
  loginSuccess: { ask: login, meets: ok },
  sessionLost: {
    ask: asRodrigo((session) => {
      desk.simulator.admin.expireSessions()
      return session.profile()
    }),
    meets: expired,
  },
  logoutLanding: { ask: asRodrigo((session) => session.logout()), meets: ok },
  blockedClave: {
    ask: () => {
      desk.simulator.admin.scenarios.set({ name: 'account-blocked' })
      return login()
    },
    meets: { kind: expect.stringMatching(/^(accountBlocked|loginRejected|unavailable)$/) },
  },
  unknownRut: {
    ask: () => desk.sii.login({ rut: rut('8765432-K'), clave: 'demo1234' }),
    meets: { kind: expect.stringMatching(/^(loginRejected|invalidCredentials)$/) },
  },
  forcedChange: {
    ask: () => {
      desk.simulator.admin.scenarios.set({ name: 'interstitial-change-clave' })
      return login()
    },
    meets: { kind: 'interstitial', text: expect.stringContaining('Debe cambiar su Clave') },
  },
  wrongCertificate: {
    ask: asRodrigo(async (session) => (await issue(session, factura(), 'wrong')).signed),
    meets: { kind: 'certificatePasswordRejected' },
  },
  certificateKeys: {
    ask: asRodrigo((session) => session.certificate()),
    meets: { value: { kind: 'centralized' } },
  },
  certificateType: {
    ask: asRodrigo((session) => session.certificate()),
    meets: { value: { kind: 'centralized' } },
  },
  emptyList: {
    ask: asAseo((portal) => portal.issuedDocuments({ folio: 999 })),
    meets: { value: [] },
  },
  beyondLastPage: { ask: issuedList, meets: { value: [{}, {}, {}] } },
  receiverShape: { ask: recipient, meets: { value: { addresses: [{}, {}, {}] } } },
  folioBurn: facturaIssued,
  repeatedFolio: facturaIssued,
  successSign: facturaIssued,
  answerCharset: {
    ask: asAseo((portal) => portal.issuer()),
    meets: { value: { name: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA' } },
  },
  exemptName: { ask: issuedList, meets: ok },
  copiedLines: {
    ask: asAseo(async (portal) => {
      await portal.saveDraft(factura(), null)
      const [draft] = valueOf(await portal.drafts())
      return portal.deleteDraft(draft?.id ?? '')
    }),
    meets: ok,
  },
  nameLength: {
    ask: async () => {
      const name = 'Mantención de jardines y áreas verdes'
      const { sent } = await issue(await enter(desk), factura({}, [line({ name })]))
      const xml = desk.simulator.admin.ledger().at(-1)?.xml ?? ''
      const [named, described] = ['NmbItem', 'DscItem'].map(
        (tag) => new RegExp(`<${tag}>([^<]*)<`).exec(xml)?.[1] ?? '',
      )
      return { sent: sent?.kind, isTold: named === name || described?.startsWith(name) }
    },
    meets: { sent: 'issued', isTold: true },
  },
  boletaReceiver: {
    ask: asAntonia((session) => session.boletas.recipient(CLINICA)),
    meets: { value: { name: 'CLÍNICA DENTAL SONRISAS LIMITADA' } },
  },
  boletaDays: boletaIssued,
  boletaTime: boletaIssued,
  boletaRefusal: {
    ask: () => {
      desk.simulator.admin.scenarios.set({ name: 'boleta-data-refused', detail: 'Debe ingresar X' })
      return boletaPreview()
    },
    meets: { kind: 'validationRejected', text: expect.stringContaining('Debe ingresar X') },
  },
  boletaTextLimit: {
    ask: asAntonia((session) => {
      const description =
        'Diseño de la identidad gráfica completa de la clínica y de sus sucursales'
      const lines = boleta().lines.map((line) => ({ ...line, description }))
      return session.boletas.preview(boleta({ lines }))
    }),
    meets: ok,
  },
  boletaCommune: boletaIssued,
  boletaOwnRetention: {
    ask: asAntonia((session) => session.boletas.preview(boleta({ withholder: 'issuer' }))),
    meets: { value: { seen: { grossClp: 400_000 } } },
  },
  boletaNamed: boletaIssued,
  boletaAnnulled: {
    ask: asAntonia((session) => session.boletas.issued(OCTOBER)),
    meets: { value: [{ annulled: null }, { annulled: {} }] },
  },
  boletaPages: {
    ask: asAntonia((session) => session.boletas.issued(OCTOBER)),
    meets: { value: [{}, {}] },
  },
  facadeSessionLost: {
    ask: asRodrigo((session) => {
      desk.simulator.admin.expireSessions()
      return session.registers.summary(sales)
    }),
    meets: expired,
  },
  registerToken: { ask: documents, meets: { kind: 'ok', value: { totals: expect.any(Array) } } },
  receiverCodes: {
    ask: asRodrigo((session) => session.registers.reactions(sales, 33)),
    meets: {
      kind: 'ok',
      value: expect.arrayContaining([
        expect.objectContaining({
          reactions: [
            expect.objectContaining({ kind: expect.stringMatching(/^(receipt|accepted)$/) }),
          ],
        }),
      ]),
    },
  },
  csvDates: { ask: documents, meets: { value: { route: 'export' } } },
  myDocumentsKeys: {
    ask: asRodrigo((session) => session.registers.documents(sales, 'misDte')),
    meets: { value: { route: 'misDte' } },
  },
}

describe('every variant of what nobody knows', () => {
  const cases = Object.entries(variants).flatMap(([name, line]) => {
    const choices: readonly string[] = Reflect.get(variantChoices, name)
    return choices.map((choice) => ({ name, choice, line }))
  })
  test.each(cases)('$name: $choice is met', async ({ name, choice, line }) => {
    desk.simulator.admin.setVariants({ [name]: choice })
    expect(await line.ask()).toMatchObject(line.meets ?? {})
  })

  test('has its line', () => {
    expect(Object.keys(variants).sort()).toEqual(Object.keys(variantChoices).sort())
  })
})

describe('every limit', () => {
  const attempts = async (count: number, ask: () => Promise<{ kind: string }>) => {
    const kinds: string[] = []
    for (let attempt = 0; attempt < count; attempt += 1) kinds.push((await ask()).kind)
    return kinds
  }
  const asAna = (clave = ANA.clave) => desk.sii.login({ rut: ANA.rut, clave })

  const limits: Record<keyof Limits, [number, () => Promise<string[]>, string[]]> = {
    loginsPerHour: [2, () => attempts(3, asAna), ['ok', 'ok', 'loginThrottled']],
    openSessions: [2, () => attempts(3, asAna), ['ok', 'ok', 'tooManySessions']],
    wrongClaves: [
      2,
      () => attempts(3, () => asAna('otra1234')),
      ['invalidCredentials', 'invalidCredentials', 'accountBlocked'],
    ],
    registerCalls: [
      2,
      async () => {
        const session = await enter(desk)
        return attempts(4, () => session.registers.summary(sales))
      },
      ['ok', 'ok', 'unavailable', 'unavailable'],
    ],
  }
  test.each(Object.entries(limits))('"%s" is met in its own words', async (name, line) => {
    const [limit, ask, kinds] = line
    desk.simulator.admin.setLimits({ [name]: limit })
    expect(await ask()).toEqual(kinds)
  })

  test('has its line', () => {
    expect(Object.keys(limits).sort()).toEqual(Object.keys(desk.simulator.admin.limits()).sort())
  })
})
