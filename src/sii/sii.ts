/**
 * The whole face of the SII's website: nothing else of this room is used from outside (checked). Every ending is
 * a value, only mistakes of ours are thrown, and nothing here retries: who calls decides, because only the
 * caller knows what may be repeated.
 */
export { createSii, type SiiOptions } from './client.ts'
export type * from './portal-face.ts'

/** What the SII and others tell anybody, without any session. */
export { createPublicSii } from './public.ts'
export { createUfSources, type UfSources } from './uf.ts'
export { readUtm } from './utm.ts'
export { compareHolidays, createHolidaySources } from './holiday-sources.ts'

/** Where it is asked, by what connections, and how gently. */
export { hostUrlsIn, siiOrigins, type SiiHost, type SiiOrigins } from './origins.ts'
export { undiciWire, type Wire, type WireAnswer, type WireRequest } from './wire.ts'
export { createBreaker } from './breaker.ts'
