import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { month } from '#domain/day.ts'
import type { CompanyPortal, PortalSession, WireAnswer } from '#sii/sii.ts'
import type { Desk } from './desk.ts'
import {
  ANTONIA,
  ASEO,
  at,
  boleta,
  CLINICA,
  enter,
  factura,
  openDesk,
  RODRIGO,
  valueOf,
} from './desk.ts'
import { directWire } from './direct-wire.ts'

/**
 * Every class of answers at every step: what nobody knows is tried again and told, and is never a refusal of the
 * document, of a clave or of a certificate's password; after a step that can't be taken back it is uncertain.
 */
let desk: Desk
/** A simulator for a describe block: what is struck never reaches it, so that its cases leave each other nothing. */
const openOwnDesk = async () => {
  desk = await openDesk()
  desk.simulator.admin.setLimits({ openSessions: 1000, loginsPerHour: 1000 })
}
const closeOwnDesk = () => desk.simulator.close()

const page = (body: string, status = 200, headers: Record<string, string> = {}): WireAnswer => ({
  kind: 'answered',
  status,
  headers: { 'content-type': 'text/html; charset=ISO-8859-1', ...headers },
  body: Buffer.from(body, 'latin1'),
})
const alerting = (sentence: string) =>
  page(
    `<HTML><HEAD><TITLE>Redireccionando</TITLE><script>function redirec(){ alert('${sentence}\\n'); window.history.go(-1); }</script></HEAD><body onLoad="redirec()"></body></HTML>`,
  )
const PUBLIC_HOME =
  '<html><head><title>Servicio de Impuestos Internos</title></head><body><h1>SII</h1><p>Noticias y servicios</p></body></html>'
const APOLOGY = 'Servicio no disponible moment\u00e1neamente'

const answers = {
  'a lost connection': { kind: 'failed', cause: 'network', code: 'ECONNRESET' },
  'no answer in time': { kind: 'failed', cause: 'timeout', code: 'TIMEOUT' },
  'status 503': page('<h1>Service Unavailable</h1>', 503),
  'status 404': page('<h1>Not Found</h1>', 404),
  'the maintenance page': page('<h1>Sitio en mantenci\u00f3n</h1>'),
  'the waiting room': page('<title>Sala de espera</title><p>Usted est\u00e1 en la fila</p>'),
  'an apology with a code': page(
    `<title>Error al contribuyente</title><p>${APOLOGY}.</p><p>CODIGO: 02.35.209.-1.148.500</p>`,
  ),
  'a page titled Error with a code': page(
    '<title>Error</title><p>Proceso 7</p><p>CODIGO: 01.99.500.2</p>',
  ),
  'an apology without a code': page(`<html><body><h1>${APOLOGY}</h1></body></html>`),
  'an alert that apologises': alerting('Servicio no disponible, intente m\u00e1s tarde'),
  'unknown HTML': page(
    '<html><body><h1>Novedades</h1><p>Conozca los nuevos servicios</p></body></html>',
  ),
  'unknown HTML with a form': page(
    '<html><form name="f"><input name="q"><button>Buscar</button></form>Portal</html>',
  ),
  'a page that a script draws': page(
    '<html><head><script src="app.js"></script></head><body><div id="app"></div></body></html>',
  ),
  nothing: page(''),
  'a redirect to the public home': page('', 302, { location: 'http://www.sii.cl/' }),
  'a script to the public home': page(`<script>location.replace('https://www.sii.cl')</script>`),
  'the login page': page(
    '<title>SII - Autenticaci\u00f3n</title><p>Su sesi\u00f3n ha expirado.</p>',
  ),
  'a company that was lost': page(
    '<title>Error al contribuyente</title>usted no ha seleccionado una Empresa. CODIGO: 02.35.209.-1.148.10',
  ),
} satisfies Record<string, WireAnswer>
type AnswerName = keyof typeof answers

/** The kind of the outcome, by default and for single answers. */
type Outcomes = { usual: string } & Partial<Record<AnswerName, string | null>>

interface Step {
  /** Last part of the path. */
  cgi: string
  method: 'GET' | 'POST'
  /** Up to the step, which is struck from when `strike` is called. */
  ask: (sii: Struck) => Promise<unknown>
  outcomes: Outcomes
}

interface Struck {
  sii: ReturnType<Desk['newSii']>
  strike(): void
}

