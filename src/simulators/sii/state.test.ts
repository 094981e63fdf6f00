import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz, world } from '../world.ts'
import { createRawBrowser } from './raw-browser.ts'
import { choose, issue, logIn } from './raw-walk.ts'
import { startSiiSimulator } from './simulator.ts'
import { NOON_MS, PORTAL } from './test-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'folio-sii-'))
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
