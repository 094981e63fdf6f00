/** A real worker in a process of its own: the production pipeline, told by FOLIO_CHAOS whom to work for. */
import { createPublicKey } from 'node:crypto'
import { connect } from '#server/db/connect.ts'
import { startPipeline } from '#server/pipeline.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { createBreaker, createSii, siiOrigins } from '#sii/sii.ts'
import { seededRandom } from '../setup/random.ts'
import { seedRandomness } from '../setup/seed-randomness.ts'
import { hurriedClock } from './common-clock.ts'
import { orderShape } from './order.ts'

const order = orderShape.parse(JSON.parse(process.env['FOLIO_CHAOS'] ?? ''))
if (order.seed !== null) seedRandomness(seededRandom(`${order.seed} ${order.name}`))
const jumped = { byMs: 0 }
const clock = hurriedClock(order.hurry, jumped)
const common = hurriedClock(order.hurry)
const { personSlots, poolSize } = order
const database = connect({ url: order.databaseUrl, applicationName: order.name, poolSize })
const SEND_LIMIT_MS = 30_000
const timeoutMs = SEND_LIMIT_MS / order.hurry.pace

let hasStruck = false

const pipeline = startPipeline({
  db: database.db,
  clock,
  vault: createVault(keyRing(new Secret(order.vaultKey)), clock),
  sii: createSii({
    origins: siiOrigins(order.siiUrl),
    nowMs: () => clock.now(),
    paceMs: 0,
    breaker: createBreaker({ nowMs: clock.now }),
    timeouts: { usualMs: timeoutMs, slowMs: timeoutMs },
  }),
  siiKeys: { extraSiiKeys: new Map([[order.idk, createPublicKey(order.siiKeyPem)]]) },
  portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * 60_000 },
  timing: { sendLimitMs: SEND_LIMIT_MS, quietMs: 120_000 },
  window: { fromHour: 9, toHour: 18 },
  // The database lives in the common time, which never jumps.
  databaseClock: () => common.now(),
  undoWindowMs: 0,
  random: Math.random,
  worker: order.name,
  personSlots,
  onFailure: (about, error) => {
    process.stderr.write(`${order.name} ${about.step} ${about.id}: ${String(error)}\n`)
  },
  boundary: async (at) => {
    process.stdout.write(`${at}\n`)
    if (order.jump?.boundary === at) jumped.byMs = order.jump.byMs
    if (hasStruck || order.strike?.boundary !== at) return
    hasStruck = true
    process.kill(process.pid, order.strike.signal)
  },
})

process.once('SIGTERM', () => {
  void pipeline
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
