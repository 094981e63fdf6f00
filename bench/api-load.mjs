/**
 * Asks one address again and again, in a process of its own. Told { target, seconds, perSecond }: with
 * perSecond null each connection asks as soon as it was answered; else requests leave at that even pace, and
 * each one's time counts from when it should have left.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

const CONNECTIONS = 32

process.on('message', async ({ target, seconds, perSecond }) => {
  const pool = new Pool(target.url, { connections: CONNECTIONS, pipelining: 1 })
  const until = performance.now() + seconds * 1_000
  const times = []
  async function ask(fromMs) {
    const { statusCode, body } = await pool.request({
      path: target.path,
      method: 'GET',
      headers: target.headers,
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`Answered ${statusCode}`)
    times.push(performance.now() - fromMs)
  }
  if (perSecond === null) await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking))
  else await askEvenly()
  await pool.destroy()
  process.send({ count: times.length, p50: quantile(0.5), p99: quantile(0.99) })

  async function keepAsking() {
    while (performance.now() < until) await ask(performance.now())
  }

  async function askEvenly() {
    const everyMs = 1_000 / perSecond
    const asked = []
    for (let nextMs = performance.now(); nextMs < until; await sleep(1)) {
      for (; nextMs <= performance.now(); nextMs += everyMs) asked.push(ask(nextMs))
    }
    await Promise.all(asked)
  }

  function quantile(part) {
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]
  }
})
process.on('disconnect', () => process.exit())
