import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import { createVault } from '#server/vault/vault.ts'
import { documentActions, resumeDocumentsOfPerson } from '#server/documents/actions/actions.ts'
import type { Decision } from '#server/documents/actions/decide.ts'
import type { Ordered } from '#server/documents/actions/order-issue.ts'
import { restoreDocument } from '#server/documents/actions/restore.ts'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { claveOf, ring, type Billing, type Cast } from './cast.ts'
import type { Chance } from './chance.ts'
import type { WorldDatabase } from './database/database.ts'
import type { Row } from './database/remembered.ts'
import { gatedDatabase } from './database/gated-database.ts'
import type { WorldPortal } from './portal.ts'
import type { Actor, Stage } from './stage.ts'
import type { Trouble } from './trouble.ts'
import { clockFor } from './worker.ts'

/** People of the tenants: they press what the screens offer, and tell the truth as far as they can see it. */
export interface Users {
  /** One button, whichever the document's state offers, or one it doesn't. */
  press(billing: Billing): Promise<void>
  /** What decisions need when the world is over, and nobody takes turns any more. */
  afterAll(): Parameters<typeof documentActions>[0]
  /** What somebody who knows the whole list of the SII says of a document in doubt. */
  truthAbout(row: Row): Decision
  /** Has it annulled at the SII. */
  annul(billing: Billing): Promise<void>
  /** Skips what is on its way, or tries to. */
  meddle(at: Boundary): Promise<void>
  /** What is queued says something else from now on, as when a day that went by is planned again. */
  freezeAnew(): Promise<void>
  /** Mends refused credentials and answers what is asked; not always at once. */
  lookAfter(): Promise<void>
}

export interface UsersNeeds {
  stage: Stage
  chance: Chance
  trouble: Trouble
  database: WorldDatabase
  portal: WorldPortal
  cast: Cast
  undoWindowMs: number
  onAct(act: string, state: string): void
  onMended(person: string): void
  /** What one of them did has taken effect. */
  onStep(actor: Actor, step: string): Promise<void>
}

