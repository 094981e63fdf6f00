/** What every screen of a session needs and no visitor: one download. */
export { Member } from './frame/Member.tsx'
export { TermsNotice } from './frame/TermsNotice.tsx'
export { hasFacturator } from './guard-queries.ts'
export { followHints } from './live/hints.ts'
export { askAgain } from './live/ask-again.ts'
