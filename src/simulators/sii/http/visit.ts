import type { WorldCompany, WorldPerson } from '../../world.ts'
import type { Portal } from '../state/portal.ts'
import type { Session } from '../state/state.ts'
import type { Answer } from './answer.ts'
import type { Fields } from './form.ts'

/** A request as it arrives; `path` begins with the prefix that stands for the host. */
export interface SiiRequest {
  method: string
  path: string
  /** Without the question mark. */
  query: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
}

export interface Visit {
  portal: Portal
  request: SiiRequest
  query: Fields
  form: Fields
  session: Session | null
  /** How long what this request issues stays out of the lists. */
  listLagMs: number
}

export interface PersonVisit extends Visit {
  session: Session
  person: WorldPerson
}

export interface CompanyVisit extends PersonVisit {
  company: WorldCompany
}

export type Page<V> = (visit: V) => Answer | Promise<Answer>

/** `needs` says what the portal demands before the page runs. */
export type Route = { method: 'GET' | 'POST'; path: string; bodyCharset?: 'utf-8' } & (
  | { needs: 'nothing'; page: Page<Visit> }
  | { needs: 'session'; page: Page<PersonVisit> }
  | { needs: 'company'; page: Page<CompanyVisit> }
)
