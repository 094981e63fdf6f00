/** What is sealed, each kind under a key-encryption key of its own. `workerRequest`: what a call asks of a worker. */
export const SEALED_KINDS = [
  'clave',
  'certificatePassword',
  'portalSession',
  'mailToken',
  'workerRequest',
  'totp',
  'paymentKeys',
] as const
export type SealedKind = (typeof SEALED_KINDS)[number]

/** Opened where a person signs in, or pays; every other kind is opened by workers alone. */
export const API_KINDS = ['totp', 'paymentKeys'] as const satisfies readonly SealedKind[]
export const WORKER_KINDS: readonly SealedKind[] = SEALED_KINDS.filter(
  (kind) => !API_KINDS.some((one) => one === kind),
)
