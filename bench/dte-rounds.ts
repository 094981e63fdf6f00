/** Two ways of doing the same amount of work, in turns, by the CPU they use. */
export interface Rounds {
  name: string
  /** What ours is compared with. */
  against: string
  /** Ours must do at least this share of what the other does in the same CPU time. */
  floor: number
  rounds: number
  ours: () => Work
  theirs: () => Work
}

/** How many of the compared thing one round did; another program's processor time is told with it. */
type Done = number | { done: number; cpuMs: number }
type Work = Done | Promise<Done>

const WARM_UPS = 2

/** Runs them interleaved, so that a busy machine slows both alike; prints rates and the median ratio. */
export async function compareInRounds(bench: Rounds): Promise<boolean> {
  for (let i = 0; i < WARM_UPS; i++) {
    await bench.ours()
    await bench.theirs()
  }
  const pairs: { ours: number; theirs: number }[] = []
  for (let i = 0; i < bench.rounds; i++) {
    pairs.push({ ours: await rateOf(bench.ours), theirs: await rateOf(bench.theirs) })
  }
  const ratio = median(pairs.map(({ ours, theirs }) => ours / theirs))
  const missed = ratio < bench.floor
  const rates = [median(pairs.map((one) => one.ours)), median(pairs.map((one) => one.theirs))]
  const [ours = 0, theirs = 0] = rates.map((rate) => Math.round(rate))
  console.log(
    `${bench.name}: ${ours} per CPU-second; ${bench.against}: ${theirs}; ` +
      `ratio ${ratio.toFixed(2)} (at least ${bench.floor})${missed ? ' MISSED' : ''}, ${bench.rounds} rounds`,
  )
  return !missed
}

async function rateOf(work: () => Work): Promise<number> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return typeof result === 'number'
    ? (result * 1e6) / (user + system)
    : (result.done * 1000) / result.cpuMs
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
