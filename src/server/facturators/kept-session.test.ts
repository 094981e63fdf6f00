import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana } from '#simulators/world.ts'
import { instantText } from '../clock.ts'
import { startTestBench, type TestBench } from '../test-bench.ts'
import { withLease, type Lease } from './lease.ts'
import { pausePerson } from './portal-pause.ts'
import { withPortalSession } from './portal.ts'
import { dropSession, storeSession } from './session/stored-session.ts'

let bench: TestBench
let own: User
beforeEach(async () => {
  bench = await startTestBench()
  own = await connected()
})
afterEach(() => bench.close())

type Needs = TestBench['needs']
type User = Awaited<ReturnType<typeof connected>>

const PERSON = rut(ana.rut)
const LOGIN_SPACING_MS = 121_000

/** An organisation that has connected Ana, two minutes later. */
async function connected() {
  const { organisationId, facturatorId } = await bench.connected()
  await bench.clock.advance(LOGIN_SPACING_MS)
  return { organisationId, facturatorId, person: PERSON }
}

async function leased<T>(work: (lease: Lease) => Promise<T>, worker = 'w1'): Promise<T> {
  const done = await withLease(bench.needs, { person: PERSON, worker }, work)
  if (done === null) throw new Error('The lease is taken')
  return done.value
}

const visit = (needs: Needs = bench.needs, user: User = own) =>
  leased((lease) => withPortalSession(needs, lease, user, (session) => session.profile()))

const logins = () =>
  bench.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length
const open = () => bench.simulator.admin.sessions().filter((one) => one.open)

function portalPerson() {
  return bench.database.db
    .selectFrom('portal_person')
    .select(['session_organisation_id', 'session_secret_id', 'epoch'])
    .where('person_rut', '=', PERSON)
    .executeTakeFirstOrThrow()
}

async function keptSecret(): Promise<number> {
  const { session_secret_id: id } = await portalPerson()
  if (id === null) throw new Error('No session is kept')
  return id
}

/** Somebody else claims the person's lease, as after a stop that was longer than it. */
async function supersede(): Promise<void> {
  await bench.database.db
    .updateTable('portal_person')
    .set({ epoch: 999_999, lease_worker: 'w2' })
    .where('person_rut', '=', PERSON)
    .execute()
}

/** As `needs`, but something happens while the clave is opened: after the looks, before the log-in. */
function whileClaveIsOpened(happens: () => Promise<void>): Needs {
  const { vault } = bench.needs
  const open: typeof vault.open = async (db, use) => {
    if (use.kind === 'clave') await happens()
    return vault.open(db, use)
  }
  return { ...bench.needs, vault: { ...vault, open } }
}

async function forgetSession(): Promise<void> {
  await dropSession(bench.needs, PERSON, await keptSecret())
}

async function logIn() {
  const login = await bench.needs.sii.login({ rut: PERSON, clave: ana.clave })
  if (login.kind !== 'ok') throw new Error(login.kind)
  return login.value
}

