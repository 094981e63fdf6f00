import { groupedBy } from './grouped.ts'
import type { Portal } from './portal.ts'
import type { Session } from './state.ts'

/** As `locexp` says: about two hours, used or not. */
export const SESSION_MS = 2 * 60 * 60 * 1000

const MOST_SESSIONS_KEPT = 2000

const byToken = groupedBy((session: Session) => session.token)
const byPerson = groupedBy((session: Session) => session.personRut)

export function openSession(portal: Portal, personRut: string): Session {
  const session: Session = {
    token: portal.newToken(),
    personRut,
    companyRut: null,
    openedAtMs: portal.now(),
    closedAtMs: null,
  }
  portal.state.sessions.push(session)
  if (portal.state.sessions.length > 2 * MOST_SESSIONS_KEPT) {
    portal.state.sessions = portal.state.sessions.slice(-MOST_SESSIONS_KEPT)
  }
  return session
}

export function closeSession(portal: Portal, session: Session): void {
  session.closedAtMs ??= portal.now()
}

/** Null when the cookies open nothing (any more). */
export function sessionOf(portal: Portal, cookieHeader: string): Session | null {
  const cookies = parseCookies(cookieHeader)
  const token = cookies.get('TOKEN') ?? cookies.get('CSESSIONID')
  const [session] = token === undefined ? [] : byToken(portal.state.sessions, token)
  return session && isOpen(portal, session) ? session : null
}

export function openSessionsOf(portal: Portal, personRut: string): Session[] {
  return byPerson(portal.state.sessions, personRut).filter((session) => isOpen(portal, session))
}

/** TOKEN and CSESSIONID carry the same value; the NETSCAPE_LIVEWIRE family names the person. */
export function sessionCookies(session: Session): string[] {
  const [body = '', dv = ''] = session.personRut.split('-')
  const values: Record<string, string> = {
    TOKEN: session.token,
    CSESSIONID: session.token,
    'NETSCAPE_LIVEWIRE.rut': body,
    'NETSCAPE_LIVEWIRE.rutm': body,
    'NETSCAPE_LIVEWIRE.dv': dv,
    'NETSCAPE_LIVEWIRE.dvm': dv,
    'NETSCAPE_LIVEWIRE.clave': `SI${session.token.slice(0, 12)}SI`,
    'NETSCAPE_LIVEWIRE.mac': session.token.slice(0, 16).toLowerCase(),
    'NETSCAPE_LIVEWIRE.exp': String(Math.floor((session.openedAtMs + SESSION_MS) / 1000)),
    'NETSCAPE_LIVEWIRE.sec': '0000',
    'NETSCAPE_LIVEWIRE.lms': '120',
    RUT_NS: body,
    DV_NS: dv,
  }
  return Object.entries(values).map(([name, value]) => `${name}=${value}; Path=/`)
}

function isOpen(portal: Portal, session: Session): boolean {
  return session.closedAtMs === null && portal.now() < session.openedAtMs + SESSION_MS
}

function parseCookies(header: string): Map<string, string> {
  return new Map(
    header.split(';').map((pair) => {
      const [name = '', ...rest] = pair.trim().split('=')
      return [name, rest.join('=')]
    }),
  )
}
