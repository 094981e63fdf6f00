import type { Kysely } from 'kysely'
import { addDays, chileInstant } from '#domain/day.ts'
import { uf } from '#domain/uf.ts'
import { instantText } from '#server/clock.ts'
import { documentActions, skipDocumentsOfRule } from '#server/documents/actions/actions.ts'
import { renewDocumentsOfRule } from '#server/documents/actions/renew.ts'
import { restoreReturned } from '#server/documents/actions/restore.ts'
import { resumeRule } from '#server/documents/actions/resume-rule.ts'
import { syncUf } from '#server/documents/content/uf.ts'
import { planAddedClients } from '#server/documents/plan/added-clients.ts'
import { approveRun } from '#server/documents/plan/unusual-runs.ts'
import { releaseIssuing, stopIssuing } from '#server/documents/stops/stops.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import type { Schema } from '#server/db/schema.ts'
import { receivers } from '#simulators/world-receivers.ts'
import { antonia, asesoriasPenaMunoz, ana } from '#simulators/world.ts'
import { clientId, RECIPIENTS } from '../cast.ts'
import type { Chance } from '../chance.ts'
import type { WorldDatabase } from '../database/database.ts'
import { gatedDatabase } from '../database/gated-database.ts'
import type { WorldPortal } from '../portal.ts'
import type { Actor, Stage } from '../stage.ts'
import type { Story } from '../story.ts'
import type { Trouble } from '../trouble.ts'
import { clockFor } from '../worker.ts'
import type { Condition } from '../conditions.ts'
import { oneOffHours, orderAll } from './one-offs.ts'
import { MANY_RULES } from './pair-cast.ts'
import { orderFile, pauseFile, resumeFile } from './uploads.ts'

export interface PairEventNeeds {
  stage: Stage
  chance: Chance
  trouble: Trouble
  story: Story
  database: WorldDatabase
  portal: WorldPortal
  onFailure(error: unknown): void
  /** What a person did has taken effect. */
  onStep(actor: Actor, step: string): Promise<void>
}

/** What its conditions bring about in a world, and which of them took effect. */
export interface PairEvents {
  plan(): void
  onBoundary(name: Boundary, actor: Actor): void
  onStep(actor: Actor): void
  lived(): Promise<Condition[]>
}

const [FIRST = '', SECOND = '', THIRD = ''] = RECIPIENTS
const OTHER = receivers.find(({ rut }) => !RECIPIENTS.includes(rut))?.rut ?? ''
const STOPPED_FOR_MS = 40 * 60_000
/** So long that the stop is on record first. */
const STOP_TAKES_MS = 3_000
const WRONG_CLOCK_FOR_MS = 20 * 60_000
const LONG = 101
const MORE_NOTAS = 6
/** Of Ana's company in the first organisation. */
const COMPANY = 1
const BOLETA_RULE = 4
const AUTHOR = { organisationId: 1, userId: 1 }
const WHO = { worker: 'user:1', epoch: null }

