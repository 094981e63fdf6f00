import { randomUUID } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { contractCalls } from '#server/http/contract-calls.ts'
import type { TestApp, TestReply } from '#server/test-app.ts'
import { lines, type Aim, type Line, type Request } from './lines.ts'
import { digestOfTables, type Tenant } from './tenants.ts'

/** Who is not let in, whatever they ask for. */
export interface Outsider {
  name: string
  token: string | undefined
}

export interface People {
  owner: Tenant
  other: Tenant
  outsiders: Outsider[]
}

const ABSENT = 999_999_999
const MALFORMED = ['abc', '0', '-1', '1.5', '9'.repeat(25), "1'--"]

/**
 * Every call × everybody × every kind of id. Answers what is wrong, a sentence each; nothing when the walls
 * hold. The owner's own calls come last, because they change and delete what the others were aimed at.
 */
export async function walk(app: TestApp, people: People): Promise<string[]> {
  const look = (name: string, line: Line) => refusals(app, people, methodOf(name), line)
  const refused = await walkEach(app, look, CALLS_PER_DIGEST)
  return [...refused, ...(await ownCalls(app, people))]
}

/** The part of the walk that is let in: enough to see that the walk finds open walls. */
export async function walkSignedIn(app: TestApp, people: People): Promise<string[]> {
  const look = (name: string, line: Line) => askForOthersRows(app, people, methodOf(name), line)
  return [...(await walkEach(app, look, 1)), ...(await ownCalls(app, people))]
}

/** Reading every row takes longer than several calls that change none. */
const CALLS_PER_DIGEST = 12

/** What was found at each call, and which tables were changed by a call or by one of some. */
async function walkEach(
  app: TestApp,
  look: (name: string, line: Line) => Promise<string[]>,
  callsPerDigest: number,
): Promise<string[]> {
  const findings: string[] = []
  const calls = Object.entries(lines)
  let before = await digestOfTables(app.database.db)
  for (let at = 0; at < calls.length; at += callsPerDigest) {
    const some = calls.slice(at, at + callsPerDigest)
    for (const [name, line] of some) {
      findings.push(...(await look(name, line)).map((what) => `${name}: ${what}`))
    }
    const after = await digestOfTables(app.database.db)
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    const names = some.map(([name]) => name).join(' or ')
    if (changed.length > 0) findings.push(`${names}: changed ${changed.join(', ')}`)
    before = after
  }
  return findings
}

async function refusals(
  app: TestApp,
  people: People,
  method: Call['method'],
  line: Line,
): Promise<string[]> {
  if (line.kind === 'public') return []
  const ask = (token: string | undefined, request: Request) =>
    app.call({ method, ...request, ...(token === undefined ? {} : { token }) })
  const requests = requestsOf(line, people)
  const found: string[] = []
  for (const { name, token } of people.outsiders) {
    for (const { kind, request } of requests) {
      const reply = await ask(token, request)
      if (reply.status !== 401) found.push(`${name}, ${kind} id: ${reply.status}`)
      found.push(...foreignText(reply, [...people.owner.marks, ...people.other.marks], name))
    }
  }
  return [...found, ...(await askForOthersRows(app, people, method, line))]
}

/** Each of the two tenants asks for what is the other's. */
async function askForOthersRows(
  app: TestApp,
  { owner, other }: People,
  method: Call['method'],
  line: Line,
): Promise<string[]> {
  if (line.kind !== 'aimed') return []
  const found: string[] = []
  for (const aim of line.aims) {
    for (const [me, them] of [
      [owner, other],
      [other, owner],
    ] as const) {
      const ask = (request: Request) => app.call({ method, ...request, token: me.access })
      found.push(...(await aimAt(aim, me, them, ask)))
    }
  }
  return found
}

type Kind = 'own' | "another's" | 'absent' | 'malformed'

/** For those who aren't let in every kind of id is tried, so that the answer never tells them apart. */
function requestsOf(line: Line, { owner, other }: People): { kind: Kind; request: Request }[] {
  if (line.kind === 'public') return []
  if (line.kind === 'own') return [{ kind: 'own', request: line.request(owner.ids) }]
  return line.aims.flatMap((aim) => [
    { kind: 'own', request: aim.request(owner.ids[aim.of], owner.ids, other.ids) },
    { kind: "another's", request: aim.request(other.ids[aim.of], owner.ids, other.ids) },
    { kind: 'absent', request: aim.request(ABSENT, owner.ids, other.ids) },
    { kind: 'malformed', request: aim.request('abc', owner.ids, other.ids) },
  ])
}

/** Another's row must answer as an absent one, but for the number itself. */
async function aimAt(
  aim: Aim,
  me: Tenant,
  them: Tenant,
  ask: (request: Request) => Promise<TestReply>,
): Promise<string[]> {
  const found: string[] = []
  const theirs = them.ids[aim.of]
  const nobodys = typeof theirs === 'string' ? randomUUID() : ABSENT
  const [another, absent] = [
    await ask(aim.request(theirs, me.ids, them.ids)),
    await ask(aim.request(nobodys, me.ids, them.ids)),
  ]
  if (!aim.refused.includes(absent.status)) found.push(`absent ${aim.of}: ${absent.status}`)
  if (told(another, theirs) !== told(absent, nobodys)) {
    found.push(
      `another's ${aim.of} answers ${told(another, theirs)}, absent ${told(absent, nobodys)}`,
    )
  }
  found.push(...foreignText(another, them.marks, `another's ${aim.of}`))
  for (const malformed of MALFORMED) {
    const reply = await ask(aim.request(encodeURIComponent(malformed), me.ids, them.ids))
    if (!aim.malformed.includes(reply.status)) found.push(`${malformed}: ${reply.status}`)
  }
  return found
}

function told({ status, body }: TestReply, id: number | string): string {
  return `${status} ${(JSON.stringify(body) ?? '').replaceAll(String(id), '#')}`
}

function foreignText({ body }: TestReply, marks: string[], who: string): string[] {
  const text = JSON.stringify(body) ?? ''
  return marks.filter((mark) => text.includes(mark)).map((mark) => `${who} reads ${mark}`)
}

/** The owner's own calls work, tell nothing of the other and leave the other's rows as they are. */
async function ownCalls(app: TestApp, { owner, other }: People): Promise<string[]> {
  const found: string[] = []
  const before = JSON.stringify(await digestOfTables(app.database.db, other))
  for (const [name, line] of Object.entries(lines)) {
    if (line.kind === 'public') continue
    const [aim] = line.kind === 'aimed' ? line.aims : []
    const request = aim
      ? aim.request(owner.ids[aim.of], owner.ids, other.ids)
      : line.kind === 'own' && line.request(owner.ids)
    if (!request) continue
    const reply = await app.call({ method: methodOf(name), ...request, token: owner.access })
    if (!line.works.includes(reply.status)) {
      found.push(`${name}: the owner gets ${reply.status} ${JSON.stringify(reply.body)}`)
    }
    found.push(...foreignText(reply, other.marks, `${name}: the owner`))
  }
  const after = JSON.stringify(await digestOfTables(app.database.db, other))
  if (after !== before) found.push("the owner's calls changed the other's rows")
  return found
}

export function callsByName(): Map<string, Call> {
  return new Map(contractCalls().map(({ name, call }) => [name, call]))
}

/** The files are served beside the contract's calls, and only read. */
function methodOf(name: string): Call['method'] {
  return callsByName().get(name)?.method ?? 'GET'
}
