/** Mutations that change nothing a user or the SII could notice, by the name that the run prints, with the reason. */
export const JUDGED: ReadonlyMap<string, string> = new Map([
  [
    "src/server/documents/queue/due.ts: or (state = 'issued' and (files_state = 'wanted' or annulment is not null))) | and => or",
    'An issued document of which neither files nor an annulment are wanted has no next try.',
  ],
])
