import type { TestedMutant } from './mutant.ts'

/** Faults after the document is issued: its files, and annulling it. */
export const ISSUED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a file is kept though its differences were not accepted',
    file: 'server/documents/issued/file.ts',
    from: `    (read.kind === 'differs' && !(await isAccepted(needs.db, document, read)))`,
    to: `    (read.kind === 'differs' && (await isAccepted(needs.db, document, { detail: '' })))`,
    caughtBy: { test: 'test/engine/filed.test.ts' },
  },
  {
    name: 'a filed document whose annulment is wanted rests',
    file: 'server/documents/issued/file.ts',
    from: `next_try_at: row.annulment === null ? null : storedAt`,
    to: `next_try_at: null`,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'an XML that differs is fetched again every day',
    file: 'server/documents/issued/file.ts',
    from: `isAsked ? null : instantText(clock.now() + LOOK_AGAIN_MS)`,
    to: `instantText(clock.now() + LOOK_AGAIN_MS)`,
    caughtBy: { test: 'test/engine/filed.test.ts' },
  },
  {
    name: 'the same difference is an event every day',
    file: 'server/documents/issued/file.ts',
    from: `if (row.reason === reason && row.reason_text === detail) await`,
    to: `if (row.reason === reason && detail === '') await`,
    caughtBy: { test: 'test/engine/filed.test.ts' },
  },
  {
    name: 'the lease is not looked at before an annulment',
    file: 'server/documents/issued/annul.ts',
    from: `    if (held.length === 0) return false
`,
    to: `    void held
`,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'an annulment is sent while it is stopped',
    file: 'server/documents/issued/annul.ts',
    from: `    if (!(await mayAct(trx, needs, actorOf(lease), row, facts, askedMs))) return false
`,
    to: `    void mayAct
    void askedMs
    void facts
`,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'an annulment is sent without reading the report',
    file: 'server/documents/issued/annul.ts',
    from: `  if (listed.value.annulled !== null) {
    await markAnnulled(needs, lease, document, listed.value.annulled.on)
    return DONE
  }
`,
    to: ``,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'an annulment is sent without an end',
    file: 'server/documents/issued/annul.ts',
    from: `document.row.annulment_tries >= MOST_SENT`,
    to: `document.row.annulment_tries > 99`,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
]
