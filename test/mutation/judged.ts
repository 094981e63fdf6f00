/** Mutations that change nothing a user or the SII could notice, by the name that the run prints, with the reason. */
export const JUDGED: ReadonlyMap<string, string> = new Map()
