/** What every screen of a session needs and no visitor: one download. */
export { Member } from './Member.tsx'
export { TermsNotice } from './TermsNotice.tsx'
export { hasFacturator } from '#web/guard-queries.ts'
export { followHints } from '#web/live/hints.ts'
export { askAgain } from '#web/live/ask-again.ts'
