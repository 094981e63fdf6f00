import type { KeyObject } from 'node:crypto'
import type { BoletaByHand } from './boletas/issue.ts'
import { annul, boletaOf, issueBoletaByHand } from './boletas/issue.ts'
import type { FacturaByHand } from './documents/by-hand.ts'
import { issueByHand } from './documents/by-hand.ts'
import { documentStates, receiverEvents, type ReceiverEventCode } from './state/document-states.ts'
import type { FaultPlan } from './state/faults.ts'
import { authorityPublicKey, SIMULATED_IDK } from './state/keys.ts'
import type { Limits, LoggedRequest, Portal } from './state/portal.ts'
import type { Scenarios } from './state/scenarios.ts'
import { openSessionsOf } from './state/sessions.ts'
import type { SendAttempt, Session, StoredBoleta, StoredDocument } from './state/state.ts'
import type { Variants } from './state/variants.ts'

/** What tests and demonstrations may ask of the simulator, and no client of the SII ever sees. */
export interface Admin {
  scenarios: Pick<Scenarios, 'set' | 'clear' | 'list'>
  faults: Pick<FaultPlan, 'add' | 'sow' | 'clear' | 'pending' | 'struck'>
  /** Lets what slow-commit and slow-answer hold back go on; how many there were. */
  release(): number
  variants(): Variants
  setVariants(changed: Partial<Variants>): void
  limits(): Limits
  setLimits(changed: Partial<Limits>): void
  ledger(): LedgerEntry[]
  /** Every boleta de honorarios, its issuer's or not, oldest first. */
  boletas(): BoletaEntry[]
  sends(): SendAttempt[]
  requests(): LoggedRequest[]
  sessions(): (Session & { open: boolean })[]
  expireSessions(personRut?: string): void
  /** Wrong passwords tried, by person. */
  wrongCertificatePasswords(): Record<string, number>
  wrongClaves(): Record<string, number>
  now(): number
  /** Null lets the time run again. */
  setClock(ms: number | null): void
  /** As if the receiver had reacted now, or the SII had judged: a code of the lists' ESTADO filter. */
  setDocumentState(code: string, state: string): void
  /** As if the receiver had told the SII now: an event of its register of acceptance and claim. */
  react(code: string, event: ReceiverEventCode): void
  /** A look-alike that somebody issues outside: today, with the next folio. */
  issueByHand(factura: FacturaByHand): StoredDocument
  /** The same for a boleta. */
  issueBoletaByHand(boleta: BoletaByHand): StoredBoleta
  annulBoletaByHand(issuerRut: string, folio: number, cause: number): void
  reset(): void
  /** The "SII" whose CAFs stamp everything here, for a verifier. */
  authority(): { idk: number; publicKey: KeyObject }
}

export interface LedgerEntry extends StoredDocument {
  /** How many sends arrived for this company and folio, whatever became of them. */
  timesAsked: number
}

export interface BoletaEntry extends StoredBoleta {
  /** How many final steps arrived for the same issuer, receiver, gross, day and first text. */
  timesAsked: number
}

export function createAdmin(portal: Portal): Admin {
  return {
    scenarios: portal.scenarios,
    faults: portal.faults,
    release() {
      const held = portal.held.splice(0)
      held.forEach((go) => go())
      return held.length
    },
    variants: () => ({ ...portal.variants }),
    setVariants: (changed) => void Object.assign(portal.variants, changed),
    limits: () => ({ ...portal.limits }),
    setLimits: (changed) => void Object.assign(portal.limits, changed),
    ledger() {
      const asked = timesAsked(portal)
      return portal.state.documents.map((one) => ({
        ...one,
        timesAsked: asked.get(`${one.issuerRut} ${one.tipoDte} ${one.folio}`) ?? 0,
      }))
    },
    boletas: () =>
      portal.state.boletas.map((one) => ({ ...one, timesAsked: timesBoletaAsked(portal, one) })),
    sends: () => [...portal.state.sends],
    requests: () => [...portal.requests],
    sessions: () =>
      portal.state.sessions.map((one) => ({
        ...one,
        open: openSessionsOf(portal, one.personRut).includes(one),
      })),
    expireSessions(personRut) {
      for (const session of portal.state.sessions) {
        if (personRut === undefined || session.personRut === personRut) {
          session.closedAtMs ??= portal.now()
        }
      }
      portal.save()
    },
    wrongCertificatePasswords: () => ({ ...portal.state.wrongCertificatePasswords }),
    wrongClaves: () => ({ ...portal.state.wrongClaves }),
    now: () => portal.now(),
    setClock: (ms) => portal.setClock(ms),
    issueByHand(factura) {
      const stored = issueByHand(portal, factura)
      portal.save()
      return stored
    },
    setDocumentState(code, state) {
      const found = portal.state.documents.find((one) => one.code === code)
      if (!found || documentStates[state] === undefined) throw new Error(`No ${code} or ${state}`)
      found.state = state
      found.eventCode = null
      found.reactedAtMs = portal.now()
      portal.save()
    },
    react: (code, event) => react(portal, code, event),
    issueBoletaByHand(boleta) {
      const stored = issueBoletaByHand(portal, boleta)
      portal.save()
      return stored
    },
    annulBoletaByHand(issuerRut, folio, cause) {
      const found = boletaOf(portal, issuerRut, folio)
      if (!found) throw new Error(`No boleta ${folio} of ${issuerRut}`)
      annul(portal, found, cause)
      portal.save()
    },
    reset: () => portal.reset(),
    authority: () => ({ idk: SIMULATED_IDK, publicKey: authorityPublicKey(portal.state) }),
  }
}

function react(portal: Portal, code: string, event: ReceiverEventCode): void {
  const found = portal.state.documents.find((one) => one.code === code)
  if (!found) throw new Error(`No ${code}`)
  found.state = receiverEvents[event].state
  found.eventCode = event
  found.reactedAtMs = portal.now()
  portal.save()
}

function timesAsked(portal: Portal): Map<string, number> {
  const asked = new Map<string, number>()
  for (const { companyRut, tipoDte, folio } of portal.state.sends) {
    const key = `${companyRut} ${tipoDte} ${folio}`
    asked.set(key, (asked.get(key) ?? 0) + 1)
  }
  return asked
}

function timesBoletaAsked(portal: Portal, boleta: StoredBoleta): number {
  const { issuerRut, receiverRut, grossClp, issueDay, lines } = boleta
  const content = [receiverRut || '-', grossClp, issueDay, lines[0]?.text ?? ''].join(' ')
  return portal.state.sends.filter(
    (one) => one.tipoDte === null && one.personRut === issuerRut && one.content === content,
  ).length
}
