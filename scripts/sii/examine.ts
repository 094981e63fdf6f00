import { dayInChile } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { createSii, type LoginOutcome, type Wire } from '#sii/sii.ts'
import type { ObservationCode } from './observations.ts'
import { redactedRecord } from './record.ts'
import { walkCompany, walkRegisters } from './walk-company.ts'
import { walkBoletas, walkPerson } from './walk-person.ts'
import { walkPublic, type PublicPlaces } from './walk-public.ts'
import { createWalk, type Finding, type Walk } from './walk.ts'
import { watch } from './watched-wire.ts'

export interface Credentials {
  person: Rut
  clave: string
}

export interface ExamineNeeds extends PublicPlaces {
  wire: Wire
  /** The clock, ms since 1970. */
  nowMs: () => number
  wait: (ms: number) => Promise<void>
  paceMs: number
  /** Each thing as soon as it is known. */
  told: (finding: Finding) => void
  /** Somebody wants it to end: nothing more is asked but to leave. */
  stop?: AbortSignal
}

export interface Examination {
  /** How the one log-in ended. */
  login:
    | Exclude<LoginOutcome['kind'], 'unavailable'>
    | (LoginOutcome & { kind: 'unavailable' })['cause']
  findings: Finding[]
  observed: { code: ObservationCode; value: string }[]
  /** JSON that holds nobody's data; null when that couldn't be made sure. */
  record: string | null
}

const MOST_COMPANIES = 2

/**
 * One log-in, every reading operation at a polite pace, one log-out. Requests outside the reading pages don't
 * leave, whatever the client asks; a clave refused is not tried again; nothing is kept.
 */
export async function examine(
  needs: ExamineNeeds,
  { person, clave }: Credentials,
): Promise<Examination> {
  const { nowMs, paceMs, origins } = needs
  let isWalking = false
  const isStopped = (): boolean => isWalking && needs.stop?.aborted === true
  // Whoever stops it isn't kept waiting.
  const wait = async (ms: number): Promise<void> => {
    if (!isStopped()) await needs.wait(ms)
  }
  const watching = watch(
    async (request) =>
      isStopped() ? { kind: 'failed', cause: 'network', code: 'STOPPED' } : needs.wire(request),
    origins,
  )
  const findings: Finding[] = []
  const names = new Set<string>()
  const newWalk = (): Walk =>
    createWalk({
      rest: () => wait(paceMs),
      step: watching.step,
      keepSecret: (some) => some.forEach((name) => name !== null && names.add(name)),
      isStopped,
      told(finding) {
        findings.push(finding)
        needs.told(finding)
      },
    })
  const sii = createSii({ nowMs, wait, paceMs, origins, wire: watching.wire })
  const today = dayInChile(nowMs())
  const login = await sii.login({ rut: person, clave })
  const walk = newWalk()
  if (login.kind !== 'ok') {
    tellRefused(walk, login)
  } else {
    const session = login.value
    await walk.ask('login', async () => ({ kind: 'ok', value: true }))
    isWalking = true
    try {
      const companies = await walkPerson(walk, session)
      await walkBoletas(walk, session, today)
      for (const company of companies.slice(0, MOST_COMPANIES)) {
        await walkCompany(walk, session, company, today)
        await walkRegisters(walk, session, company, today)
      }
      const asked = { company: companies[0] ?? person, person, today, nowMs }
      await walkPublic(newWalk(), watching.wire, needs, asked)
    } finally {
      isWalking = false
      // On a walk of its own: the session is closed although the SII asked to slow down.
      await newWalk().ask('logout', () => session.logout())
    }
  }
  const observed = [...watching.observed.values()]
  const { exchanges, heldBack, secrets } = watching
  return {
    login: login.kind === 'unavailable' ? login.cause : login.kind,
    findings,
    observed,
    record: redactedRecord(
      { today, findings, observed, exchanges, heldBack },
      { person, clave, names: [...names], secrets: [...secrets] },
    ),
  }
}

/** A door that stays closed says something of what is known only when its page isn't known. */
function tellRefused(walk: Walk, login: Exclude<LoginOutcome, { kind: 'ok' }>): void {
  const why = login.kind === 'unavailable' ? login.cause : login.kind
  const isUnknown = why === 'interstitial' || why === 'loginRejected' || why === 'unknownPage'
  if (isUnknown) walk.wrong('login', why, login.text)
  else walk.unseen('login', why, login.text)
}
