import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { affectedAccounts, type BreachCriterion } from '#server/own-data/affected.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { ANA, RODRIGO, makeTenant, type Tenant } from './tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeAll(async () => {
  app = await startTestApp()
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterAll(() => app.close())

const HOUR_MS = 60 * 60_000
const EVENT = Date.parse('2027-03-01T12:00:00Z')
const instant = (afterMs: number) => new Date(EVENT + afterMs).toISOString()

async function affected(criterion: BreachCriterion, fromMs: number, toMs: number) {
  const period = { from: instant(fromMs), to: instant(toMs) }
  const found = await affectedAccounts(app.database.db, criterion, period)
  return found.map(({ organisation }) => organisation)
}

/** Something of that kind that happened to Ana alone, at that instant. */
const HAPPENED: Record<Exclude<BreachCriterion, 'all'>, string> = {
  sessions: `update login_session set created_at = $1, last_used_at = null where organisation_id = $2`,
  claves: `insert into audit_event (organisation_id, at, kind, subject, data)
    values ($2, $1, 'secretOpened', 'secret:1', '{"kind": "clave"}')`,
  documents: `update document set issued_at = $1 where organisation_id = $2`,
  mailboxes: `update email_account set created_at = $1 where organisation_id = $2`,
  exports: `insert into audit_event (organisation_id, at, kind, subject) values ($2, $1, 'dataExported', 'x')`,
}

describe('the accounts that a breach reached', () => {
  test('are all of them, with how much there is of each, when everything was', async () => {
    const found = await affectedAccounts(app.database.db, 'all', { from: '', to: '' })
    expect(found.map(({ organisation }) => organisation)).toEqual([
      ana.organisationId,
      rodrigo.organisationId,
    ])
    expect(found[0]).toMatchObject({ email: 'marca-ana@folio.example', claves: 1, mailboxes: 1 })
    expect(found[0]).toMatchObject({ clients: 1, contacts: 1, documents: 1 })
  })

  test.each(['sessions', 'claves', 'documents', 'mailboxes', 'exports'] as const)(
    'by %s are those of the very time',
    async (criterion) => {
      await app.database.pool.query(HAPPENED[criterion], [instant(0), ana.organisationId])
      const mine = [ana.organisationId]
      expect(await affected(criterion, 0, HOUR_MS)).toEqual(expect.arrayContaining(mine))
      expect(await affected(criterion, -HOUR_MS, 0)).toEqual(expect.arrayContaining(mine))
      expect(await affected(criterion, -HOUR_MS, -1)).not.toContain(ana.organisationId)
      if (criterion === 'mailboxes') return
      expect(await affected(criterion, 0, 0)).toEqual(mine)
      expect(await affected(criterion, 1, HOUR_MS)).toEqual([])
    },
  )

  test('are listed by a command, as CSV', () => {
    const command = (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/security/breach.ts', ...args], {
        cwd: join(import.meta.dirname, '../..'),
        env: { ...process.env, DATABASE_URL: app.database.url },
        encoding: 'utf8',
      })
    const { stdout, status } = command('all')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      'correo,idioma,organización,claves del SII,correos conectados,clientes,contactos,documentos',
      `"marca-ana@folio.example",en,${ana.organisationId},1,1,1,1,1`,
      `"sello-rodrigo@folio.example",en,${rodrigo.organisationId},1,1,1,1,1`,
    ])
    expect(command('sessions', 'ayer', 'hoy')).toMatchObject({ status: 1, stdout: '' })
    expect(command('nada').stderr).toContain('npm run breach -- all')
  })
})
