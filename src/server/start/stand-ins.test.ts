import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyXml } from '#dte/verify.ts'
import { startSiiSimulator, type ListeningSiiSimulator } from '#simulators/sii/simulator.ts'
import { world } from '#simulators/world.ts'
import { settableClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openOutside } from './stand-ins.ts'
import { createStops } from './stops.ts'

const clock = settableClock('2026-11-20T15:00:00Z')
let folder = ''
let elsewhere: ListeningSiiSimulator
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folio-outside-'))
  elsewhere = await startSiiSimulator({ port: 0, world, now: () => clock.now() })
})
afterEach(async () => {
  await elsewhere.close()
  rmSync(folder, { recursive: true })
})

test('documents of a simulated SII that runs on its own are proved with the key it publishes', async () => {
  const stops = createStops()
  const config = readConfig({ FOLIO_DATA_DIR: folder, SII_BASE_URL: elsewhere.url })
  try {
    const { siiOrigins, siiKeys } = await openOutside(config, clock, stops)
    expect(siiOrigins.www1).toBe(`${elsewhere.url}/www1`)
    const [document] = elsewhere.admin.ledger()
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>\n${document?.xml}`
    const bytes = Buffer.from(xml, 'latin1')
    const proved = (options: typeof siiKeys) => {
      const read = verifyXml(bytes, options)
      const checks = read.kind === 'read' ? read.documents.flatMap((one) => one.checks) : []
      return checks.find((check) => check.name === 'caf')?.ok
    }
    expect([proved(siiKeys), proved({})]).toEqual([true, false])
  } finally {
    await stops.run()
  }
})

test('without one the built-in is asked, single hosts where they are told to be', async () => {
  const stops = createStops()
  const config = readConfig({ FOLIO_DATA_DIR: folder, SII_HOST_URLS: `loa=${elsewhere.url}/loa` })
  try {
    const { siiOrigins, siiKeys } = await openOutside(config, clock, stops)
    expect(siiOrigins.loa).toBe(`${elsewhere.url}/loa`)
    expect(siiOrigins.www1).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/www1$/)
    expect(siiOrigins.www1).not.toContain(elsewhere.url)
    expect([...(siiKeys.extraSiiKeys?.keys() ?? [])]).toEqual([900])
  } finally {
    await stops.run()
  }
})

test('one that does not answer is told before anything is issued', async () => {
  const stops = createStops()
  const config = readConfig({ FOLIO_DATA_DIR: folder, SII_BASE_URL: elsewhere.url })
  await elsewhere.close()
  await expect(openOutside(config, clock, stops)).rejects.toThrow(/simulatedSiiSilent/)
  await stops.run()
})
