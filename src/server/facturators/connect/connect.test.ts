import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rut } from '#domain/rut.ts'
import type { PortalSession } from '#sii/sii.ts'
import { ana } from '#simulators/world.ts'
import { at, passTime, startTestBench, type Caller, type TestBench } from '../../test-bench.ts'
import { createClaveGuard } from './clave-guard.ts'
import { connectPerson, type ConnectNeeds } from './connect.ts'
import { withLease } from '../lease.ts'

let bench: TestBench
beforeEach(async () => {
  bench = await startTestBench()
})
afterEach(() => bench.close())

type Connected = Awaited<ReturnType<typeof connected>>

const PERSON = rut(ana.rut)
const SPACING_MS = 121_000
const pathOf = ({ facturatorId }: Connected) => `/billing-sii/credentials/${facturatorId}/`

/** Connected as Ana, two minutes later. */
async function connected() {
  const user = await bench.connected()
  await bench.clock.advance(SPACING_MS)
  return user
}

const connect = (user: Caller, clave: string) =>
  user.call('POST', '/billing-sii/credentials/', { rut: ana.rut, password: clave })
const retype = (user: Connected, clave = ana.clave) =>
  user.call('PATCH', pathOf(user), { password: clave })
const stateOf = async (user: Connected) =>
  at((await user.call('GET', pathOf(user))).body, 'clave_state')
const refuseEveryClave = () =>
  bench.simulator.admin.scenarios.set({ name: 'wrong-clave', rut: ana.rut })
const open = () => bench.simulator.admin.sessions().filter((one) => one.open)
const logins = () =>
  bench.simulator.admin.requests().filter(({ path }) => path.endsWith('CAutInicio.cgi')).length

