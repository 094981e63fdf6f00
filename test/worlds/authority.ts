import type { Day } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import type { FaultKind } from '#simulators/sii/faults.ts'
import type { PortalStep } from './faults.ts'

/**
 * A thin SII for thousands of worlds: what it keeps and refuses, without pages, charsets or real time. The
 * test beside it holds it against the simulator, fault by fault, so that it can't promise more than that.
 */
export interface Authority {
  readonly documents: readonly IssuedAtSii[]
  readonly sends: readonly SendAtSii[]
  readonly logins: readonly LoginAtSii[]
  /** One request, through whatever fault strikes it. */
  serve<T>(request: AuthorityRequest<T>, fault: FaultKind | null): Reply<T>
  logIn(person: string, clave: string, worker: string): LoginReply
  propose(session: Session, content: FacturaContent): Proposal
  send(session: Session, proposal: Proposal, visit: Visit): SendReply
  issueByHand(
    document: Omit<
      IssuedAtSii,
      'folio' | 'code' | 'mark' | 'content' | 'storedAtMs' | 'listedFromMs' | 'token'
    >,
  ): number
  /** What the company's list shows by now, newest first. */
  listed(company: string): IssuedAtSii[]
  closer(token: string): () => null
  /** The session in which that folio was proposed. */
  tokenOf(company: string, folio: number): string | null
  isOpen(token: string): boolean
  expire(person: string): void
  /** The clave and the certificate password that are right from now on. */
  setClave(person: string, clave: string): void
  readonly temper: Temper
}

/** What the SII is like for a while; the world changes it. */
export interface Temper {
  refusesSignature: boolean
  changesPreview: boolean
  /** How long everything that is issued now stays out of the lists. */
  listLagMs: number
  underMaintenance: boolean
  hasNoPdf: boolean
}

export interface AuthorityRequest<T> {
  step: PortalStep
  token: string | null
  needs: 'nothing' | 'session' | 'company'
  page(session: Session | null, visit: Visit): T
}

export interface Visit {
  /** When the request was let in, which may be well before it takes effect. */
  arrivedAtMs: number
  /** How long what it issues stays out of the list. */
  listLagMs: number
}

export type Reply<T> =
  | { kind: 'page'; value: T }
  | { kind: 'lost'; cause: 'network' | 'timeout' }
  | { kind: 'serverError' | 'errorPage' | 'maintenance' | 'loginPage' | 'noCompany' }

export interface Session {
  token: string
  person: string
  company: string | null
  openedAtMs: number
  closedAtMs: number | null
}

export interface Proposal {
  folio: number
  company: string
  token: string
  content: FacturaContent
  totalClp: number
}

export interface IssuedAtSii {
  company: string
  folio: number
  code: string
  recipient: string
  issueDate: Day
  totalClp: number
  /** The first line's text, by which a document of ours is known for sure; '' for one issued by hand. */
  mark: string
  /** Null for one issued by hand. */
  content: FacturaContent | null
  token: string
  storedAtMs: number
  listedFromMs: number
}

export interface SendAtSii {
  person: string
  company: string
  token: string
  folio: number
  arrivedAtMs: number
  /** When it took effect; null when it didn't. */
  issuedAtMs: number | null
}

export interface LoginAtSii {
  person: string
  clave: string
  worker: string
  atMs: number
  kind: LoginReply['kind']
}

export type LoginReply =
  | { kind: 'ok'; session: Session }
  | { kind: 'invalidCredentials' | 'tooManySessions' | 'accountBlocked' }

export type SendReply =
  | { kind: 'issued'; document: IssuedAtSii }
  | { kind: 'refused'; text: string }
  /** Any other sentence: nothing a client may conclude from. */
  | { kind: 'unclear' }

export interface AuthorityNeeds {
  now(): number
  /** After some time, by itself. */
  later(delayMs: number, label: string, act: () => void): void
  delayMs(least: number, most: number): number
  newToken(): string
}