export function createPairEvents(needs: PairEventNeeds): PairEvents {
  const { stage, story, database, portal } = needs
  const { cast, conditions = [] } = story
  const has = (one: Condition) => conditions.includes(one)
  const actor: Actor = { name: 'user', isAlive: true, pausedUntilMs: 0 }
  const db = gatedDatabase(database, {
    ...needs,
    actor,
    onDone: async ({ step }) => {
      if (step !== 'read') stage.wakeAll()
      await needs.onStep(actor, step)
    },
  })
  const clock = clockFor(stage, actor)
  const hours = { window: { fromHour: 9, toHour: 18 }, undoWindowMs: story.undoWindowMs }
  const seen = new Set<Condition>()
  let stopsNext = has('stopAtIntent')
  let isClockWrong = false

  /**
   * Nobody waits for it: whatever it asks the database takes its turn on the stage. `hour`: of the world's day, and of
   * the next ones from 24 on.
   */
  function at(hour: number, minute: number, label: string, act: () => Promise<unknown>): void {
    const atMs = chileInstant(cast.day, 0, 0) + (hour * 60 + minute) * 60_000
    const delayMs = Math.max(0, atMs - cast.startMs)
    stage.later(delayMs, label, () => void act().catch(needs.onFailure))
  }

  /** The clock of the first worker that is about to write an intent goes wrong for some time. */
  function loseTime(worker: Actor): void {
    const { wrongClockMs } = story
    if (wrongClockMs === undefined || isClockWrong) return
    isClockWrong = true
    stage.note(`the clock of ${worker.name} is wrong by ${wrongClockMs} ms`)
    worker.skewMs = wrongClockMs
    stage.later(WRONG_CLOCK_FOR_MS, `the clock of ${worker.name} is right`, () => {
      worker.skewMs = 0
    })
  }

  async function changeClients(): Promise<void> {
    await db
      .updateTable('client')
      .set({ name: 'NUEVA RAZÓN SOCIAL LTDA.' })
      .where('organisation_id', '=', 1)
      .where('id', '=', clientId(COMPANY, FIRST))
      .execute()
    await db
      .deleteFrom('rule_client')
      .where('organisation_id', '=', 1)
      .where('rule_id', '=', 2)
      .where('client_id', '=', clientId(COMPANY, THIRD))
      .execute()
  }

  async function changePrices(): Promise<void> {
    const tried = await stage.real(
      database.inspect(
        `select from document where rule_id in (1, 2) and (tries > 0 or state = 'failed')`,
      ),
    )
    if (tried.length > 0) seen.add('priceChanged')
    const prices = [
      [1, '3.411111'],
      [2, '120007.000000'],
    ] as const
    for (const [ruleId, price] of prices) {
      await db
        .updateTable('rule_line')
        .set({ price })
        .where('organisation_id', '=', 1)
        .where('rule_id', '=', ruleId)
        .execute()
    }
  }

  async function pauseRule(): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('invoice_rule')
        .set({ is_paused: true, paused_at: instantText(stage.now()), next_emission_day: null })
        .where('organisation_id', '=', 1)
        .where('id', '=', 3)
        .execute()
      const rule = { organisationId: 1, ruleId: 3, reason: 'rulePaused' } as const
      await skipDocumentsOfRule(trx, clock, WHO, rule)
    })
  }

  async function resume(): Promise<void> {
    const done = await resumeRule(
      { db, clock, ...hours },
      AUTHOR,
      { organisationId: 1, ruleId: 3 },
      { issued: null, restores: true },
    )
    if (done.kind === 'resumed' && done.restored.length > 0) seen.add('restored')
  }

  /** As the change of a rule does it. */
  async function addClient(): Promise<void> {
    const rule = { organisationId: 1, ruleId: 1 }
    const id = clientId(COMPANY, SECOND)
    await db.transaction().execute(async (trx) => {
      await lockRule(trx, rule)
      await trx
        .insertInto('rule_client')
        .values({
          organisation_id: 1,
          rule_id: 1,
          client_id: id,
          position: 1,
          address_id: id,
          activity_id: id,
        })
        .execute()
      await trx
        .insertInto('rule_client_contact')
        .values({ organisation_id: 1, rule_id: 1, client_id: id, contact_id: id, copy: 'to' })
        .execute()
      const issuing = { clock, ...hours }
      await restoreReturned(trx, issuing, AUTHOR, rule)
      const { count } = await planAddedClients(trx, issuing, AUTHOR, rule)
      if (count > 0) seen.add('clientAdded')
    })
  }

  /** As the change of a rule does it that is to reach what waits already. */
  async function changeInEvening(): Promise<void> {
    const rule = { organisationId: 1, ruleId: 3 }
    await db.transaction().execute(async (trx) => {
      await lockRule(trx, rule)
      await trx
        .updateTable('rule_line')
        .set({ price: '161000.000000' })
        .where('organisation_id', '=', 1)
        .where('rule_id', '=', 3)
        .execute()
      const { day } = await renewDocumentsOfRule(trx, { clock, ...hours }, WHO, rule)
      if (day !== null) seen.add('changedInEvening')
    })
  }

  /** What its rule wants a word for each time gets it. */
  async function approveWaiting(): Promise<void> {
    const actions = documentActions({ db, clock, ...hours })
    const rows = await stage.real(
      database.inspect(
        `select organisation_id, id from document
         where state = 'waiting' and reason = 'approvalNeeded' order by id`,
      ),
    )
    for (const { organisation_id: organisationId, id } of rows) {
      await actions.issueNow({ organisationId: Number(organisationId), id: Number(id) }, WHO)
    }
  }

  /** As a change of each of those rules does it that is to reach what waits: their day is over for them. */
  async function moveRun(): Promise<void> {
    await db.transaction().execute(async (trx) => {
      for (const ruleId of MANY_RULES) {
        const rule = { organisationId: 1, ruleId }
        await lockRule(trx, rule)
        await renewDocumentsOfRule(trx, { clock, ...hours }, WHO, rule)
      }
    })
  }

  /** Of the day to which they were moved. */
  async function approveMoved(): Promise<void> {
    const day = addDays(cast.day, 2)
    const rows = await stage.real(
      database.inspect(
        'select organisation_id, id from unusual_run where approved_at is null and day = $1',
        [day],
      ),
    )
    for (const { organisation_id: organisationId, id } of rows) {
      const author = { organisationId: Number(organisationId), userId: 1 }
      const done = await approveRun({ db, clock, ...hours }, author, Number(id), day)
      if (typeof done === 'number' && done > 0) seen.add('movedRun')
    }
  }

  /** Where faults come by chance, from then on a stop meets the next intent, the annulment's most likely. */
  async function annulBoletas(): Promise<void> {
    const actions = documentActions({ db, clock, ...hours })
    const rows = await stage.real(
      database.inspect(
        `select organisation_id, id from document
         where kind = 'boletaHonorarios' and state = 'issued' and annulment is null
           and rule_id = $1 order by id`,
        [BOLETA_RULE],
      ),
    )
    for (const { organisation_id: organisationId, id } of rows) {
      const at = { organisationId: Number(organisationId), id: Number(id) }
      if ((await actions.annul(at, WHO, 1)) && story.annuls) stopsNext = true
    }
  }

  function fillLists(): void {
    const facturas = has('longList') ? LONG : has('sharedNumbers') ? 1 : 0
    const lines = [{ name: 'A mano', description: '', quantity: 1, unitClp: 10_000 }]
    const byHand = {
      issuerRut: asesoriasPenaMunoz.rut,
      receiverRut: OTHER,
      sentByRut: ana.rut,
      lines,
    }
    for (let count = 0; count < facturas; count += 1) portal.admin.issueByHand(byHand)
    const notas = has('sharedNumbers') ? facturas + MORE_NOTAS : 0
    const [first] = portal.admin.ledger().filter(({ tipoDte }) => tipoDte === 33)
    if (first === undefined) return
    const takesBack = { folio: first.folio, issueDate: cast.day, code: 3 } as const
    for (let count = 0; count < notas; count += 1) {
      portal.admin.issueByHand({ ...byHand, takesBack })
    }
  }

  async function issueBoletas(): Promise<void> {
    for (const [receiverRut, grossClp] of [
      [SECOND, 120_000],
      [FIRST, 111_111],
    ] as const) {
      const known = { issuerRut: antonia.rut, receiverRut, grossClp, text: 'A mano' }
      portal.admin.issueBoletaByHand({ ...known, withholder: 'recipient' })
    }
  }

  function plan(): void {
    if (story.conditions === undefined) return
    fillLists()
    const sources = ufSources(cast.day)
    if (has('disputedUf')) {
      at(0, 0, 'the UF is disputed', () => syncUf({ db, clock, ufSources: sources.disputed }))
      at(9, 50, 'the UF is agreed', () => syncUf({ db, clock, ufSources: sources.agreed }))
    } else at(0, 0, 'the UF is read', () => syncUf({ db, clock, ufSources: sources.agreed }))
    if (has('clientChanged')) at(8, 58, 'clients change', changeClients)
    if (has('restored')) {
      at(8, 57, 'a rule is paused', pauseRule)
      at(9, 10, 'a rule is resumed', resume)
    }
    if (has('priceChanged')) at(10, 50, 'prices change', changePrices)
    if (story.annuls || has('annulled')) {
      for (const hour of [12, 17]) at(hour, 0, 'boletas are annulled', annulBoletas)
    }
    // The SII may have been away all day.
    if (has('annulled')) at(24 + 15, 0, 'boletas are annulled', annulBoletas)
    if (has('movedRun')) {
      at(24 + 20, 0, 'a day of many documents moves', moveRun)
      at(2 * 24 + 9, 30, 'somebody approves a day', approveMoved)
    }
    if (has('clientAdded')) at(10, 0, 'a client is added', addClient)
    if (has('changedInEvening')) {
      at(20, 0, 'a rule is changed', changeInEvening)
      for (const days of [1, 2]) at(days * 24 + 9, 30, 'somebody approves', approveWaiting)
    }
    if (has('oneOff')) {
      for (const atMs of oneOffHours(cast.day)) {
        stage.later(Math.max(0, atMs - cast.startMs), 'documents are ordered', () => {
          void orderAll({ db, clock, ...hours }, cast.day, needs.onFailure)
        })
      }
    }
    if (has('uploaded')) {
      const file = { db, clock }
      at(9, 4, 'a file is paused', () => pauseFile(file))
      for (const minute of [7, 8])
        at(9, minute, 'a file is ordered', () => orderFile(file, cast.day))
      at(9, 45, 'a file is resumed', () => resumeFile(file))
      at(10, 15, 'a file is paused', () => pauseFile(file))
      at(10, 40, 'a file is resumed', () => resumeFile(file))
      // Whoever heard no answer presses again.
      at(13, 0, 'a file is resumed', () => resumeFile(file))
    }
    if (has('boletaByHand')) at(9, 20, 'boletas by hand', issueBoletas)
  }

  return {
    plan,
    onBoundary: (name, worker) => {
      if (name === 'beforeIntent') loseTime(worker)
      if (!stopsNext || name !== 'beforeIntent') return
      stopsNext = false
      if (story.annuls) stage.pause(worker, STOP_TAKES_MS)
      stage.later(0, 'issuing is stopped', () => {
        void stopIssuing({ db, clock }, AUTHOR, null).catch(needs.onFailure)
      })
      stage.later(STOPPED_FOR_MS, 'issuing goes on', () => {
        void releaseIssuing({ db, clock }, AUTHOR, null).catch(needs.onFailure)
      })
    },
    onStep: ({ name }) => {
      const isTomorrow = new Date(stage.now()).toISOString().slice(0, 10) === cast.day
      if (name !== 'user' && isTomorrow && stage.now() < chileInstant(cast.day, 0, 0)) {
        seen.add('evening')
      }
    },
    lived: async () => {
      for (const [condition, sql, parameters] of LIVED) {
        const rows = await database.inspect(sql, parameters)
        if (rows.length > 0) seen.add(condition)
      }
      const rows = await database.inspect(
        `select from document where state = 'issued' and issue_day >= $1`,
        [cast.day],
      )
      if (rows.length > 0) seen.add('yearEnd')
      return conditions.filter((one) => seen.has(one))
    },
  }
}