describe('a session that is kept', () => {
  it('a kept session is not replaced by a superseded holder', async () => {
    const before = await portalPerson()
    const session = await logIn()
    const kept = await leased(async (lease) => {
      await supersede()
      return storeSession(bench.needs, lease, own, session)
    })
    expect(kept).toBeNull()
    expect(await portalPerson()).toMatchObject({ session_secret_id: before.session_secret_id })
  })

  it('leaves the vault with the session that takes its place', async () => {
    const session = await logIn()
    await leased((lease) => storeSession(bench.needs, lease, own, session))
    const kinds = await bench.database.db
      .selectFrom('secret')
      .select('id')
      .where('kind', '=', 'portalSession')
      .execute()
    expect(kinds).toEqual([{ id: await keptSecret() }])
  })

  it('stays when another is found dead', async () => {
    const former = await keptSecret()
    const session = await logIn()
    await leased((lease) => storeSession(bench.needs, lease, own, session))
    const latter = await keptSecret()
    await dropSession(bench.needs, PERSON, former)
    expect(await portalPerson()).toMatchObject({ session_secret_id: latter })
  })

  it('is not used while the SII wants the person to wait', async () => {
    const untilMs = bench.clock.now() + 60_000
    await pausePerson(
      bench.needs,
      { organisationId: 1, person: PERSON },
      untilMs,
      'tooManySessions',
    )
    const asked = bench.simulator.admin.requests().length
    expect(await visit()).toEqual({ kind: 'paused', untilMs, reason: 'tooManySessions' })
    expect(bench.simulator.admin.requests()).toHaveLength(asked)
  })

  it('is used in the place of one at hand once it took that one’s place', async () => {
    const before = logins()
    const { vault, db } = bench.needs
    const { organisationId } = own
    await leased(async (lease) => {
      const use = () => withPortalSession(bench.needs, lease, own, (session) => session.profile())
      expect((await use()).kind).toBe('ok')
      bench.simulator.admin.expireSessions()
      const plaintext = (await logIn()).store().cookies
      const secretId = await vault.seal(db, { organisationId, kind: 'portalSession', plaintext })
      await db.updateTable('portal_person').set({ session_secret_id: secretId }).execute()
      expect((await use()).kind).toBe('ok')
    })
    expect(logins()).toBe(before + 1)
  })

  it('is kept again with the cookies that the SII renewed', async () => {
    const before = await keptSecret()
    const { sii } = bench.needs
    const renewing: Needs['sii'] = {
      ...sii,
      resume: (stored) => {
        const session = sii.resume(stored)
        let asked = 0
        const store = () => ({ person: PERSON, cookies: `renewed ${(asked += 1)}` })
        return { ...session, store }
      },
    }
    expect((await visit({ ...bench.needs, sii: renewing })).kind).toBe('ok')
    const { vault, db } = bench.needs
    expect(await keptSecret()).not.toBe(before)
    const use = { kind: 'portalSession', purpose: 'portalSession' } as const
    const { organisationId } = own
    const kept = await vault.open(db, { organisationId, secretId: await keptSecret(), ...use })
    expect(kept).toMatch(/^renewed/)
  })

  it('is forgotten when it is found dead, though no other may be opened yet', async () => {
    await forgetSession()
    expect((await visit()).kind).toBe('ok')
    bench.simulator.admin.expireSessions()
    expect(await visit()).toMatchObject({ kind: 'paused', reason: 'loginSpacing' })
    expect(await portalPerson()).toMatchObject({ session_secret_id: null })
  })

  it('is forgotten when it is dead at its first use', async () => {
    await forgetSession()
    const dead = { kind: 'sessionExpired' } as const
    const answer = await leased((lease) =>
      withPortalSession(bench.needs, lease, own, async () => dead),
    )
    expect(answer).toEqual(dead)
    expect(await portalPerson()).toMatchObject({ session_secret_id: null })
  })
})

describe('the session that another organisation opened', () => {
  it('is closed, and our own opened with our own clave', async () => {
    const other = await connected()
    const before = logins()
    expect((await visit(bench.needs, own)).kind).toBe('ok')
    expect(logins()).toBe(before + 1)
    expect(open()).toHaveLength(1)
    expect(await portalPerson()).toMatchObject({ session_organisation_id: own.organisationId })
    expect(other.organisationId).not.toBe(own.organisationId)
  })

  it('stays while our own may not be opened yet', async () => {
    const { organisationId } = await bench.connected()
    const tokens = open().map(({ token }) => token)
    expect(await visit(bench.needs, own)).toMatchObject({ reason: 'loginSpacing' })
    expect(open().map(({ token }) => token)).toEqual(tokens)
    expect(await portalPerson()).toMatchObject({ session_organisation_id: organisationId })
  })

  it('keeps ours from being opened as long as the SII does not close it', async () => {
    await connected()
    const before = logins()
    bench.simulator.admin.faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 50 })
    expect((await visit(bench.needs, own)).kind).toBe('sessionUnclosed')
    expect(logins()).toBe(before)
  })
})

