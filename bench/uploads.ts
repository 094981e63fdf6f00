/**
 * Documents of an uploaded file through the engine, from their order to the last file of them, against the portal's pacing
 * floor: the requests that the protocol makes for them, each a pace after the one before, because one person's requests
 * are made one after the other. Time goes on by those waits alone; what everything else takes is added, even where it would
 * be over before the next request may leave.
 *   npm run bench -- uploads, or node scripts/node.mjs bench/uploads.ts [documents]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chileInstant, day } from '#domain/day.ts'
import { settableClock, systemClock, type SettableClock } from '#server/clock.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded-postgres.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { orderUpload } from '#server/uploads/issue/order.ts'
import { presentUpload } from '#server/uploads/present.ts'
import { openUpload, takeUpload } from '#server/uploads/uploads.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import { world } from '#simulators/world.ts'
import { createSii, siiOrigins } from '#sii/sii.ts'
import { seedRule } from '../test/engine/house.ts'
import { REQUESTS } from './pipeline-report.ts'

const MOST_TIMES_THE_FLOOR = 1.1
/** The default of the SII client. */
const PACE_MS = 1_200
const TODAY = day(2026, 11, 25)
const MOST_PASSES = 5_000

const documents = Number(process.argv[2] ?? 500)
const dataDir = mkdtempSync(join(tmpdir(), 'folio-uploads-'))
const server = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(server.url)
  const database = connect({ url: server.url, applicationName: 'folio-bench', poolSize: 4 })
  try {
    process.exitCode = (await measure(database)) ? 0 : 1
  } finally {
    await database.close()
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** True when it keeps within the limit. */
async function measure({ db }: Database): Promise<boolean> {
  const clock = settableClock(chileInstant(TODAY, 9, 30))
  const simulator = await startSiiSimulator({ port: 0, world, now: clock.now })
  try {
    const vault = createVault(keyRing(new Secret(Buffer.alloc(32, 7).toString('base64'))), clock)
    const rule = await seedRule({ db, vault, clock }, { nextDay: day(2026, 12, 31) })
    const hours = { window: { fromHour: 0, toHour: 24 }, undoWindowMs: 0 }
    const authority = simulator.admin.authority()
    const failures: unknown[] = []
    const pipeline: PipelineNeeds = {
      db,
      clock,
      vault,
      sii: createSii({
        origins: siiOrigins(simulator.url),
        nowMs: clock.now,
        paceMs: PACE_MS,
        wait: (ms) => clock.advance(ms),
      }),
      portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * 60_000 },
      ...hours,
      databaseClock: () => clock.now(),
      timing: { sendLimitMs: 90_000, quietMs: 120_000 },
      random: () => 0.5,
      siiKeys: { extraSiiKeys: new Map([[authority.idk, authority.publicKey]]) },
      worker: 'bench',
      personSlots: 1,
      onFailure: (_about, error) => failures.push(error),
      boundary: async () => undefined,
    }
    const [startMs, bornMs] = [clock.now(), systemClock.monotonicMs()]
    await order({ ...hours, db, clock }, rule.organisationId)
    const orderedMs = systemClock.monotonicMs() - bornMs
    const states = await issueAll(pipeline, clock)
    const ownMs = systemClock.monotonicMs() - bornMs
    const tookMs = clock.now() - startMs + ownMs
    const floorMs = (documents * (REQUESTS.issue + REQUESTS.file) + REQUESTS.logIn) * PACE_MS
    const times = tookMs / floorMs
    console.log(
      `${documents} documents of a file: ordered in ${(orderedMs / 1000).toFixed(1)} s, issued and filed in ` +
        `${(tookMs / 1000).toFixed(1)} s, ${(ownMs / 1000).toFixed(1)} s of them our own, floor ${(floorMs / 1000).toFixed(1)} s: ${times.toFixed(3)} times ` +
        `(at most ${MOST_TIMES_THE_FLOOR}), ${JSON.stringify(states)}`,
    )
    for (const failure of failures.slice(0, 5)) console.log(String(failure))
    return times <= MOST_TIMES_THE_FLOOR && states['issued stored'] === documents
  } finally {
    await simulator.close()
  }
}

/** As its person does: uploads the file and orders all of it. */
async function order(
  needs: Parameters<typeof orderUpload>[0],
  organisationId: number,
): Promise<void> {
  const by = { organisationId, userId: 1 }
  const { id: companyId } = await needs.db
    .selectFrom('company')
    .select('id')
    .executeTakeFirstOrThrow()
  const rows = Array.from(
    { length: documents },
    (_, n) => `${n + 1};Factura;90909090-3;Servicio ${n + 1};1;${10_000 + 37 * n};CLP`,
  )
  const bytes = Buffer.from(
    ['Documento;Tipo;RUT;Detalle;Cantidad;Precio;Moneda', ...rows].join('\r\n'),
  )
  const taken = await takeUpload(needs, by, companyId, { bytes, fileName: 'bench.csv' })
  if (taken.kind !== 'stored') throw new Error(`Refused: ${taken.reason}`)
  const { id } = taken.upload
  const { content } = presentUpload(await openUpload(needs, { organisationId, id }), 'es')
  if (content.kind !== 'judged') throw new Error('The file is not judged')
  const seen = new Map(content.documents.map((one) => [one.key, one.content]))
  const order = {
    id,
    documents: seen,
    count: seen.size,
    issueDay: TODAY,
    confirmed: new Map(),
  }
  await orderUpload(needs, by, order, 'es')
}

/** Passes until nothing is due; a wait for what comes soon is skipped. */
async function issueAll(
  pipeline: PipelineNeeds,
  clock: SettableClock,
): Promise<Record<string, number>> {
  let quiet = 0
  for (let passes = 0; passes < MOST_PASSES && quiet < 10; passes += 1) {
    quiet = (await runPass(pipeline)) === 0 ? quiet + 1 : 0
    const states = await statesNow(pipeline)
    if (states['issued stored'] === documents) return states
    if (quiet > 0) await clock.advance(1_000)
  }
  return statesNow(pipeline)
}

async function statesNow({ db }: PipelineNeeds): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('document')
    .select(['state', 'files_state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['state', 'files_state'])
    .execute()
  return Object.fromEntries(
    rows.map(({ state, files_state, count }) => [`${state} ${files_state}`, count]),
  )
}
