import type { TestedMutant } from '../mutant.ts'

/** Faults after the document is issued: its files, and annulling it. */
export const ISSUED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a file is kept though its differences were not accepted',
    file: 'server/documents/issued/file.ts',
    from: `    (read.kind === 'differs' && !(await isAccepted(needs.db, document, read)))`,
    to: `    (read.kind === 'differs' && (await isAccepted(needs.db, document, { detail: '' })))`,
    caughtBy: {
      test: 'test/engine/issued/filed.test.ts',
      name: 'an XML with other lines asks once what is right, and is kept when a person takes it',
    },
  },
  {
    name: 'a filed document whose annulment is wanted rests',
    file: 'server/documents/issued/file.ts',
    from: `next_try_at: row.annulment === null ? null : storedAt`,
    to: `next_try_at: null`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'one asked for while its files are on their way is carried out all the same',
    },
  },
  {
    name: 'an XML that differs is fetched again every day',
    file: 'server/documents/issued/file.ts',
    from: `isAsked ? null : instantText(clock.now() + LOOK_AGAIN_MS)`,
    to: `instantText(clock.now() + LOOK_AGAIN_MS)`,
    caughtBy: {
      test: 'test/engine/issued/filed.test.ts',
      name: 'an XML with other lines asks once what is right, and is kept when a person takes it',
    },
  },
  {
    name: 'the same difference is an event every day',
    file: 'server/documents/issued/file.ts',
    from: `if (row.reason === reason && row.reason_text === detail) await`,
    to: `if (row.reason === reason && detail === '') await`,
    caughtBy: {
      test: 'test/engine/issued/filed.test.ts',
      name: 'an XML to another recipient is never taken for the document',
    },
  },
  {
    name: "a number that the SII's report has not is taken for a portal that does not answer",
    file: 'server/documents/issued/annul.ts',
    from: `reason: 'boletaNotYetListed', atMs`,
    to: `reason: 'portalUnavailable', atMs`,
    caughtBy: {
      test: 'test/engine/issued/annulment-waits.test.ts',
      name: 'is told as such',
    },
  },
  {
    name: "a number that the SII's report has not is looked for without end",
    file: 'server/documents/issued/annul.ts',
    from: `await refuse(needs, lease, document, 'annulmentNotListed', null)
    return`,
    to: `void refuse`,
    caughtBy: {
      test: 'test/engine/issued/annulment-waits.test.ts',
      name: 'ends it after two hours',
    },
  },
  {
    name: 'the lease is not looked at before an annulment',
    file: 'server/documents/issued/annul.ts',
    from: `    if (held.length === 0) return false
`,
    to: `    void held
`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'a worker whose lease was taken over before the intent annuls nothing',
    },
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
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'a stop by the user between preview and intent holds an annulment, and its end lets it go on',
    },
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
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'one annulled by hand meanwhile is found and nothing is sent',
    },
  },
  {
    name: 'an annulment is sent without an end',
    file: 'server/documents/issued/annul.ts',
    from: `document.row.annulment_tries >= MOST_SENT`,
    to: `document.row.annulment_tries > 99`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'what the SII never takes is told after three tries, and stays issued',
    },
  },
  {
    name: 'differences that were accepted once accept others',
    file: 'server/documents/issued/file.ts',
    from: `saidAccepted.parse(data).detail === detail`,
    to: `saidAccepted.parse(data).detail !== ''`,
    caughtBy: {
      test: 'test/engine/issued/filed.test.ts',
      name: 'something else than what its user has seen',
    },
  },
  {
    name: 'what another document accepted is accepted here',
    file: 'server/documents/issued/file.ts',
    from: `    .where('document_id', '=', row.id)
    .where('kind', '=', 'fileAccepted')`,
    to: `    .where('kind', '=', 'fileAccepted')`,
    caughtBy: { test: 'test/engine/issued/filed.test.ts', name: 'accepted for one document' },
  },
  {
    name: 'an XML that is not proved is kept',
    file: 'server/documents/issued/file.ts',
    from: `if (failed.length > 0)`,
    to: `if (failed.length > 99)`,
    caughtBy: { test: 'test/engine/issued/filed.test.ts', name: 'fetched again a day later' },
  },
  {
    name: 'an XML that cannot be verified is kept',
    file: 'server/documents/issued/file.ts',
    from: `  if (verification.kind === 'refused') {`,
    to: `  if (verification.kind === 'refused' && verification.reason.length > 999) {`,
    caughtBy: { test: 'test/engine/reconcile/adopted.test.ts', name: 'an XML that cannot be read' },
  },
  {
    name: 'an XML of another number is kept',
    file: 'server/documents/issued/file.ts',
    from: `  if (dte.folio !== folio) return unproved(\`folio: \${dte.folio}\`)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'an XML that is of another number',
    },
  },
  {
    name: 'an XML of other parties asks to be accepted',
    file: 'server/documents/issued/file.ts',
    from: `return differences.some(({ field }) => IDENTITY.has(field))`,
    to: `return differences.length < 0`,
    caughtBy: { test: 'test/engine/issued/filed.test.ts', name: 'an XML to another recipient' },
  },
  {
    name: 'a number made at the portal is compared with what was asked',
    file: 'server/documents/issued/file.ts',
    from: `isTaken ? compareSums(document, content) : compareWith`,
    to: `isTaken ? compareWith(document, content) : compareWith`,
    caughtBy: { test: 'test/engine/reconcile/adopted.test.ts', name: 'of two at half the price' },
  },
  {
    name: 'the alarm about a second number ends with the files',
    file: 'server/documents/portal/portal-step.ts',
    from: `  'twinFound',
  'annulmentRefused',`,
    to: `  'annulmentRefused',`,
    caughtBy: { test: 'test/engine/issued/filed.test.ts', name: 'the alarm about a second number' },
  },
  {
    name: 'the alarm about a second number ends when the files are late',
    file: 'server/documents/portal/portal-step.ts',
    from: `if (row.state === 'issued' && ALARMS.has(row.reason ?? '')) {`,
    to: `if (row.state === 'issued' && row.tries < 0) {`,
    caughtBy: {
      test: 'test/engine/issued/filed.test.ts',
      name: 'the alarm about a second number',
    },
  },
  {
    name: 'the words of a refused annulment end with the files',
    file: 'server/documents/issued/file.ts',
    from: `reason_text: isKept ? row.reason_text : null,`,
    to: `reason_text: null,`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'refused before its files came',
    },
  },
  {
    name: 'the refusal of an annulment ends with the files',
    file: 'server/documents/portal/portal-step.ts',
    from: `  'annulmentRefused',
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'refused before its files came',
    },
  },
  {
    name: 'an XML that is not proved is never looked at again',
    file: 'server/documents/issued/file.ts',
    from: `isAsked ? null : instantText(clock.now() + LOOK_AGAIN_MS)`,
    to: `null`,
    caughtBy: { test: 'test/engine/issued/filed.test.ts', name: 'fetched again a day later' },
  },
  {
    name: 'an annulment is sent beside a stop that is being answered',
    file: 'server/documents/issued/annul.ts',
    from: `        ask(stopsLock(seen)),
`,
    to: `        Promise.resolve([]),
`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'waits for the intent of an annulment',
    },
  },
  {
    name: 'an annulment taken back meanwhile is sent',
    file: 'server/documents/issued/annul.ts',
    from: `row?.state !== 'issued' || row.annulment !== 'wanted'`,
    to: `row?.state !== 'issued'`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'that was sent by another worker',
    },
  },
  {
    name: 'a process that ends still annuls',
    file: 'server/documents/issued/annul.ts',
    from: `  if (needs.sends.isEnding()) return
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/ending.test.ts',
      name: 'just before the intent of an annulment',
    },
  },
  {
    name: 'an annulment is sent again before its session is closed',
    file: 'server/documents/issued/annul.ts',
    from: `    if (ended.kind !== 'ok') {`,
    to: `    if (ended.kind === 'notFound') {`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'before its session is closed',
    },
  },
  {
    name: 'a boleta of another amount is annulled',
    file: 'server/documents/issued/annul.ts',
    from: `grossClp !== null && grossClp !== contentTotal(document.content)`,
    to: `grossClp !== null && grossClp < 0`,
    caughtBy: { test: 'test/engine/issued/annulment.test.ts', name: 'a boleta of another amount' },
  },
  {
    name: 'an annulment never sent counts as a try',
    file: 'server/documents/issued/annul.ts',
    from: `row.annulment_tries - 1`,
    to: `row.annulment_tries`,
    caughtBy: { test: 'test/engine/issued/annulment.test.ts', name: 'that never left' },
  },
  {
    name: 'a late refusal ends an annulment that is done',
    file: 'server/documents/issued/annul.ts',
    from: `    if (row.annulment === null) return
`,
    to: ``,
    caughtBy: { test: 'test/engine/issued/annulment.test.ts', name: 'is not ended again' },
  },
  {
    name: 'the files are forgotten with a refused annulment',
    file: 'server/documents/issued/annul.ts',
    from: `row.files_state === 'wanted' ? instantText(clock.now()) : null`,
    to: `null`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'refused before its files came',
    },
  },
  {
    name: 'a lost annulment is looked at before it can be there',
    file: 'server/documents/issued/annul.ts',
    from: `instantText(clock.now() + timing.sendLimitMs + timing.quietMs)`,
    to: `instantText(clock.now())`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'that a worker left is looked for',
    },
  },
  {
    name: 'a number that is missing ends no annulment of a boleta that is an alarm already',
    file: 'server/documents/issued/annul.ts',
    from: `  if (!ALARMS.has(row.reason ?? '')) {
    return isHeldForHours`,
    to: `  if (row.reason !== '') {
    return isHeldForHours`,
    caughtBy: {
      test: 'test/engine/issued/annulment-waits.test.ts',
      name: 'a boleta that is an alarm already',
    },
  },
  {
    name: 'a number that is missing ends the annulment of an alarm at once',
    file: 'server/documents/issued/annul.ts',
    from: `- orderedMs >= HELD_AFTER_MS`,
    to: `- orderedMs >= 0`,
    caughtBy: {
      test: 'test/engine/issued/annulment-waits.test.ts',
      name: 'a boleta that is an alarm already',
    },
  },
]
