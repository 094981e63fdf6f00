import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ana, antonia, asesoriasPenaMunoz, world } from '../../world.ts'
import { issueBoleta } from '../raw/boleta.ts'
import { createRawBrowser } from '../raw/browser.ts'
import { choose, issue, logIn } from '../raw/walk.ts'
import { startSiiSimulator } from '../simulator.ts'
import { NOON_MS, PORTAL } from '../test-portal.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folio-sii-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a second start keeps documents, folios, sessions and keys', async () => {
  const options = { port: 0, world, now: () => NOON_MS, stateFile: join(folder, 'sii.json') }
  const first = await startSiiSimulator(options)
  const before = createRawBrowser(first.url)
  await logIn(before, ana)
  await choose(before, asesoriasPenaMunoz.rut)
  await issue(before, ana)
  const ledger = first.admin.ledger()
  await first.close()

  const second = await startSiiSimulator(options)
  expect(second.admin.ledger()).toEqual(ledger)
  const after = createRawBrowser(second.url)
  for (const [name, value] of before.cookies) after.cookies.set(name, value)
  const seen = await issue(after, ana)
  expect(seen.text).toContain('N&deg; 7')
  const list = await after.get(`${PORTAL}/mipeAdminDocsEmi.cgi?FEC_DESDE=2026-11-20`)
  expect(list.text.match(/<td>1190<\/td>/g)).toHaveLength(2)
  await second.close()
})

test('boletas, their numbers and the day of the first start survive too', async () => {
  const stateFile = join(folder, 'sii.json')
  const options = { port: 0, world, now: () => NOON_MS, stateFile }
  const first = await startSiiSimulator(options)
  const browser = createRawBrowser(first.url)
  await logIn(browser, antonia)
  await issueBoleta(browser, antonia)
  const boletas = first.admin.boletas()
  await first.close()
  const second = await startSiiSimulator({ ...options, now: () => NOON_MS + 3_600_000 })
  expect(second.admin.boletas()).toEqual(boletas)
  const again = createRawBrowser(second.url)
  await logIn(again, antonia)
  await issueBoleta(again, antonia)
  expect(second.admin.boletas().at(-1)?.folio).toBe((boletas.at(-1)?.folio ?? 0) + 1)
  await second.close()
  expect(readFileSync(stateFile, 'utf8')).toContain('"startedOn":"2026-11-20"')
})

test('a file written before there were boletas, drafts or notes is read all the same', async () => {
  const stateFile = join(folder, 'sii.json')
  const options = { port: 0, world, now: () => NOON_MS, stateFile }
  const first = await startSiiSimulator(options)
  const ledger = first.admin.ledger()
  await first.close()
  const later = [
    'boletas',
    'lastBoleta',
    'drafts',
    'suppliedXml',
    'startedOn',
    'reactedAtMs',
    'eventCode',
  ]
  const text = readFileSync(stateFile, 'utf8')
  const old: unknown = JSON.parse(text, (name, value: unknown) =>
    later.includes(name) ? undefined : value,
  )
  writeFileSync(stateFile, JSON.stringify(old))
  const second = await startSiiSimulator(options)
  expect(second.admin.ledger()).toEqual(ledger)
  expect(second.admin.boletas()).toEqual([])
  await second.close()
})
