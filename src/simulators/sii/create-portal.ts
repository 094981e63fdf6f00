import { randomBytes } from 'node:crypto'
import { dayInChile } from '#domain/day.ts'
import { createFaultPlan } from './state/faults.ts'
import { newAuthorityKeyPem } from './state/keys.ts'
import type { Limits, Portal, PortalOptions } from './state/portal.ts'
import { createScenarios } from './state/scenarios.ts'
import { seedBoletas, seedFacturas } from './seed.ts'
import { readStateFile, writeStateFile } from './state/state-file.ts'
import { emptyState, type State } from './state/state.ts'
import type { World } from '../world.ts'
import { defaultVariants } from './state/variants.ts'

const defaultLimits: Limits = {
  openSessions: 5,
  loginsPerHour: 12,
  wrongClaves: 5,
  registerCalls: 200,
}

export function createPortal(options: PortalOptions): Portal {
  let fixedMs: number | null = null
  let written = ''
  const portal: Portal = {
    world: options.world,
    state: emptyState(''),
    scenarios: createScenarios(),
    faults: createFaultPlan(),
    variants: defaultVariants(),
    limits: { ...defaultLimits },
    requests: [],
    lastNumber: 0,
    held: [],
    now: () => fixedMs ?? options.now(),
    setClock: (ms) => void (fixedMs = ms),
    newToken: options.newToken ?? (() => randomBytes(10).toString('hex').toUpperCase()),
    sheet: options.sheet ?? null,
    save() {
      if (options.stateFile === undefined) return
      const text = JSON.stringify(portal.state)
      if (text === written) return
      writeStateFile(options.stateFile, text)
      written = text
    },
    reset() {
      portal.variants = defaultVariants()
      portal.limits = { ...defaultLimits }
      portal.requests = []
      portal.held.splice(0).forEach((release) => release())
      behaveAsTheWorldSays(portal)
      portal.state = seededState(portal, options.authorityKeyPem)
      portal.save()
    },
  }
  const kept = options.stateFile === undefined ? null : readStateFile(options.stateFile)
  if (kept === null) portal.reset()
  else {
    portal.state = kept
    portal.state.startedOn ||= dayInChile(portal.now())
    behaveAsTheWorldSays(portal)
  }
  return portal
}

/** The latest state of a world at its beginning: making and signing its documents takes longer than most tests. */
const seeded = new WeakMap<World, State>()

/** What the people of the portal's world had issued before today; of two portals of one day the keys are the same. */
function seededState(portal: Portal, authorityKeyPem: string | undefined): State {
  const today = dayInChile(portal.now())
  const known = seeded.get(portal.world)
  const isSame = authorityKeyPem === undefined || authorityKeyPem === known?.authorityKeyPem
  if (known?.startedOn === today && isSame) return structuredClone(known)
  portal.state = emptyState(authorityKeyPem ?? newAuthorityKeyPem())
  portal.state.startedOn = today
  seedFacturas(portal)
  seedBoletas(portal)
  seeded.set(portal.world, structuredClone(portal.state))
  return portal.state
}

function behaveAsTheWorldSays(portal: Portal): void {
  portal.scenarios.clear()
  portal.faults.clear()
  for (const person of portal.world.people) {
    for (const name of person.scenarios) portal.scenarios.set({ name, rut: person.rut })
    for (const fault of person.faults) portal.faults.add({ ...fault, rut: person.rut })
  }
}
