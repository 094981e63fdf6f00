import { afterEach, beforeEach } from 'vitest'
import type { Check } from '#dte/verify.ts'
import { verifyXml } from '#dte/verify.ts'
import type { World, WorldPerson } from '../world.ts'
import { world } from '../world.ts'
import type { RawBrowser } from './raw/browser.ts'
import { createRawBrowser } from './raw/browser.ts'
import { choose, logIn } from './raw/walk.ts'
import type { ListeningSiiSimulator } from './simulator.ts'
import { startSiiSimulator } from './simulator.ts'
import type { Variants } from './state/variants.ts'

export const PORTAL = '/www1/cgi-bin/Portal001'

/** Noon of a Friday in Chile. */
export const NOON_MS = Date.UTC(2026, 10, 20, 15)

/** Something done in the portal; what is seen then. */
export type Act = (browser: RawBrowser) => Promise<string>
/** What is done, what is seen without the scenario, and what with it. */
export type ScenarioRow = [Act, ordinarily: RegExp, then: RegExp]

/** For each variant something done, and for each of its choices what only that choice shows. */
export type VariantTable = {
  [Name in keyof Variants]: [Act, Record<Variants[Name], RegExp>]
}

/** A simulator for each test, its clock standing at noon of 20 November 2026. */
export interface Ground {
  simulator: ListeningSiiSimulator
  browser: RawBrowser
  enter(person: WorldPerson, companyRut?: string): Promise<RawBrowser>
}

export function withSimulator(of: World = world): () => Ground {
  let ground: Ground | null = null
  beforeEach(async () => {
    const simulator = await startSiiSimulator({ port: 0, world: of, now: () => NOON_MS })
    ground = {
      simulator,
      browser: createRawBrowser(simulator.url),
      async enter(person, companyRut) {
        const browser = createRawBrowser(simulator.url)
        await logIn(browser, person)
        if (companyRut !== undefined) await choose(browser, companyRut)
        return browser
      },
    }
  })
  afterEach(async () => {
    await ground?.simulator.close()
    ground = null
  })
  return () => {
    if (!ground) throw new Error('Only inside a test')
    return ground
  }
}

/** What the SII would find wrong with these DTEs, stamped by this simulator. */
export function dteFaults({ simulator }: Ground, bytes: Uint8Array): (Check | string)[] {
  const { idk, publicKey } = simulator.admin.authority()
  const judged = verifyXml(bytes, { extraSiiKeys: new Map([[idk, publicKey]]) })
  return judged.kind === 'refused'
    ? [judged.reason]
    : judged.documents.flatMap((one) => one.checks.filter((check) => !check.ok))
}
