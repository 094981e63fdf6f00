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

/** Opened where a person signs in. */
export const API_KINDS = ['totp'] as const satisfies readonly SealedKind[]
/** Opened on both sides: where a person pays, and where it is read what became of a payment. */
export const SHARED_KINDS = ['paymentKeys'] as const satisfies readonly SealedKind[]
/** Every other kind is opened by workers alone. */
export const WORKER_KINDS: readonly SealedKind[] = SEALED_KINDS.filter(
  (kind) => ![...API_KINDS, ...SHARED_KINDS].some((one) => one === kind),
)