const inPortal: Outcomes = {
  usual: 'unavailable',
  'the login page': 'sessionExpired',
  'a company that was lost': 'companyNotSelected',
}
const outside: Outcomes = { usual: 'unavailable' }
const irreversible: Outcomes = { usual: 'uncertain' }
/** HTML in place of JSON: the application shows itself to whom it doesn't know. */
const ofApplication: Outcomes = {
  ...inPortal,
  'status 404': 'portalChanged',
  'unknown HTML': 'sessionExpired',
  'unknown HTML with a form': 'sessionExpired',
  'a page that a script draws': 'sessionExpired',
}

const login = ({ sii, strike }: Struck) => {
  strike()
  return sii.login({ rut: RODRIGO.rut, clave: RODRIGO.clave })
}
const asRodrigo =
  (ask: (session: PortalSession) => Promise<unknown>) =>
  async ({ sii, strike }: Struck) => {
    const session = await enter(desk, RODRIGO, sii)
    strike()
    return ask(session)
  }
const asAseo =
  (ask: (portal: CompanyPortal, strike: () => void) => Promise<unknown>) =>
  async ({ sii, strike }: Struck) => {
    const session = await enter(desk, RODRIGO, sii)
    return at(session, ASEO, (portal) => ask(portal, strike))
  }
const struckAfter = <T>(
  prepare: (portal: CompanyPortal) => Promise<T>,
  ask: (prepared: T) => Promise<unknown>,
) =>
  asAseo(async (portal, strike) => {
    const prepared = await prepare(portal)
    strike()
    return ask(prepared)
  })
const asAntonia =
  (ask: (session: PortalSession, strike: () => void) => Promise<unknown>) =>
  async ({ sii, strike }: Struck) =>
    ask(await enter(desk, ANTONIA, sii), strike)
const atOnce = (ask: (session: PortalSession) => Promise<unknown>) =>
  asAntonia((session, strike) => {
    strike()
    return ask(session)
  })
const previewed = async (portal: CompanyPortal) => valueOf(await portal.previewFactura(factura()))
const signed = async (portal: CompanyPortal) =>
  valueOf(await (await previewed(portal)).sign(RODRIGO.password))
const yes = () => true
const OCTOBER = month(2026, 10)

