import type { TestedMutant } from './mutant.ts'

const TEST = 'test/engine/twins.test.ts'

/** Faults in the alarm about a second document that the SII has, and in what settles an alarm. */
export const TWIN_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'one that is annulled already raises the alarm',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `twinOf !== null && !isTakenBack && known`,
    to: `twinOf !== null && known`,
    caughtBy: { test: TEST, name: 'already raises no alarm' },
  },
  {
    name: 'one that a nota annuls already raises the alarm',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `row.annulled !== null || (row.annulledBy ?? known?.annulled_by ?? null) !== null`,
    to: `row.annulled !== null`,
    caughtBy: { test: TEST, name: 'annulled by a nota' },
  },
  {
    name: 'a nota that was asked for once is forgotten',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `(row.annulledBy ?? known?.annulled_by ?? null)`,
    to: `row.annulledBy`,
    caughtBy: { test: TEST, name: 'that a look found annulled' },
  },
  {
    name: 'an alarm stays when the other one is annulled',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `if (repeated !== null && (isTakenBack || !isOutside)) {`,
    to: `if (repeated !== null && !isOutside) {`,
    caughtBy: { test: TEST, name: 'an alarm ends once the other one is' },
  },
  {
    name: 'an alarm stays when the other one is ours after all',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `if (repeated !== null && (isTakenBack || !isOutside)) {`,
    to: `if (repeated !== null && isTakenBack) {`,
    caughtBy: { test: TEST, name: 'is a document of ours' },
  },
  {
    name: 'the nota of a double is not kept',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `        annulled_by: sql\`coalesce(excluded.annulled_by, sii_issued.annulled_by)\`,
`,
    to: ``,
    caughtBy: { test: TEST, name: 'once the other one is annulled by a nota' },
  },
  {
    name: 'the nota of a double is overwritten with nothing',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `coalesce(excluded.annulled_by, sii_issued.annulled_by)`,
    to: `excluded.annulled_by`,
    caughtBy: { test: TEST, name: 'once the other one is annulled by a nota' },
  },
  {
    name: 'an alarm ends though another one is valid',
    file: 'server/documents/reconcile/twins.ts',
    from: `  if ((await openTwins(trx, row)).length > 0) return
`,
    to: ``,
    caughtBy: { test: TEST, name: 'as long as one of the others is valid' },
  },
  {
    name: 'what ends an alarm ends another word too',
    file: 'server/documents/reconcile/twins.ts',
    from: `if (row?.state !== 'issued' || row.reason !== 'twinFound') return`,
    to: `if (row?.state !== 'issued') return`,
    caughtBy: { test: TEST, name: 'an alarm ends once the other one is' },
  },
  {
    name: 'an annulled double is open',
    file: 'server/documents/reconcile/twins.ts',
    from: `listed.is_annulled or listed`,
    to: `listed`,
    caughtBy: { test: TEST, name: 'annulled at the SII' },
  },
  {
    name: 'a double that a nota annuls is open',
    file: 'server/documents/reconcile/twins.ts',
    from: ` or listed.annulled_by is not null`,
    to: ``,
    caughtBy: { test: TEST, name: 'annulled by a nota' },
  },
  {
    name: 'a double that is ours is open',
    file: 'server/documents/reconcile/twins.ts',
    from: ` or listed.document_id is not null`,
    to: ``,
    caughtBy: { test: TEST, name: 'is a document of ours' },
  },
  {
    name: 'a pair that a person accepted raises the alarm again',
    file: 'server/documents/reconcile/twins.ts',
    from: `    .where(
      sql<boolean>\`not \${isAccepted(sql.ref('document.organisation_id'), sql.ref('document.id'), sql\`\${folio}::bigint\`)}\`,
    )
`,
    to: ``,
    caughtBy: { test: TEST, name: 'before any list showed it' },
  },
  {
    name: 'a pair that a person accepted is open',
    file: 'server/documents/reconcile/twins.ts',
    from: `where not \${isAccepted(sql\`\${organisation_id}\`, sql\`\${id}\`, sql\`told.folio\`)}
      and not`,
    to: `where not`,
    caughtBy: { test: TEST, name: 'never asked again' },
  },
  {
    name: 'what stood still behind an alarm stays so',
    file: 'server/documents/reconcile/twins.ts',
    from: `isUnderWay ? (row.next_try_at ?? now) : row.next_try_at`,
    to: `row.next_try_at`,
    caughtBy: { test: TEST, name: 'after an alarm' },
  },
  {
    name: 'files behind an alarm stand still',
    file: 'server/documents/reconcile/twins.ts',
    from: `row.files_state === 'wanted' || row.annulment !== null`,
    to: `row.annulment !== null`,
    caughtBy: { test: TEST, name: 'its files' },
  },
  {
    name: 'an annulment behind an alarm stands still',
    file: 'server/documents/reconcile/twins.ts',
    from: `row.files_state === 'wanted' || row.annulment !== null`,
    to: `row.files_state === 'wanted'`,
    caughtBy: { test: TEST, name: 'its annulment' },
  },
  {
    name: 'the end of an alarm hastens what waits',
    file: 'server/documents/reconcile/twins.ts',
    from: `(row.next_try_at ?? now)`,
    to: `now`,
    caughtBy: { test: TEST, name: 'keeps it' },
  },
  {
    name: 'a person accepts what they have not seen',
    file: 'server/documents/actions/settle-alarm.ts',
    from: `  if (open.some((folio) => !folios.includes(folio))) return false
`,
    to: ``,
    caughtBy: { test: TEST, name: 'that they saw' },
  },
  {
    name: 'a double is accepted that nobody was told of',
    file: 'server/documents/actions/settle-alarm.ts',
    from: `if (row.state !== 'issued' || row.reason !== 'twinFound') return false`,
    to: `if (row.state !== 'issued') return false`,
    caughtBy: { test: TEST, name: 'never asked again' },
  },
  {
    name: 'any boleta is left valid',
    file: 'server/documents/actions/settle-alarm.ts',
    from: `if (row.state !== 'issued' || !isAsked) return false`,
    to: `if (row.state !== 'issued') return false`,
    caughtBy: { test: TEST, name: 'is not one with' },
  },
  {
    name: 'a boleta whose annulment is unclear can not be left valid',
    file: 'server/documents/actions/settle-alarm.ts',
    from: ` || row.reason === 'annulmentUnclear'`,
    to: ``,
    caughtBy: { test: TEST, name: 'annulmentUnclear' },
  },
  {
    name: 'a boleta left valid hides its double',
    file: 'server/documents/actions/settle-alarm.ts',
    from: `reason: isDoubled ? 'twinFound' : null`,
    to: `reason: null`,
    caughtBy: { test: TEST, name: 'tells of its double' },
  },
  {
    name: 'the notas of doubles are not asked for',
    file: 'server/documents/reconcile/sweep.ts',
    from: `kind === 'factura' ? await possibleTwins(db, organisationId, rows) : new Set()`,
    to: `new Set()`,
    caughtBy: { test: TEST, name: 'the notas are asked for' },
  },
]
