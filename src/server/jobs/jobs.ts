import { PgBoss } from 'pg-boss'

/** Work that recurs by the clock of Chile, once for all processes together. */
export type Jobs = {
  /**
   * Says before `start` what recurs. `cron` is minute, hour, day, month, weekday in America/Santiago.
   * A run that came due while nobody ran is made up for once; two runs of one name never overlap.
   */
  schedule(name: string, cron: string, work: () => Promise<void>): void
  start(): Promise<void>
  /** Asks for a run now, besides the recurring ones; does nothing when one is waiting already. */
  runNow(name: string): Promise<void>
  /** Waits a moment for what runs; what is cut off runs again later. */
  stop(): Promise<void>
}

export type JobsOptions = {
  url: string
  onFailure(about: { job: string }, error: unknown): void
}

export function createJobs({ url, onFailure }: JobsOptions): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'folio-jobs',
    schema: 'pgboss',
    max: 3,
  })
  boss.on('error', (error) => onFailure({ job: 'pgboss' }, error))
  const recurring: Recurring[] = []
  return {
    schedule: (name, cron, work) => void recurring.push({ name, cron, work }),
    start: async () => {
      await boss.start()
      for (const job of recurring) await setUp(boss, job, onFailure)
      await forgetOthers(boss, recurring)
    },
    runNow: async (name) => void (await boss.send(name)),
    stop: () => boss.stop({ graceful: true, timeout: STOP_LIMIT_MS }),
  }
}

type Recurring = { name: string; cron: string; work: () => Promise<void> }

const TIME_ZONE = 'America/Santiago'
const STOP_LIMIT_MS = 1_500

async function setUp(
  boss: PgBoss,
  { name, cron, work }: Recurring,
  onFailure: JobsOptions['onFailure'],
): Promise<void> {
  // Stately: at most one waiting and one running of a name.
  await boss.createQueue(name, {
    policy: 'stately',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 15 * 60,
    deleteAfterSeconds: 7 * 24 * 60 * 60,
  })
  await boss.work(name, { batchSize: 1, pollingIntervalSeconds: 1 }, async () => {
    try {
      await work()
    } catch (error) {
      onFailure({ job: name }, error)
      throw error
    }
  })
  await boss.schedule(name, cron, null, { tz: TIME_ZONE, missed: 'once' })
}

/** What an older version scheduled and this one doesn't know would wait for a worker for ever. */
async function forgetOthers(boss: PgBoss, recurring: Recurring[]): Promise<void> {
  const known = new Set(recurring.map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name)
  }
}
