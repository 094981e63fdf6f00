/**
 * What a provider can be told to do wrong. The first word says where: at the grant (tokens), at the door of a
 * call, or with the message.
 */
export const troubles = [
  'grantRevoked',
  'secretExpired',
  'tokensUnavailable',
  'tokenExpired',
  'scopeMissing',
  'programBlocked',
  'mailboxDisabled',
  'rateLimited',
  'dailyLimit',
  'unavailable',
  'recipientRefused',
  'policyRefused',
  'tooLarge',
  'uploadBroken',
  'lostBefore',
  'lostAfter',
  'lostRenamed',
  'renamed',
  'nonsense',
  'comesBack',
] as const

export type Trouble = (typeof troubles)[number]

export interface Switches {
  /** `once`: for the next request that meets it; else until it is cleared. */
  set(trouble: Trouble | null, once?: boolean): void
  /** Whether this trouble is on, counting it as met. */
  meets(trouble: Trouble): boolean
  current(): Trouble | null
}

export function createSwitches(): Switches {
  let on: { trouble: Trouble; once: boolean } | null = null
  return {
    set: (trouble, once = false) => void (on = trouble === null ? null : { trouble, once }),
    current: () => on?.trouble ?? null,
    meets: (trouble) => {
      if (on?.trouble !== trouble) return false
      if (on.once) on = null
      return true
    },
  }
}
