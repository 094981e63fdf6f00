import { compare } from '#domain/day.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { clp } from '#domain/money.ts'
import type {
  Answer,
  CompanyPortal,
  IssuedFilter,
  IssuedRow,
  LoginOutcome,
  PortalSession,
  PreviewedFactura,
  SendOutcome,
  Sii,
  SiiFailure,
  SignedFactura,
  Unavailable,
} from '#sii/sii.ts'
import type { Authority, AuthorityRequest, IssuedAtSii, Reply, SendReply } from './authority.ts'
import type { Network } from './network.ts'

export interface StandInNeeds {
  authority: Authority
  network: Network
  worker: string
  /** The signed XML of what was issued. */
  xmlOf(document: IssuedAtSii): Uint8Array
  passwordOf(person: Rut): string | null
}

/**
 * The SII's client with its pages left out: the same requests in the same order to the same steps, the
 * same endings. What it answers to which fault is held against the real client in `stand-in.test.ts`.
 */
export function createStandIn(needs: StandInNeeds): Sii {
  return {
    login: ({ rut: person, clave }) => logIn(needs, person, clave),
    resume: ({ person, cookies }) => createSession(needs, person, cookies),
  }
}

function notAsked(): Promise<never> {
  return Promise.reject(new Error('Issuing asks nothing of this'))
}

type Ask = <T>(request: AuthorityRequest<T>) => Promise<Reply<T>>

function asker({ authority, network }: StandInNeeds): Ask {
  return async <T>(request: AuthorityRequest<T>) =>
    network<Reply<T>>(request.step, {
      serve: (fault) => authority.serve(request, fault),
      lost: (cause) => ({ kind: 'lost', cause }),
    })
}

async function logIn(needs: StandInNeeds, person: Rut, clave: string): Promise<LoginOutcome> {
  const ask = asker(needs)
  const { authority, worker } = needs
  const open = { token: null, needs: 'nothing', page: () => null } as const
  const page = await ask({ ...open, step: 'IngresoRutClave.html' })
  if (page.kind !== 'page') return outside(page)
  const entered = await ask({
    ...open,
    step: 'CAutInicio.cgi',
    page: () => authority.logIn(person, clave, worker),
  })
  if (entered.kind !== 'page') return outside(entered)
  if (entered.value.kind !== 'ok') return { kind: entered.value.kind, text: '' }
  const { token } = entered.value.session
  const home = await ask({ token, needs: 'session', step: 'siihome.cgi', page: () => null })
  const isProved = home.kind === 'page' || home.kind === 'lost' || home.kind === 'serverError'
  const session = createSession(needs, person, token)
  if (isProved) return { kind: 'ok', value: session }
  await session.logout()
  return { kind: 'interstitial', text: '' }
}

function createSession(needs: StandInNeeds, person: Rut, token: string): PortalSession {
  const ask = asker(needs)
  let hasEnded = false
  return {
    person,
    store: () => ({ person, cookies: token }),
    isAlive: notAsked,
    profile: notAsked,
    companies: notAsked,
    certificate: notAsked,
    boletas: {
      issuer: notAsked,
      recipient: notAsked,
      preview: notAsked,
      issued: notAsked,
      received: notAsked,
      pdf: notAsked,
      prepareAnnulment: notAsked,
    },
    registers: { companies: notAsked, summary: notAsked, documents: notAsked },
    logout: async () => {
      if (hasEnded) return { kind: 'ok', value: null }
      const close = needs.authority.closer(token)
      const bye = await ask({ token, needs: 'nothing', step: 'autTermino.cgi', page: close })
      if (bye.kind !== 'page') return outside(bye)
      const page = { token: null, needs: 'nothing', page: () => null } as const
      const after = await ask({ ...page, step: 'IngresoRutClave.html' })
      if (after.kind === 'lost') return outside(after)
      const home = await ask({ token, needs: 'session', step: 'siihome.cgi', page: () => null })
      hasEnded = true
      if (home.kind === 'loginPage') return { kind: 'ok', value: null }
      if (home.kind === 'page') return unavailable('unknownPage')
      return outside(home)
    },
    withCompany: async (company, work) => {
      const chosen = await ask({
        token,
        needs: 'session',
        step: 'mipeSelEmpresa.cgi',
        page: (session) => {
          if (session !== null) session.company = company
        },
      })
      return chosen.kind === 'page'
        ? work(createPortal(needs, ask, { person, token, company }))
        : failure(chosen)
    },
  }
}