async function kindsOf(table: 'secret' | 'audit_event', { organisationId }: Caller) {
  const rows = await bench.database.db
    .selectFrom(table)
    .select('kind')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** `connectPerson` as the worker runs it, with something of its needs changed. */
function connectWith(user: Caller, changed: Partial<ConnectNeeds>) {
  const guard = createClaveGuard(bench.clock)
  const typed = { person: PERSON, clave: ana.clave }
  return connectPerson({ ...bench.needs, guard, ...changed }, user, typed, 'w')
}

/** An SII that lets the person in and then shows nothing of them. */
function siiWith(change: Partial<PortalSession>): Pick<ConnectNeeds, 'sii'> {
  const { sii } = bench.needs
  const login: typeof sii.login = async (credentials) => {
    const outcome = await sii.login(credentials)
    return outcome.kind === 'ok' ? { ...outcome, value: { ...outcome.value, ...change } } : outcome
  }
  return { sii: { ...sii, login } }
}
const UNREAD = {
  profile: async () => ({ kind: 'unavailable', cause: 'network', text: '' }) as const,
}

describe('a clave that the SII refuses to somebody who is connected', () => {
  it('is good no more wherever the same one is kept, and on record', async () => {
    const other = await connected()
    const user = await connected()
    refuseEveryClave()
    expect((await retype(user)).status).toBe(400)
    expect([await stateOf(user), await stateOf(other)]).toEqual(['rejected', 'rejected'])
    expect(await kindsOf('audit_event', user)).toContain('claveRefused')
  })

  it('may be corrected at once, without the distance between log-ins', async () => {
    const user = await connected()
    expect((await retype(user, 'nope1')).status).toBe(400)
    expect((await retype(user)).status).toBe(200)
  })

  it('makes the person wait when the SII asks for that', async () => {
    const user = await connected()
    bench.simulator.admin.scenarios.set({ name: 'too-many-sessions', rut: ana.rut })
    expect((await retype(user)).status).toBe(503)
    bench.simulator.admin.scenarios.clear()
    const before = logins()
    const again = await retype(user)
    expect(at(again.body, 'detail')).toMatch(/en 30 min/)
    expect(logins()).toBe(before)
  })
})

describe('a stranger', () => {
  it('has no clave of the owner rejected, not even by typing the same', async () => {
    const owner = await connected()
    refuseEveryClave()
    expect((await connect(await bench.newUser(), ana.clave)).status).toBe(400)
    expect(await stateOf(owner)).toBe('valid')
  })

  it('who is refused leaves the distance between log-ins as it was', async () => {
    const owner = await bench.connected()
    await bench.clock.advance(100_000)
    const before = await lastLogin()
    const stranger = await bench.newUser()
    expect((await connect(stranger, 'nope1')).status).toBe(503)
    await bench.clock.advance(21_000)
    expect((await connect(stranger, 'nope1')).status).toBe(400)
    expect(await lastLogin()).toEqual(before)
    expect((await retype(owner)).status).toBe(200)
  })

  it('who gets in begins the distance to the next log-in', async () => {
    const owner = await connected()
    expect((await connect(await bench.newUser(), ana.clave)).status).toBe(201)
    expect((await retype(owner)).status).toBe(503)
  })

  it('who gets in lets go what waited for the person', async () => {
    const owner = await connected()
    await insertHeld(owner)
    await connect(await bench.newUser(), ana.clave)
    const held = await bench.database.db.selectFrom('document').select('next_try_at').execute()
    expect(held).toEqual([{ next_try_at: expect.any(String) }])
  })

  it('who meets a page that nobody knows has it counted', async () => {
    bench.simulator.admin.faults.add({ kind: 'html-before', cgi: 'CAutInicio.cgi', times: 9 })
    expect((await connect(await bench.newUser(), ana.clave)).status).toBe(503)
    const places = await bench.database.db.selectFrom('unknown_answer').select('place').execute()
    expect(places).toEqual([{ place: 'login' }])
  })
})

describe.each(['absent', 'rejected'] as const)('a former connection, its clave %s', (state) => {
  /** It was left by its person, who is connected elsewhere and has another clave by now. */
  async function formerAndOwner() {
    const former = await connected()
    const owner = await connected()
    await bench.database.db
      .updateTable('facturator')
      .set(
        state === 'absent' ? { clave_state: state, clave_secret_id: null } : { clave_state: state },
      )
      .where('organisation_id', '=', former.organisationId)
      .execute()
    return { former, owner }
  }

  it('makes nobody wait when the SII asks it to', async () => {
    const { former, owner } = await formerAndOwner()
    bench.simulator.admin.scenarios.set({ name: 'too-many-sessions', rut: ana.rut })
    expect((await connect(former, 'nope1')).status).toBe(503)
    bench.simulator.admin.scenarios.clear()
    expect((await retype(owner)).status).toBe(200)
  })

  it('a former connection opens or rejects no clave of others by what it types', async () => {
    const { former, owner } = await formerAndOwner()
    const before = await kindsOf('audit_event', owner)
    refuseEveryClave()
    expect((await connect(former, ana.clave)).status).toBe(400)
    expect(await stateOf(owner)).toBe('valid')
    expect(await kindsOf('audit_event', owner)).toEqual(before)
  })

  it('a former connection takes neither a turn of its person nor the distance between log-ins', async () => {
    const { former } = await formerAndOwner()
    const rows = () =>
      bench.database.db
        .selectFrom('portal_person')
        .select(['last_login_at', 'served_at', 'asked_until'])
        .execute()
    const before = await rows()
    expect((await connect(former, 'nope1')).status).toBe(400)
    expect(await rows()).toEqual(before)
  })

  it('a former connection is connected again by the right clave', async () => {
    const { former } = await formerAndOwner()
    expect((await connect(former, ana.clave)).status).toBe(201)
    expect(await stateOf(former)).toBe('valid')
  })
})

function lastLogin() {
  return bench.database.db.selectFrom('portal_person').select('last_login_at').execute()
}

/** A document that waits until the person has answered what the SII asks. */
async function insertHeld({ organisationId }: Connected): Promise<void> {
  const { db } = bench.database
  const { id } = await db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('document')
    .values({
      organisation_id: organisationId,
      key: 'held',
      kind: 'factura',
      company_id: id,
      person_rut: PERSON,
      recipient_rut: '90909090-3',
      recipient_name: 'X',
      emission_day: '2026-11-10',
      service_month: '2026-11',
      state: 'queued',
      reason: 'portalInterstitial',
      content: '{}',
      content_digest: Buffer.alloc(32),
      created_at: '2026-11-10T15:00:00Z',
      updated_at: '2026-11-10T15:00:00Z',
    })
    .execute()
}

describe('a person whom the SII does not show', () => {
  it('is not connected, nor is their session left open', async () => {
    const user = await bench.newUser()
    const connection = await connectWith(user, siiWith(UNREAD))
    expect(connection.kind).toBe('unavailable')
    expect(open()).toEqual([])
    expect(await kindsOf('secret', user)).toEqual([])
  })

  it('keeps the clave that was proved, when they are connected', async () => {
    const user = await connected()
    await bench.database.db.updateTable('facturator').set({ clave_state: 'rejected' }).execute()
    expect((await connectWith(user, siiWith(UNREAD))).kind).toBe('connected')
    expect(await stateOf(user)).toBe('valid')
  })

  it.each(['newUser', 'connected'] as const)(
    'is none: no RUT of a company for a %s',
    async (how) => {
      const user = how === 'connected' ? await connected() : await bench.newUser()
      const value = {
        rut: PERSON,
        name: 'SPA',
        isNaturalPerson: false,
        activities: [],
        addresses: [],
        email: '',
      }
      const profile = async () => ({ kind: 'ok' as const, value })
      const connection = await connectWith(user, siiWith({ profile }))
      expect(connection).toEqual({ kind: 'notNaturalPerson' })
    },
  )
})

describe('connecting', () => {
  it('stores all or nothing', async () => {
    const user = await bench.newUser()
    const fails = async () => {
      throw new Error('The database is gone')
    }
    await expect(connectWith(user, { onCredentialsRestored: fails })).rejects.toThrow(/is gone/)
    expect(await kindsOf('secret', user)).toEqual([])
    expect(await kindsOf('audit_event', user)).toEqual([])
  })

  it('again replaces the clave that is kept, and is on record as a change', async () => {
    const user = await connected()
    const { vault, db } = bench.needs
    const { organisationId } = user
    const { clave_secret_id: id } = await db
      .selectFrom('facturator')
      .select('clave_secret_id')
      .executeTakeFirstOrThrow()
    const use = { organisationId, secretId: id ?? 0, kind: 'clave' } as const
    await vault.replace(db, { ...use, plaintext: 'vieja123' })
    expect((await retype(user)).status).toBe(200)
    expect(await vault.open(db, { ...use, purpose: 'userTest' })).toBe(ana.clave)
    const secrets = await kindsOf('secret', user)
    expect(secrets.filter((kind) => kind === 'clave')).toHaveLength(1)
    const events = (await kindsOf('audit_event', user)).filter((kind) =>
      /^(facturator|claveChanged)/.test(kind),
    )
    expect(events).toEqual(['facturatorConnected', 'claveChanged'])
  })

  it('leaves a session open that the SII does not close, and opens no second', async () => {
    const user = await connected()
    const kept = open().map(({ token }) => token)
    bench.simulator.admin.faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 1 })
    expect((await retype(user)).status).toBe(200)
    expect(open().map(({ token }) => token)).toEqual(kept)
  })

  it('of somebody who is connected asks whoever holds the session for it', async () => {
    const user = await connected()
    await withLease(bench.needs, { person: PERSON, worker: 'worker:1' }, async () => {
      expect((await passTime(bench.clock, retype(user))).status).toBe(503)
      const asked = await bench.database.db
        .selectFrom('portal_person')
        .select('asked_until')
        .execute()
      expect(asked).toEqual([{ asked_until: expect.any(String) }])
    })
  })
})

