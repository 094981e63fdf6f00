/** Of the terms, with their mandate to act at the SII, and the privacy policy: what is accepted is on record by it. */
export const LEGAL_VERSION = 1