interface Visitor {
  person: Rut
  token: string
  company: Rut
}

function createPortal(needs: StandInNeeds, ask: Ask, visitor: Visitor): CompanyPortal {
  const { token, company } = visitor
  const scoped = { token, needs: 'company' } as const

  /** Its heading tells whose company the session has really got. */
  async function form(): Promise<Answer<null>> {
    const seen = await ask({
      ...scoped,
      step: 'mipeGenFacEx.cgi',
      page: (session) => session?.company,
    })
    if (seen.kind !== 'page') return failure(seen)
    return seen.value === company
      ? { kind: 'ok', value: null }
      : { kind: 'companyNotAuthorized', company }
  }

  async function list(filter: IssuedFilter): Promise<Answer<IssuedRow[]>> {
    const seen = await ask({
      ...scoped,
      step: 'mipeAdminDocsEmi.cgi',
      page: (session) => needs.authority.listed(session?.company ?? '').map(rowOf),
    })
    if (seen.kind !== 'page') return failure(seen)
    return { kind: 'ok', value: seen.value.filter((row) => fits(row, filter)) }
  }

  return {
    issuer: notAsked,
    recipient: notAsked,
    receivedDocuments: notAsked,
    documentStatus: notAsked,
    previewNota: notAsked,
    drafts: notAsked,
    saveDraft: notAsked,
    deleteDraft: notAsked,
    receivedPdf: notAsked,
    issuedDocuments: async (filter) => {
      const opened = await form()
      return opened.kind === 'ok' ? list(filter) : opened
    },
    previewFactura: async (content) => {
      const opened = await form()
      if (opened.kind !== 'ok') return opened
      const lookedUp = await form()
      if (lookedUp.kind !== 'ok') return lookedUp
      const { changesPreview } = needs.authority.temper
      const seen = await ask({
        ...scoped,
        step: 'mipeDisplayPreView.cgi',
        page: (): PreviewedFactura['seen'] => ({
          tipoDte: 33,
          recipient: content.recipient.rut,
          issueDate: content.issueDate,
          netoClp: content.netoClp,
          ivaClp: content.ivaClp,
          totalClp: clp(content.totalClp + (changesPreview ? 1 : 0)),
        }),
      })
      if (seen.kind !== 'page') return failure(seen)
      const sign = (password: string) => signing(needs, ask, visitor, content, password)
      return { kind: 'ok', value: { seen: seen.value, pdf: notAsked, sign } }
    },
    pdf: async () => {
      const page = () => (needs.authority.temper.hasNoPdf ? null : PDF)
      const read = await ask({ ...scoped, step: 'mipeDisplayPDF.cgi', page })
      if (read.kind !== 'page') return failure(read)
      return read.value === null ? unavailable('unknownPage') : { kind: 'ok', value: read.value }
    },
    xml: ({ folio }) => download(needs, ask, visitor, folio),
  }
}

const PDF = Buffer.from('%PDF-1.4')

/** Nothing is issued, but a folio is used up. */
async function signing(
  needs: StandInNeeds,
  ask: Ask,
  { person, token, company }: Visitor,
  content: Parameters<CompanyPortal['previewFactura']>[0],
  password: string,
): Promise<Answer<SignedFactura>> {
  const { authority } = needs
  const made = await ask({
    token,
    needs: 'company',
    step: 'mipeGenXMLFirma.cgi',
    page: (session) => (session === null ? null : authority.propose(session, content)),
  })
  if (made.kind !== 'page') return failure(made)
  const proposal = made.value
  if (proposal === null || proposal.company !== company) return { kind: 'companyNotSelected' }
  const personal = { token, needs: 'session' } as const
  const hasOne = () => needs.passwordOf(person) !== null
  const asked = await ask({ ...personal, step: 'getCertDigital.cgi', page: hasOne })
  if (asked.kind === 'errorPage' || asked.kind === 'maintenance') return unavailable('unknownPage')
  if (asked.kind !== 'page') return failure(asked)
  if (!asked.value) return { kind: 'noCentralCertificate' }
  const isRight = () => needs.passwordOf(person) === password
  const signed = await ask({ ...personal, step: 'postFirmaDigital.cgi', page: isRight })
  const isWrong =
    signed.kind === 'errorPage' ||
    signed.kind === 'noCompany' ||
    (signed.kind === 'page' && !signed.value)
  if (isWrong) return { kind: 'certificatePasswordRejected', text: '' }
  if (signed.kind !== 'page') return failure(signed)
  const send: SignedFactura['send'] = async (checkpoint) => {
    if (!checkpoint()) return { kind: 'notSent' }
    const sent = await ask<SendReply>({
      token,
      needs: 'company',
      step: 'mipeSendXML.cgi',
      page: (session, visit) =>
        session === null ? { kind: 'unclear' } : authority.send(session, proposal, visit),
    })
    return outcomeOf(sent)
  }
  return { kind: 'ok', value: { folio: proposal.folio, send } }
}