describe('a connection under a key', () => {
  const under = (user: Caller, body: object, key = 'una') =>
    user.call('POST', '/billing-sii/credentials/', body, { 'idempotency-key': key })
  const typed = { rut: ana.rut, password: ana.clave }

  it('a connection asked for twice with one key is made once, with no second log-in and no digest of the clave', async () => {
    const user = await bench.newUser()
    const first = await under(user, typed)
    expect(first.status).toBe(201)
    const before = logins()
    expect(await under(user, typed)).toEqual(first)
    // Whether it is the same request is told without the clave.
    expect(await under(user, { ...typed, password: 'otra' })).toEqual(first)
    expect(logins()).toBe(before)
    expect((await under(user, { ...typed, rut: '12121212-9' })).status).toBe(409)
  })

  it('a refused connection is tried again under the same key', async () => {
    const user = await bench.newUser()
    expect((await under(user, { ...typed, password: 'mala' })).status).toBe(400)
    await bench.clock.advance(SPACING_MS)
    expect((await under(user, typed)).status).toBe(201)
  })

  it('that was deleted is told to nobody any more', async () => {
    const user = await bench.newUser()
    const { body } = await under(user, typed)
    await bench.clock.advance(SPACING_MS)
    const path = `/billing-sii/credentials/${String(at(body, 'id'))}/`
    expect((await user.call('DELETE', path)).status).toBeLessThan(300)
    expect((await under(user, typed)).status).toBe(409)
  })
})