const steps: Record<string, Step> = {
  'the log-in’s page': {
    cgi: 'IngresoRutClave.html',
    method: 'GET',
    ask: login,
    outcomes: outside,
  },
  'the log-in': { cgi: 'CAutInicio.cgi', method: 'POST', ask: login, outcomes: outside },
  'the home after the log-in': {
    cgi: 'siihome.cgi',
    method: 'GET',
    ask: login,
    outcomes: {
      usual: 'unavailable',
      'a lost connection': 'ok',
      'no answer in time': 'ok',
      'status 503': 'ok',
      'the maintenance page': 'ok',
      'the waiting room': 'ok',
      'an apology with a code': 'ok',
      'a page titled Error with a code': 'ok',
      'an apology without a code': 'ok',
      'an alert that apologises': 'ok',
    },
  },
  'the person’s own data': {
    cgi: 'siihome.cgi',
    method: 'GET',
    ask: asRodrigo((session) => session.profile()),
    outcomes: inPortal,
  },
  'the chooser': {
    cgi: 'mipeSelEmpresa.cgi',
    method: 'GET',
    ask: asRodrigo((session) => session.companies()),
    outcomes: inPortal,
  },
  'the choice': {
    cgi: 'mipeSelEmpresa.cgi',
    method: 'POST',
    ask: asRodrigo((session) => session.withCompany(ASEO, (portal) => portal.issuer())),
    outcomes: inPortal,
  },
  'the list': {
    cgi: 'mipeAdminDocsEmi.cgi',
    method: 'GET',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.issuedDocuments({})
    }),
    outcomes: inPortal,
  },
  'the form': {
    cgi: 'mipeGenFacEx.cgi',
    method: 'GET',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.issuer()
    }),
    outcomes: inPortal,
  },
  'the recipient': {
    cgi: 'mipeGenFacEx.cgi',
    method: 'POST',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.recipient(CLINICA)
    }),
    outcomes: inPortal,
  },
  'the preview': {
    cgi: 'mipeDisplayPreView.cgi',
    method: 'POST',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.previewFactura(factura())
    }),
    outcomes: inPortal,
  },
  'the preview’s drawing': {
    cgi: 'mipePreView.cgi',
    method: 'POST',
    ask: struckAfter(previewed, (preview) => preview.pdf()),
    outcomes: inPortal,
  },
  'the certificate': {
    cgi: 'getCertDigital.cgi',
    method: 'GET',
    ask: struckAfter(previewed, (preview) => preview.sign(RODRIGO.password)),
    // Whatever isn't its JSON says nothing of a certificate (portal 3.8).
    outcomes: { ...inPortal, 'a company that was lost': 'unavailable' },
  },
  'the unsigned document': {
    cgi: 'mipeGenXMLFirma.cgi',
    method: 'POST',
    ask: struckAfter(previewed, (preview) => preview.sign(RODRIGO.password)),
    outcomes: inPortal,
  },
  'the signature': {
    cgi: 'postFirmaDigital.cgi',
    method: 'POST',
    ask: struckAfter(previewed, (preview) => preview.sign(RODRIGO.password)),
    // How the one source says that a password was wrong.
    outcomes: { ...inPortal, nothing: 'certificatePasswordRejected' },
  },
  'the sending': {
    cgi: 'mipeSendXML.cgi',
    method: 'POST',
    ask: struckAfter(signed, (prepared) => prepared.send(yes)),
    outcomes: irreversible,
  },
  'a draft': {
    cgi: 'mipeGrabaBorrador.cgi',
    method: 'POST',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.saveDraft(factura(), null)
    }),
    outcomes: inPortal,
  },
  'the list of drafts': {
    cgi: 'listaBorrador',
    method: 'GET',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.drafts()
    }),
    outcomes: { ...ofApplication, 'status 404': 'unavailable' },
  },
  'a PDF': {
    cgi: 'mipeDisplayPDF.cgi',
    method: 'GET',
    ask: asAseo((portal, strike) => {
      strike()
      return portal.pdf('99000003')
    }),
    outcomes: inPortal,
  },
  'the register’s summary': {
    cgi: 'getResumen',
    method: 'POST',
    ask: asRodrigo((session) =>
      session.registers.summary({ company: ASEO, month: OCTOBER, side: 'sales' }),
    ),
    outcomes: ofApplication,
  },
  'the boleta’s first step': {
    cgi: 'TMBECN_ValidaTimbrajeContrib.cgi',
    method: 'GET',
    ask: atOnce((session) => session.boletas.preview(boleta())),
    outcomes: inPortal,
  },
  'the boleta’s form': {
    cgi: 'TMBECN_PresentaDatosBoleta.cgi',
    method: 'POST',
    ask: atOnce((session) => session.boletas.preview(boleta())),
    outcomes: inPortal,
  },
  'the boleta’s confirmation': {
    cgi: 'TMBECN_ConfirmaTimbrajeContrib.cgi',
    method: 'POST',
    ask: atOnce((session) => session.boletas.preview(boleta())),
    outcomes: inPortal,
  },
  'the boleta’s sending': {
    cgi: 'TMBECN_BoletaHonorariosElectronica.cgi',
    method: 'POST',
    ask: asAntonia(async (session, strike) => {
      const prepared = valueOf(await session.boletas.preview(boleta()))
      strike()
      return prepared.send(yes)
    }),
    outcomes: irreversible,
  },
  'the boletas’ report': {
    cgi: 'TMBCOC_InformeMensualBhe.cgi',
    method: 'POST',
    ask: atOnce((session) => session.boletas.issued(OCTOBER)),
    outcomes: inPortal,
  },
  'an annulment’s first step': {
    cgi: 'TMBANU_PrevalidaAnulacion.cgi',
    method: 'GET',
    ask: atOnce((session) => session.boletas.prepareAnnulment(10, 1)),
    outcomes: inPortal,
  },
  'an annulment’s confirmation': {
    cgi: 'TMBANU_ConfirmarAnulacion.cgi',
    method: 'POST',
    ask: atOnce((session) => session.boletas.prepareAnnulment(10, 1)),
    outcomes: inPortal,
  },
  'the annulment': {
    cgi: 'TMBANU_RecepcionAnulacion.cgi',
    method: 'POST',
    ask: asAntonia(async (session, strike) => {
      const rows = valueOf(await session.boletas.issued(OCTOBER))
      const valid = rows.find(({ annulled }) => annulled === null)
      const prepared = valueOf(await session.boletas.prepareAnnulment(valid?.folio ?? 0, 1))
      strike()
      return prepared.send(yes)
    }),
    outcomes: irreversible,
  },
  // The goodbye never arrived, so the session still opens the person's page.
  'the log-out': {
    cgi: 'autTermino.cgi',
    method: 'GET',
    ask: asRodrigo((session) => session.logout()),
    outcomes: outside,
  },
  'the page that proves the log-out': {
    cgi: 'siihome.cgi',
    method: 'GET',
    ask: asRodrigo((session) => session.logout()),
    outcomes: { usual: 'unavailable', 'the login page': 'ok' },
  },
}

