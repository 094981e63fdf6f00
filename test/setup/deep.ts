/** Set for `npm run test:deep`, which has the cases that `npm test` has no time for. */
export const isDeep = process.env['FOLIO_DEEP'] === '1'
