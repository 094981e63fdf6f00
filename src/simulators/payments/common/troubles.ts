/**
 * What a call of a provider's API can run into. `After` says that the call was carried out before. `slow` and `slowBefore`
 * are answered, and `late` is carried out without an answer, at the next `release`. `twice` gives the second answer.
 */
export const troubles = [
  'rateLimited',
  'serverError',
  'badGateway',
  'badGatewayAfter',
  'html',
  'htmlAfter',
  'truncated',
  'slow',
  'slowBefore',
  'twice',
  'cutBefore',
  'cutAfter',
  'late',
] as const

export type Trouble = (typeof troubles)[number]

export interface TroubleOrder {
  trouble: Trouble
  /** The name of one call; all of them when it is left out. */
  call?: string
  /** How its path ends; any when it is left out. */
  path?: string
  /** How many calls meet it; until it is cleared when it is left out. */
  times?: number
}

export interface Troubles {
  set(order: TroubleOrder | null): void
  current(): TroubleOrder | null
  /** The trouble that this call meets, counted as met. */
  meet(call: string, path: string): Trouble | null
  /** Waits until `release`: a slow answer takes as long as the test or the person wants. */
  hold(): Promise<void>
  /** Lets go of every slow answer. */
  release(): void
  held(): number
}

export function createTroubles(): Troubles {
  let order: TroubleOrder | null = null
  const waiting: (() => void)[] = []
  return {
    set: (next) => void (order = next === null ? null : { ...next }),
    current: () => order,
    meet(call, path) {
      if (order === null || (order.call !== undefined && order.call !== call)) return null
      if (order.path !== undefined && !path.endsWith(order.path)) return null
      const { trouble } = order
      if (order.times !== undefined) {
        order = order.times > 1 ? { ...order, times: order.times - 1 } : null
      }
      return trouble
    },
    hold: () => new Promise((resolve) => void waiting.push(resolve)),
    release: () => waiting.splice(0).forEach((go) => go()),
    held: () => waiting.length,
  }
}