function lockRule(
  trx: Kysely<Schema>,
  { organisationId, ruleId }: { organisationId: number; ruleId: number },
) {
  return trx
    .selectFrom('invoice_rule')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', ruleId)
    .forUpdate()
    .execute()
}

const EVENT = `select from document_event where data::text like`
const LIVED: readonly (readonly [Condition, string, readonly unknown[]])[] = [
  ['stopAtIntent', `${EVENT} '%issuingStopped%'`, []],
  ['disputedUf', `${EVENT} '%ufMissing%'`, []],
  [
    'sharedNumbers',
    `select from document where company_id = $1 and state = 'issued' and folio <= $2`,
    [COMPANY, LONG + MORE_NOTAS],
  ],
  ['boletaByHand', `select from document where kind = 'boletaHonorarios' and folio > 1`, []],
  ['clientChanged', `${EVENT} '%clientLeftRule%'`, []],
  [
    'limitedRule',
    `select rule_id from occurrence join invoice_rule rule on rule.organisation_id =
      occurrence.organisation_id and rule.id = occurrence.rule_id
     where rule.most_emissions = 2 group by rule_id having count(*) = 2`,
    [],
  ],
  ['longList', `select company_id from sii_issued group by company_id having count(*) > 100`, []],
  [
    'sharedPerson',
    `select person_rut from document where state = 'issued' group by person_rut
     having count(distinct organisation_id) = 2`,
    [],
  ],
  [
    'oneOff',
    `select from document where key = 'request:203' and state = 'issued'
      and exists (select from document where reason = 'replaced')`,
    [],
  ],
  [
    'uploaded',
    `${EVENT} '%uploadPaused%' and exists (select from document where upload_id = 1)`,
    [],
  ],
  ['annulled', `select from document where state = 'annulled' and annulment is null`, []],
  [
    'outage',
    `select from document_event where kind in ('held', 'missed', 'rescheduled')
     and (data::text like '%portal%' or kind <> 'held')`,
    [],
  ],
]

/** What the SII and another source say of the days of a world. */
function ufSources(on: Parameters<typeof addDays>[0]) {
  const valuesFrom = (cents: number) =>
    new Map(
      [-31, -1, 0, 1, 2, 3, 4].map((days, at) => [
        addDays(on, days),
        uf(`39${123 + at}.${cents + at}`),
      ]),
    )
  const own = { kind: 'ok', value: valuesFrom(41) } as const
  const other = { kind: 'ok', value: valuesFrom(71) } as const
  const missing = { kind: 'notFound', text: '' } as const
  const sources = (second: typeof own) => ({
    ofSii: async () => own,
    ofMindicador: async () => second,
    ofCmf: async () => missing,
  })
  return { disputed: sources(other), agreed: sources(own) }
}
