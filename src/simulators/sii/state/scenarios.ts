import type { ScenarioName } from '../../world-trouble.ts'

export interface Scenario {
  name: ScenarioName
  /** RUT of the person, of the chosen company or, for `receiver-…`, of the receiver; '*' for everybody. */
  rut: string
  /** How many more times it acts; null for ever. */
  times: number | null
  detail: string
}

export interface Scenarios {
  /** The scenario in force for one of these RUTs, used up once; null for ordinary behaviour. */
  take(name: ScenarioName, ruts: readonly (string | null)[]): Scenario | null
  set(scenario: { name: ScenarioName; rut?: string; times?: number | null; detail?: string }): void
  /** Without arguments all, the characters' own too. */
  clear(which?: { name?: ScenarioName; rut?: string }): void
  list(): Scenario[]
}

export function createScenarios(): Scenarios {
  let active: Scenario[] = []
  return {
    take(name, ruts) {
      const found = active.find(
        (one) => one.name === name && (one.rut === '*' || ruts.includes(one.rut)),
      )
      if (!found) return null
      if (found.times !== null) found.times -= 1
      active = active.filter((one) => one.times !== 0)
      return { ...found }
    },
    set({ name, rut = '*', times = null, detail = '' }) {
      active = active.filter((one) => one.name !== name || one.rut !== rut)
      active.push({ name, rut, times, detail })
    },
    clear({ name, rut } = {}) {
      active = active.filter(
        (one) =>
          (name !== undefined && one.name !== name) || (rut !== undefined && one.rut !== rut),
      )
    },
    list: () => active.map((one) => ({ ...one })),
  }
}