const SESSION_MS = 2 * 60 * 60_000
const MOST_SESSIONS = 5
const MOST_WRONG_CLAVES = 5
/** What was let in takes effect within the quiet time; what arrives late may come any time. */
const SLOW_COMMIT_MS = [1_000, 110_000] as const
const LATE_ARRIVAL_MS = [1_000, 2 * 60 * 60_000] as const
/** Shorter than the hour that two looks at the list are apart. */
const LIST_LAG_MS = [30_000, 55 * 60_000] as const
const FIRST_FOLIO = 100

export function createAuthority(needs: AuthorityNeeds): Authority {
  const sessions: Session[] = []
  const documents: IssuedAtSii[] = []
  const sends: SendAtSii[] = []
  const logins: LoginAtSii[] = []
  const claves = new Map<string, string>()
  const wrong = new Map<string, number>()
  const folios = new Map<string, number>()
  const proposed = new Map<string, string>()
  const temper: Temper = {
    refusesSignature: false,
    changesPreview: false,
    listLagMs: 0,
    underMaintenance: false,
    hasNoPdf: false,
  }

  const isLive = ({ closedAtMs, openedAtMs }: Session): boolean =>
    closedAtMs === null && needs.now() < openedAtMs + SESSION_MS
  const find = (token: string | null): Session | null =>
    sessions.find((one) => one.token === token && isLive(one)) ?? null
  const close = (session: Session | null): void => {
    if (session !== null) session.closedAtMs ??= needs.now()
  }

  function nextFolio(company: string): number {
    const folio = (folios.get(company) ?? FIRST_FOLIO) + 1
    folios.set(company, folio)
    return folio
  }

  const serve = createServer({ needs, temper, find, close })

  function judgeLogin(person: string, clave: string): LoginReply {
    if ((wrong.get(person) ?? 0) >= MOST_WRONG_CLAVES) return { kind: 'accountBlocked' }
    const open = sessions.filter((one) => one.person === person && isLive(one))
    if (open.length >= MOST_SESSIONS) return { kind: 'tooManySessions' }
    if (claves.get(person) !== clave) {
      wrong.set(person, (wrong.get(person) ?? 0) + 1)
      return { kind: 'invalidCredentials' }
    }
    wrong.set(person, 0)
    const token = needs.newToken()
    const session = { token, person, company: null, openedAtMs: needs.now(), closedAtMs: null }
    sessions.push(session)
    return { kind: 'ok', session }
  }

  return {
    documents,
    sends,
    logins,
    temper,
    serve,
    logIn: (person, clave, worker) => {
      const reply = judgeLogin(person, clave)
      logins.push({ person, clave, worker, atMs: needs.now(), kind: reply.kind })
      return reply
    },
    propose: (session, content) => {
      const company = session.company ?? ''
      const folio = nextFolio(company)
      proposed.set(`${company} ${folio}`, session.token)
      const totalClp = content.totalClp + (temper.changesPreview ? 1 : 0)
      return { folio, company, token: session.token, content, totalClp }
    },
    send: (session, proposal, { arrivedAtMs, listLagMs }) => {
      const { folio, company, token, content } = proposal
      const arrived = { person: session.person, company, token, folio, arrivedAtMs }
      const isKnown = company === session.company && token === session.token
      const isRepeated = documents.some((one) => one.company === company && one.folio === folio)
      const isRefused = temper.refusesSignature
      const isIssued = isKnown && !isRepeated && !isRefused
      sends.push({ ...arrived, issuedAtMs: isIssued ? needs.now() : null })
      if (isRefused) return { kind: 'refused', text: 'Firma no reconocida' }
      if (!isIssued) return { kind: 'unclear' }
      const document: IssuedAtSii = {
        company,
        folio,
        code: String(99_000_000 + documents.length),
        recipient: content.recipient.rut,
        issueDate: content.issueDate,
        totalClp: proposal.totalClp,
        mark: content.lines[0]?.name ?? '',
        content,
        token,
        storedAtMs: needs.now(),
        listedFromMs: needs.now() + Math.max(listLagMs, temper.listLagMs),
      }
      documents.push(document)
      return { kind: 'issued', document }
    },
    issueByHand: (known) => {
      const folio = nextFolio(known.company)
      const code = String(99_000_000 + documents.length)
      const now = needs.now()
      const byHand = { mark: '', content: null, token: '' }
      documents.push({ ...known, ...byHand, folio, code, storedAtMs: now, listedFromMs: now })
      return folio
    },
    listed: (company) =>
      documents
        .filter((one) => one.company === company && one.listedFromMs <= needs.now())
        .toReversed(),
    tokenOf: (company, folio) => proposed.get(`${company} ${folio}`) ?? null,
    closer: (token) => () => {
      close(find(token))
      return null
    },
    isOpen: (token) => find(token) !== null,
    expire: (person) => {
      for (const session of sessions) if (session.person === person) close(session)
    },
    setClave: (person, clave) => {
      claves.set(person, clave)
      wrong.set(person, 0)
    },
  }
}

