import { serveBrowser } from './browser.ts'

/** Vitest's global set-up: one browser for the whole run, whose address is in FOLIO_TEST_BROWSER. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await serveBrowser()
  process.env.FOLIO_TEST_BROWSER = server.wsEndpoint()
  return () => server.close()
}