export function createUsers(needs: UsersNeeds): Users {
  const { stage, chance, trouble, database } = needs
  // Nobody's time goes on while a user reads: else the event loop would say how much later the answer comes.
  const inspect = (sql: string, parameters: readonly unknown[] = []) =>
    stage.real(database.inspect(sql, parameters))
  const actor: Actor = { name: 'user', isAlive: true, pausedUntilMs: 0 }
  const db = gatedDatabase(database, {
    stage,
    chance,
    trouble,
    actor,
    onDone: async ({ step }) => {
      if (step !== 'read') stage.wakeAll()
      await needs.onStep(actor, step)
    },
  })
  const clock = clockFor(stage, actor)
  const vault = createVault(ring, clock)
  const window = { fromHour: 9, toHour: 18 }
  const { undoWindowMs } = needs
  const actions = documentActions({ db, clock, window, undoWindowMs })
  const who = { worker: 'user:1', epoch: null }

  async function act(row: Row, name: Act): Promise<void> {
    const at = { organisationId: Number(row['organisation_id']), id: Number(row['id']) }
    const state = String(row['state'])
    needs.onAct(name, state)
    stage.note(`user ${name} document ${String(row['key'])} (${state})`)
    const done = await doneBy(name, row, at)
    stage.note(`user ${name}: ${done === true ? 'done' : 'too late'}`)
  }

  function doneBy(name: Act, row: Row, at: { organisationId: number; id: number }) {
    if (name === 'decide') return decide(row, at)
    if (name === 'restore') {
      const author = { organisationId: at.organisationId, userId: 1 }
      return restoreDocument({ db, clock, window, undoWindowMs }, author, at)
    }
    return name === 'annul' ? actions.annul(at, who, 1) : actions[name](at, who)
  }

  async function decide(row: Row, at: { organisationId: number; id: number }): Promise<Ordered> {
    let decision = truthAbout(needs, row)
    await forgetTheScreen(row)
    if (decision.decision !== 'notIssued') decision = truthAbout(needs, row)
    stage.note(`user says ${JSON.stringify(decision)}`)
    return actions.decide(at, who, decision).catch((error: unknown) => {
      // Another document has got that folio meanwhile: the screen says so.
      if (isUniqueViolation(error)) return false
      throw error
    })
  }

  /**
   * A list that lags by more than the hour for which we look at it may hide a document: nobody can know.
   * Here whoever saw nothing on such a list answers only later, with the list as it was in mind.
   */
  async function forgetTheScreen(row: Row): Promise<void> {
    const hidden = needs.portal.documents().filter((document) => {
      const billing = needs.cast.billings.find(({ key }) => key === row['key'])
      const lagMs = document.listedFromMs - document.storedAtMs
      const isHidden = document.listedFromMs > stage.now() && lagMs > LOOKED_AT_FOR_MS
      return document.mark === billing?.mark && isHidden
    })
    const untilMs = Math.max(0, ...hidden.map(({ listedFromMs }) => listedFromMs))
    if (untilMs > 0) await stage.park(actor, 'comes back', untilMs - stage.now() + 1000)
  }

  async function mend(person: string): Promise<void> {
    needs.onMended(person)
    const own = needs.cast.people.find(({ rut }) => rut === person)
    if (own === undefined) return
    stage.note(`user types the right clave and password of ${person}`)
    const rows = await inspect(
      'select organisation_id, id, clave_secret_id, certificate_secret_id from facturator where person_rut = $1',
      [person],
    )
    for (const row of rows) {
      const organisationId = Number(row['organisation_id'])
      needs.cast.wrongClaves.delete(claveOf({ organisationId, person }))
      await db.transaction().execute(async (trx) => {
        const secrets = [
          [row['clave_secret_id'], 'clave', own.clave],
          [row['certificate_secret_id'], 'certificatePassword', own.certificatePassword ?? ''],
        ] as const
        for (const [secretId, kind, plaintext] of secrets) {
          if (secretId === null) continue
          await vault.replace(trx, { organisationId, secretId: Number(secretId), kind, plaintext })
        }
        await accept(trx, organisationId, Number(row['id']))
        await resumeDocumentsOfPerson(trx, clock, { organisationId, personRut: person })
      })
    }
  }

  return {
    afterAll: () => {
      const ended: Stage = { ...stage, park: () => Promise.resolve(), real: (work) => work }
      const gate = { stage: ended, chance, trouble, actor, onDone: () => undefined }
      return { db: gatedDatabase(database, gate), clock, window, undoWindowMs }
    },
    truthAbout: (row) => {
      const { company, recipient, mark } = billingOf(needs.cast, row)
      const own = needs.portal
        .documents()
        .find((one) => one.company === company && one.recipient === recipient && one.mark === mark)
      return own === undefined
        ? { decision: 'notIssued' }
        : { decision: 'issued', folio: own.folio }
    },
    press: async (billing) => {
      const [row] = await inspect('select * from document where key = $1', [billing.key])
      if (row === undefined) return
      const name = chance.isTrue(0.8)
        ? chance.pick(OFFERED[String(row['state'])] ?? ACTS)
        : chance.pick(ACTS)
      await act(row, name)
    },
    annul: async (billing) => {
      const [row] = await inspect('select * from document where key = $1', [billing.key])
      if (row !== undefined) await act(row, 'annul')
    },
    meddle: async (at) => {
      const isEarly = at === 'beforePreview' || at === 'beforeIntent'
      const states = isEarly ? ['queued'] : ['issuing', 'uncertain']
      const rows = await inspect('select * from document where state = any($1) order by key', [
        states,
      ])
      for (const row of rows) await act(row, 'skip')
    },
    freezeAnew: async () => {
      const rows = await db
        .selectFrom('document')
        .selectAll()
        .where('state', '=', 'queued')
        .execute()
      for (const row of rows) {
        const before = frozenContent(row)
        if (before.kind !== 'factura') continue
        const content = {
          ...before,
          lines: before.lines.map((line) => ({ ...line, description: 'De otra manera' })),
        }
        const change = { content: JSON.stringify(content), content_digest: contentDigest(content) }
        await db.updateTable('document').set(change).where('id', '=', row.id).execute()
      }
    },
    lookAfter: async () => {
      const rows = await inspect(
        `select * from document where next_try_at is null and state not in ('issued', 'skipped') order by key`,
      )
      for (const row of rows) {
        const state = String(row['state'])
        const person = String(row['person_rut'])
        if (/^(clave|account|certificate|portalInter|numbersUnused)/.test(String(row['reason'])))
          await mend(person)
        else if (state === 'uncertain') await act(row, 'decide')
        else if (row['reason'] === 'looksRepeated') await act(row, 'issueNow')
        else if (state === 'failed' && chance.isTrue(0.5))
          await act(row, chance.pick(['retry', 'skip']))
        else if (state === 'planned' && chance.isTrue(0.5)) await act(row, 'issueNow')
      }
    },
  }
}

const LOOKED_AT_FOR_MS = 60 * 60_000

const ACTS = ['skip', 'issueNow', 'retry', 'decide'] as const
type Act = (typeof ACTS)[number] | 'annul' | 'restore'

const OFFERED: Record<string, readonly Act[]> = {
  planned: ['skip', 'issueNow'],
  needs_data: ['skip', 'issueNow'],
  waiting: ['skip', 'issueNow'],
  queued: ['skip'],
  failed: ['retry', 'skip'],
  uncertain: ['decide'],
  skipped: ['restore'],
}

/**
 * What a person finds who looks at the SII's list: the document itself, known by its text; one of their
 * own that they issued by hand instead; or nothing.
 */
function truthAbout({ portal, cast, chance }: UsersNeeds, row: Row): Decision {
  const billing = billingOf(cast, row)
  const listed = portal
    .listed(billing.company)
    .filter(({ recipient }) => recipient === billing.recipient)
  const own = listed.find(({ mark }) => mark === billing.mark)
  if (own !== undefined) return { decision: 'issued', folio: own.folio }
  const instead = listed.find(({ mark, totalClp }) => mark === '' && totalClp === billing.totalClp)
  if (instead !== undefined && chance.isTrue(0.5)) {
    return { decision: 'issued', folio: instead.folio }
  }
  return { decision: chance.isTrue(0.7) ? 'notIssued' : 'discard' }
}

function billingOf({ billings }: Cast, row: Row): Billing {
  const billing = billings.find(({ key }) => key === row['key'])
  if (billing === undefined) throw new Error(`Nobody billed ${String(row['key'])}`)
  return billing
}

async function accept(trx: Kysely<Schema>, organisationId: number, id: number): Promise<void> {
  await trx
    .updateTable('facturator')
    .set({
      clave_state: 'valid',
      certificate_password_state: sql`case when certificate_secret_id is null then 'absent' else 'unverified' end`,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && /unique/i.test(error.message)
}