/** A client whose requests to one page are answered so from when it is told to; the public home is there too. */
function struck({ cgi, method }: Step, answer: WireAnswer): Struck {
  const direct = directWire(desk.simulator)
  let isStruck = false
  const sii = desk.newSii({
    wire: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/www' || pathname === '/www/') return Promise.resolve(page(PUBLIC_HOME))
      const isIt = pathname.endsWith(`/${cgi}`) && request.method === method
      return isStruck && isIt ? Promise.resolve(answer) : direct(request)
    },
  })
  return { sii, strike: () => (isStruck = true) }
}

describe.each(Object.entries(steps))('%s', (name, step) => {
  beforeAll(openOwnDesk)
  afterAll(closeOwnDesk)
  const isExpected = (said: string) => name === 'the log-in’s page' && said === 'the login page'
  const cases = Object.entries(answers).filter(([said]) => !isExpected(said))

  test.each(cases)('answered with %s', async (said, answer) => {
    const outcome = await step.ask(struck(step, answer))
    const expected = Object.entries(step.outcomes).find(([one]) => one === said)?.[1]
    expect(outcome).toMatchObject({ kind: expected ?? step.outcomes.usual })
    expect(JSON.stringify(outcome)).not.toContain(RODRIGO.clave)
    expect(JSON.stringify(outcome)).not.toContain(RODRIGO.password)
  })
})

describe('a sentence of the portal’s', () => {
  beforeAll(openOwnDesk)
  afterAll(closeOwnDesk)
  const sentence = alerting('Debe ingresar el campo : Giro del contribuyente receptor')
  const of = (name: string) => {
    const step = steps[name]
    if (step === undefined) throw new Error(name)
    return step.ask(struck(step, sentence))
  }

  test.each(['the preview', 'the unsigned document', 'a draft', 'the recipient'])(
    'about what was given at %s is its refusal',
    async (name) => {
      expect(await of(name)).toMatchObject({
        kind: 'validationRejected',
        text: expect.stringContaining('Giro del contribuyente receptor'),
      })
    },
  )

  test.each(['the list', 'the form', 'the chooser', 'the choice', 'the log-in', 'the signature'])(
    'where nothing was given to be judged, at %s, refuses nothing',
    async (name) => {
      expect(await of(name)).toMatchObject({ kind: 'unavailable' })
    },
  )
})

describe('a folio number', () => {
  beforeEach(async () => {
    await openOwnDesk()
    return closeOwnDesk
  })
  const numbers = () =>
    desk.simulator.admin.requests().filter(({ path }) => path.endsWith('mipeGenXMLFirma.cgi'))
      .length

  test('is not asked for while the certificate can’t be read', async () => {
    const step = steps['the certificate']
    if (step === undefined) throw new Error()
    for (const answer of Object.values(answers)) {
      const outcome = await step.ask(struck(step, answer))
      expect(outcome).not.toHaveProperty('isNumberSpent')
    }
    expect(numbers()).toBe(0)
  })

  test.each(['the unsigned document', 'the signature'])(
    'is told as spent by whatever goes wrong at %s',
    async (name) => {
      const step = steps[name]
      if (step === undefined) throw new Error()
      for (const answer of Object.values(answers)) {
        expect(await step.ask(struck(step, answer))).toMatchObject({ isNumberSpent: true })
      }
    },
  )

  test('is asked for between two looks at the certificate, and the steps keep their order', async () => {
    const { sii } = struck({ cgi: '-', method: 'GET', ask: login, outcomes: outside }, page(''))
    const session = await enter(desk, RODRIGO, sii)
    await at(session, ASEO, signed)
    const asked = desk.simulator.admin.requests().map(({ path }) => path.split('/').at(-1))
    expect(asked.slice(asked.indexOf('mipeDisplayPreView.cgi') + 1)).toEqual([
      'getCertDigital.cgi',
      'mipeGenXMLFirma.cgi',
      'getCertDigital.cgi',
      'postFirmaDigital.cgi',
    ])
  })
})

