import type { Mutant } from './mutant.ts'

/** A change that looks like a fault and does no harm: nothing a user or the SII could notice differs. */
export interface HarmlessMutant extends Mutant {
  because: string
}

/** Struck out of the planted faults, so that nobody looks for a test of them again. */
export const HARMLESS_MUTANTS: readonly HarmlessMutant[] = [
  {
    name: 'a second organisation waits for a session that was given up',
    file: 'server/facturators/portal.ts',
    from: `closed.kind !== 'ok' && closed.kind !== 'abandoned'`,
    to: `closed.kind !== 'ok'`,
    because:
      'Nothing is stored from then on: its next try, minutes later, finds no session of another and enters.',
  },
  {
    name: 'the first batch of rules alone is planned',
    file: 'server/documents/plan/plan.ts',
    from: `if (planned.rules === 0) break`,
    to: `break`,
    because:
      'Three batches of 2,000 rules are planned at a look all the same, and the next look, a second later at most, plans the rest.',
  },
  {
    name: 'a number that a person told is believed of every try',
    file: 'server/documents/actions/decide.ts',
    from: `    .set({ pointed_folio: folio })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where(mayHaveIssued)`,
    to: `    .set({ pointed_folio: folio })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)`,
    because:
      'Only the last try of a document in doubt is looked for by the number told, and that is the one in doubt.',
  },
  {
    name: 'a stopped month is resumed beside a second document',
    file: 'server/documents/actions/resume-rule.ts',
    from: `if (emissionDay !== null && ofMonth.length === 0) {`,
    to: `if (emissionDay !== null) {`,
    because:
      'A month that has documents has its occurrence too, and no second one of the same rule and month is inserted.',
  },
  {
    name: 'a worker that fails at an organisation has written its mail',
    file: 'server/agenda/attention-mails.ts',
    from: `await queueNotice(trx, {`,
    to: `await queueNotice(db, {`,
    because:
      'The mail is left over, and what it tells is read as it is sent: nothing is marked as told by it, so that it is no mail.',
  },
  {
    name: 'the stored session does not tell under which lease it was kept',
    file: 'server/facturators/session/stored-session.ts',
    from: `        session_epoch: lease.epoch,`,
    to: `        session_epoch: null,`,
    because:
      'No code reads that column: a holder that lost its lease is found out by the epoch of the lease itself.',
  },
  {
    name: 'the UF of every day is read',
    file: 'server/rules/store.ts',
    from: `    .where('day', 'in', [...days])
`,
    to: ``,
    because:
      'The forecast, the only caller, takes from the result the days that it named and no other.',
  },
]
