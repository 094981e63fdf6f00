/**
 * The whole face of the SII's website: nothing else of this room is used from outside (checked). Every ending is
 * a value, only mistakes of ours are thrown, and nothing here retries: who calls decides, because only the
 * caller knows what may be repeated.
 */
export { createSii, type SiiOptions } from './session/client.ts'
export type * from './interface/portal.ts'

/** What the SII and others tell anybody, without any session. */
export { createPublicSii } from './public/public.ts'
export { createUfSources, type UfSources } from './public/uf.ts'
export { readUtm } from './public/utm.ts'
export { compareHolidays, createHolidaySources } from './public/holiday-sources.ts'

/** Where it is asked, by what connections, and how gently. */
export { hostUrlsIn, siiOrigins, type SiiHost, type SiiOrigins } from './http/origins.ts'
export { undiciWire, type Wire, type WireAnswer, type WireRequest } from './http/wire.ts'
export { createBreaker } from './http/breaker.ts'