describe('a log-in', () => {
  beforeEach(forgetSession)

  it('a log-in of a holder superseded meanwhile leaves no session open', async () => {
    const { sii } = bench.needs
    const login: typeof sii.login = async (credentials) => {
      const outcome = await sii.login(credentials)
      await supersede()
      return outcome
    }
    const before = open().length
    const answer = await visit({ ...bench.needs, sii: { ...sii, login } })
    expect(answer).toMatchObject({ kind: 'paused', reason: 'superseded' })
    expect(open()).toHaveLength(before)
  })

  it.each<[string, () => Promise<void>]>([
    ['somebody else logged in', () => changed({ last_login_at: instantText(bench.clock.now()) })],
    ['another took the lease over', supersede],
    ['the lease ran out', () => changed({ lease_until: instantText(bench.clock.now()) })],
  ])('is left when %s after the look', async (_, happens) => {
    const before = logins()
    const answer = await visit(whileClaveIsOpened(happens))
    expect(answer).toMatchObject({ kind: 'paused', reason: 'superseded' })
    expect(logins()).toBe(before)
  })

  it('is left when the lease ends before its answer may come', async () => {
    const before = logins()
    const answer = await leased((lease) => {
      const ending = { ...lease, outlives: (ms: number) => ms < 20_000 }
      return withPortalSession(bench.needs, ending, own, (session) => session.profile())
    })
    expect(answer).toMatchObject({ kind: 'paused', reason: 'superseded' })
    expect(logins()).toBe(before)
  })

  it('keeps its distance to the one before it, and no more', async () => {
    expect((await visit()).kind).toBe('ok')
    await forgetSession()
    await bench.clock.advance(119_999)
    expect(await visit()).toMatchObject({ kind: 'paused', reason: 'loginSpacing' })
    await bench.clock.advance(1)
    expect((await visit()).kind).toBe('ok')
  })

  it('a new session is kept before it is used', async () => {
    const kept: (number | null)[] = []
    const answer = await leased((lease) =>
      withPortalSession(bench.needs, lease, own, async (session) => {
        kept.push((await portalPerson()).session_secret_id)
        return session.profile()
      }),
    )
    expect(answer.kind).toBe('ok')
    expect(kept).toEqual([expect.any(Number)])
  })

  it('a log-in that asks something of the person is not repeated before its pause ends', async () => {
    bench.simulator.admin.scenarios.set({ name: 'interstitial-change-clave', rut: ana.rut })
    const before = logins()
    expect((await visit()).kind).toBe('interstitial')
    const untilMs = bench.clock.now() + bench.needs.portalPace.pauseAfterThrottleMs
    await bench.clock.advance(LOGIN_SPACING_MS)
    expect(await visit()).toEqual({ kind: 'paused', untilMs, reason: 'interstitial' })
    expect(logins()).toBe(before + 1)
  })

  it('a refused clave is not tried again, though the claves of others can not be opened', async () => {
    bench.simulator.admin.scenarios.set({ name: 'wrong-clave', rut: ana.rut })
    const before = logins()
    await expect(visit(withoutClavesOfOthers())).rejects.toThrow('The vault is away')
    await bench.clock.advance(LOGIN_SPACING_MS)
    expect((await visit()).kind).toBe('claveRejected')
    expect(logins()).toBe(before + 1)
  })
})

/** As `needs`, but no clave can be opened to compare it with a refused one; tries follow each other at once. */
function withoutClavesOfOthers(): Needs {
  const { vault, clock } = bench.needs
  const open: typeof vault.open = async (db, use) => {
    if (use.purpose === 'refusedClave') throw new Error('The vault is away')
    return vault.open(db, use)
  }
  return { ...bench.needs, vault: { ...vault, open }, clock: { ...clock, wait: async () => {} } }
}

async function changed(change: { last_login_at?: string; lease_until?: string }): Promise<void> {
  await bench.database.db.updateTable('portal_person').set(change).execute()
}