interface ServerNeeds {
  needs: AuthorityNeeds
  temper: Temper
  find(token: string | null): Session | null
  close(session: Session | null): void
}

/** What the network and the SII's machines do to one request, as the simulator's own faults say it. */
function createServer({ needs, temper, find, close }: ServerNeeds): Authority['serve'] {
  function run<T>(request: AuthorityRequest<T>, session: Session | null, visit: Visit): Reply<T> {
    if (temper.underMaintenance) return { kind: 'maintenance' }
    if (request.needs !== 'nothing' && session === null) return { kind: 'loginPage' }
    if (request.needs === 'company' && session?.company == null) return { kind: 'noCompany' }
    return { kind: 'page', value: request.page(session, visit) }
  }

  return (request, fault) => {
    const now = (listLagMs = 0) =>
      run(request, find(request.token), { arrivedAtMs: needs.now(), listLagMs })
    switch (fault) {
      case null:
      case 'slow-answer':
        return now()
      case 'drop-request':
        return { kind: 'lost', cause: 'network' }
      case 'drop-answer':
      case 'cut-answer':
        now()
        return { kind: 'lost', cause: 'network' }
      case 'hang-request':
        return { kind: 'lost', cause: 'timeout' }
      case 'hang-answer':
        now()
        return { kind: 'lost', cause: 'timeout' }
      case 'error-before':
        return { kind: 'serverError' }
      case 'error-after':
        now()
        return { kind: 'serverError' }
      case 'html-before':
        return { kind: 'errorPage' }
      case 'html-after':
        now()
        return { kind: 'errorPage' }
      case 'slow-commit': {
        // Let in on arrival: closing its session doesn't stop it any more.
        const visit = { arrivedAtMs: needs.now(), listLagMs: 0 }
        const entered = find(request.token)
        const session = entered && { ...entered }
        needs.later(needs.delayMs(...SLOW_COMMIT_MS), `${request.step} takes effect`, () => {
          run(request, session, visit)
        })
        return { kind: 'lost', cause: 'network' }
      }
      case 'late-arrival':
        needs.later(needs.delayMs(...LATE_ARRIVAL_MS), `${request.step} arrives`, () => void now())
        return { kind: 'lost', cause: 'network' }
      case 'list-lag':
        return now(needs.delayMs(...LIST_LAG_MS))
      case 'expire-before':
        close(find(request.token))
        return now()
      case 'expire-after': {
        const answer = now()
        close(find(request.token))
        return answer
      }
      case 'maintenance':
        return { kind: 'maintenance' }
      case 'duplicate-first': {
        const first = now()
        now()
        return first
      }
      case 'duplicate-second':
        now()
        return now()
    }
  }
}
