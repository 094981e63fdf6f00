// Of a declared transfer: bytes, which come and leave beside the calls of the contract.

/** A voucher, for a session alone. */
export const VOUCHER_PATH = '/payments/declarations/:id/voucher/'

/** Of one declaration, or of all that one transfer pays, by the key: the bytes of a picture or a PDF, by PUT, so many at most. */
export const SHARED_VOUCHER_PATH = '/shared-documents/:token/declarations/:key/voucher/'
export const MAX_VOUCHER_BYTES = 2_000_000
export const VOUCHER_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
/** How the names of their files end. */
export const VOUCHER_ENDINGS: Record<(typeof VOUCHER_TYPES)[number], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}