/** Sentences of passing trouble, of a session that is gone, and such as nobody knows. */
const PASSING = [
  'Error al procesar la solicitud',
  'Ocurri\u00f3 un error, intente nuevamente',
  'Tiempo de espera agotado',
  'No hay conexion con el servidor',
  'Los servicios no se encuentran disponibles',
  'Error al asignar folio',
  'Los datos del contribuyente no se encuentran disponibles en este momento',
  'Su solicitud no puede ser procesada. Intente nuevamente',
  'Plazo de espera agotado: su solicitud no se complet\u00f3',
  'Servicio no disponible, intente m\u00e1s tarde',
  'Se present\u00f3 un problema con su solicitud',
]
const LOST = [
  'Su sesion no se encuentra activa',
  'Se\u00f1or contribuyente: su sesi\u00f3n no se encuentra activa',
  'La sesi\u00f3n fue cerrada',
]
const UNKNOWN = [
  'No ha sido posible generar el documento',
  'Los datos no cumplen la condici\u00f3n 12, debe revisar',
]
const REFUSALS = [
  'Debe ingresar Ciudad del contribuyente emisor',
  'Debe Seleccionar Forma de Pago',
  'Valor IVA debe ser mayor a 0',
  'Rut Receptor incorrecto',
  'Fecha emision anterior a la fecha de autorizacion',
  'La fecha de la boleta est\u00e1 fuera de plazo',
  'El RUT del destinatario no es v\u00e1lido',
  'El folio de la referencia no existe',
]

describe('a sentence at a step that judges what it was given', () => {
  beforeAll(openOwnDesk)
  afterAll(closeOwnDesk)
  const judging: [string, (sentence: string) => WireAnswer][] = [
    ['the preview', alerting],
    ['the unsigned document', alerting],
    [
      'the boleta’s confirmation',
      (sentence) => page(`<html><body><p>${sentence}</p></body></html>`),
    ],
    [
      'an annulment’s confirmation',
      (sentence) => page(`<html><body><p>${sentence}</p></body></html>`),
    ],
  ]
  const kinds: [readonly string[], string][] = [
    [PASSING, 'unavailable'],
    [LOST, 'sessionExpired'],
    [UNKNOWN, 'unclear'],
    [REFUSALS, 'validationRejected'],
  ]
  const rows = judging.flatMap(([name, said]) =>
    kinds.flatMap(([sentences, kind]) =>
      sentences.map((sentence): [string, string, string, WireAnswer] => [
        name,
        sentence,
        kind,
        said(sentence),
      ]),
    ),
  )
  test.each(rows)('at %s, "%s" is %s', async (name, sentence, kind, answer) => {
    const step = steps[name]
    if (step === undefined) throw new Error(name)
    const isMissing = kind === 'validationRejected' && /no existe/.test(sentence)
    const expected = isMissing && name === 'an annulment’s confirmation' ? 'notFound' : kind
    expect(await step.ask(struck(step, answer))).toMatchObject({ kind: expected })
  })
})

describe('at the signature', () => {
  beforeAll(openOwnDesk)
  afterAll(closeOwnDesk)
  const text = (body: string, status = 200) =>
    page(body, status, { 'content-type': 'text/plain; charset=ISO-8859-1' })
  const trouble: [string, WireAnswer][] = [
    ['a redirect inside the portal', page('', 302, { location: '/factura_sii/factura_sii.htm' })],
    ['status 204', text('', 204)],
    ['a proxy without a server', text('no healthy upstream')],
    ['a proxy that waited too long', text('upstream request timeout')],
    ['a connection lost in JSON', text('{"error":"ECONNRESET"}')],
    ['a certificate that could not be read', text('Error al obtener el certificado')],
  ]
  const step = steps['the signature']
  if (step === undefined) throw new Error('no such step')

  test.each(trouble)('%s refuses no password', async (_, answer) => {
    expect(await step.ask(struck(step, answer))).toMatchObject({
      kind: 'unavailable',
      isNumberSpent: true,
    })
  })

  test.each(['Clave incorrecta', 'Error en la clave del certificado', 'El certificado expirado'])(
    '"%s" refuses the password',
    async (sentence) => {
      expect(await step.ask(struck(step, text(sentence)))).toMatchObject({
        kind: 'certificatePasswordRejected',
      })
    },
  )
})

describe('the chooser shown again', () => {
  beforeAll(openOwnDesk)
  afterAll(closeOwnDesk)
  const step = steps['the choice']
  if (step === undefined) throw new Error('no such step')
  const chooser = (sentence: string) =>
    page(`<p>${sentence}</p><form name="fPrmEmpPOP"><select name="RUT_EMP"></select></form>`)
  test.each([
    ['Seleccione la empresa', 'companyNotAuthorized'],
    ['Servicio no disponible, intente m\u00e1s tarde', 'unavailable'],
    ['Su sesi\u00f3n ha expirado', 'sessionExpired'],
  ])('with "%s" is %s', async (sentence, kind) => {
    expect(await step.ask(struck(step, chooser(sentence)))).toMatchObject({ kind })
  })
})
