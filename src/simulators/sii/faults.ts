/** What the network and the SII's machines do to one request, whatever the page would have answered. */
export const faultKinds = {
  'drop-request': 'the connection dies before the page runs',
  'drop-answer': 'the page runs, then the connection dies',
  'hang-request': 'the page never runs and nothing is answered',
  'hang-answer': 'the page runs, but nothing is answered',
  'cut-answer': 'the page runs; half of its bytes arrive, then the connection dies',
  'error-before': 'a 5xx before the page runs',
  'error-after': 'the page runs, then a 5xx',
  'html-before': 'status 200 with an error page; the page never runs',
  'html-after': 'the page runs, then status 200 with an error page',
  'slow-commit': 'the connection dies at once; the page, let in already, runs when released',
  'late-arrival':
    'the connection dies at once; the request arrives when released, if its session lives',
  'slow-answer': 'the page runs and answers when released',
  'list-lag': 'what this request issues is listed only after delayMs',
  'expire-before': 'the session is gone when the request arrives',
  'expire-after': 'the page runs, then the session is gone',
  maintenance: 'status 200 with the maintenance page; the page never runs',
  'duplicate-first': 'the request arrives twice; the first answer comes back',
  'duplicate-second': 'the request arrives twice; the second answer comes back',
} as const

export type FaultKind = keyof typeof faultKinds

export interface Fault {
  kind: FaultKind
  /** Last part of the path, such as 'mipeSendXML.cgi'; '*' for all. */
  cgi: string
  method?: 'GET' | 'POST'
  /** RUT of the person whose session asks; everybody without it. */
  rut?: string
  /** How many requests it strikes (default 1). */
  times?: number
  /** How many matching requests pass before the first is struck (default 0). */
  skip?: number
  /** For error-before and error-after (default 503). */
  status?: number
  /** For list-lag (default 10 minutes). */
  delayMs?: number
}

export interface FaultPlan {
  add(fault: Fault): void
  clear(): void
  pending(): Fault[]
  /** Every strike so far, for tests that demand each kind at each step. */
  struck(): { kind: FaultKind; cgi: string }[]
  take(request: { cgi: string; method: string; personRut: string | null }): Fault | null
}

export function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(faultKinds, text)
}

const MOST_STRIKES_KEPT = 10_000

export function createFaultPlan(): FaultPlan {
  let plan: Fault[] = []
  const strikes: { kind: FaultKind; cgi: string }[] = []
  return {
    add: (fault) => void plan.push({ times: 1, skip: 0, ...fault }),
    clear: () => void (plan = []),
    pending: () => plan.map((fault) => ({ ...fault })),
    struck: () => [...strikes],
    take(request) {
      for (const fault of plan) {
        if (!matches(fault, request)) continue
        if ((fault.skip ?? 0) > 0) {
          fault.skip = (fault.skip ?? 0) - 1
          continue
        }
        fault.times = (fault.times ?? 1) - 1
        plan = plan.filter((one) => (one.times ?? 1) > 0)
        if (strikes.length < MOST_STRIKES_KEPT) {
          strikes.push({ kind: fault.kind, cgi: request.cgi })
        }
        return { ...fault }
      }
      return null
    },
  }
}

function matches(
  fault: Fault,
  request: { cgi: string; method: string; personRut: string | null },
): boolean {
  return (
    (fault.cgi === '*' || fault.cgi === request.cgi) &&
    (fault.method === undefined || fault.method === request.method) &&
    (fault.rut === undefined || fault.rut === request.personRut)
  )
}