function outcomeOf(sent: Reply<SendReply>): SendOutcome {
  const uncertain = (cause: (SendOutcome & { kind: 'uncertain' })['cause']): SendOutcome => ({
    kind: 'uncertain',
    cause,
    page: null,
  })
  switch (sent.kind) {
    case 'page':
      if (sent.value.kind === 'refused') return sent.value
      if (sent.value.kind === 'unclear') return uncertain('unrecognisedPage')
      return {
        kind: 'issued',
        folio: sent.value.document.folio,
        code: sent.value.document.code,
        page: '',
      }
    case 'lost':
      return uncertain(sent.cause === 'timeout' ? 'timeout' : 'connectionLost')
    case 'serverError':
      return uncertain('serverError')
    case 'loginPage':
      return uncertain('loginPage')
    case 'errorPage':
    case 'maintenance':
    case 'noCompany':
      return uncertain('unrecognisedPage')
  }
}

async function download(
  needs: StandInNeeds,
  ask: Ask,
  { token, company }: Visitor,
  folio: number,
): Promise<Answer<Uint8Array>> {
  const scoped = { token, needs: 'company' } as const
  const find = () =>
    needs.authority.listed(company).find((document) => document.folio === folio) ?? null
  const start = await ask({ ...scoped, step: 'auth.cgi', page: () => null })
  if (start.kind === 'lost' || start.kind === 'loginPage') return failure(start)
  const listed = await ask({ ...scoped, step: 'lista_documentos.cgi', page: find })
  // Only what it recognises stops the client here; any other page is left behind.
  const isStopped = ['lost', 'loginPage', 'serverError', 'noCompany'].includes(listed.kind)
  if (isStopped && listed.kind !== 'page') return failure(listed)
  if (listed.kind === 'page' && listed.value === null) return { kind: 'notFound', text: '' }
  const set = await ask({ ...scoped, step: 'download.cgi', page: find })
  if (set.kind !== 'page') return failure(set)
  return set.value === null
    ? { kind: 'notFound', text: '' }
    : { kind: 'ok', value: needs.xmlOf(set.value) }
}

function rowOf(document: IssuedAtSii): IssuedRow {
  return {
    code: document.code,
    recipient: rut(document.recipient),
    recipientName: '',
    tipoDte: 33,
    typeText: 'Factura Electronica',
    folio: document.folio,
    issueDate: document.issueDate,
    totalClp: clp(document.totalClp),
    stateText: 'Documento Emitido',
  }
}

function fits(row: IssuedRow, filter: IssuedFilter): boolean {
  return (
    (filter.recipient === undefined || row.recipient === filter.recipient) &&
    (filter.folio === undefined || row.folio === filter.folio) &&
    (filter.from === undefined || compare(row.issueDate, filter.from) >= 0) &&
    (filter.to === undefined || compare(row.issueDate, filter.to) <= 0)
  )
}

type Missed = Exclude<Reply<never>, { kind: 'page' }>

function unavailable(cause: Unavailable['cause']): Unavailable {
  return { kind: 'unavailable', cause, text: '' }
}

function failure(reply: Missed): SiiFailure {
  if (reply.kind === 'loginPage') return { kind: 'sessionExpired' }
  if (reply.kind === 'noCompany') return { kind: 'companyNotSelected' }
  return outside(reply)
}

/** Where there is no session that could have expired. */
function outside(reply: Missed): Unavailable {
  if (reply.kind === 'lost') return unavailable(reply.cause)
  if (reply.kind === 'serverError' || reply.kind === 'maintenance') return unavailable(reply.kind)
  return unavailable('unknownPage')
}
