import type { TestedMutant } from '../mutant.ts'

/** Faults in the last look before issuing: earlier tries, repetitions, rivals and unused numbers. */
export const REPEATED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a boleta of another open document is taken for an earlier try',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `value: isOfAnother ? null : first`,
    to: `value: first`,
    caughtBy: {
      test: 'test/engine/reconcile/contested.test.ts',
      name: 'a boleta tried before is not taken from another open document’s',
    },
  },
  {
    name: 'one that the portal annulled keeps ours from being issued',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `return annulledBy === null && (totalClp`,
    to: `return (totalClp`,
    caughtBy: {
      test: 'test/engine/issue/taken-back.test.ts',
      name: 'one that a nota made by hand annuls is no repetition, and nobody is asked about it',
    },
  },
  {
    name: 'what is left of a lowered factura is repeated',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `(totalClp === ownClp || totalClp - loweredClp === ownClp)`,
    to: `totalClp === ownClp`,
    caughtBy: {
      test: 'test/engine/issue/taken-back.test.ts',
      name: 'a larger one that partial notas bring down to the same is asked about, once',
    },
  },
  {
    name: 'what was asked about is not kept for the person to see',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    if (kept.length > 0) await keepListed(trx, clock, row, kept)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'one made by hand while ours waits stops it on the live list, before any intent, and is asked about once',
    },
  },
  {
    name: 'a factura lowered at the portal is not looked at',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `(content.kind === 'factura' ? totalClp >= ownClp : totalClp === ownClp)`,
    to: `totalClp === ownClp`,
    caughtBy: {
      test: 'test/engine/issue/taken-back.test.ts',
      name: 'a larger one that partial notas bring down to the same is asked about, once',
    },
  },
  {
    name: 'four numbers are spent before a person is asked',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `if (company.unused_numbers >= MAX_UNUSED_NUMBERS) return tooMany(null)`,
    to: `if (company.unused_numbers > MAX_UNUSED_NUMBERS) return tooMany(null)`,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'a signing page that answers html-before is asked rarely, and after three numbers only at a person’s word',
    },
  },
  {
    name: 'signing is tried again before its pause is over',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `return until !== null && msOf(until) > clock.now() ? later(msOf(until), null) : null`,
    to: `return null`,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'a signing page that answers html-before is asked rarely, and after three numbers only at a person’s word',
    },
  },
  {
    name: 'a refused password counts as an unused number',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `  if (setback.kind !== 'later') return setback
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'after three documents that end in xml-refused the rest of their company is held',
    },
  },
  {
    name: 'a try that sent nothing contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where((eb) =>
      eb.or([eb('attempt.outcome', 'is', null), eb('attempt.outcome', '=', 'uncertain')]),
    )
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document whose try sent nothing',
    },
  },
  {
    name: 'an open factura contests a boleta',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.kind', '=', row.kind)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document of another kind',
    },
  },
  {
    name: 'a document that is settled contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.state', 'in', ['issuing', 'uncertain'])
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document that is settled',
    },
  },
  {
    name: 'an open document of another company contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document of another company',
    },
  },
  {
    name: 'an open document to another client contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.recipient_rut', '=', content.recipient.rut)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document to another recipient',
    },
  },
  {
    name: 'an open document of another day contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.issue_day', '=', content.issueDate)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document of another day',
    },
  },
  {
    name: 'an open document of another amount contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.total_clp', '=', contentTotal(content))
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document over another total',
    },
  },
  {
    name: 'a number below the mark of an open document is contested',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('attempt.highest_folio', '<', folio)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document that was tried when the number was there',
    },
  },
  {
    name: 'a signed number is contested',
    file: 'server/documents/issue/open-rivals.ts',
    from: `  if (signedFolio !== null) return false
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number is not contested by a document when it was signed with that number',
    },
  },
  {
    name: 'a try that sent nothing is looked for',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'notSent')]))
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'that sent nothing is not looked for',
    },
  },
  {
    name: 'the number of an earlier try is taken from another document',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `  if (claimed.has(folio)) return { kind: 'ok', value: null }
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'does not take the signed number that another document has',
    },
  },
  {
    name: 'a number that two tries signed is taken whatever it says',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `const isIt = signed.size === 0 || candidates([found.value], content, 0, claimed).length > 0`,
    to: `const isIt = signed.size >= 0`,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'a number that another signed too',
    },
  },
  {
    name: 'a boleta that a person said is another is taken for it',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `.filter(({ folio }) => accepted?.folios.includes(folio) !== true)`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'of which a person said that it is another',
    },
  },
  {
    name: 'a document that left the queue while the list was read is held',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    if (row?.state !== 'queued') return false
`,
    to: `    if (row === null) return false
`,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'stopped while the list was read',
    },
  },
  {
    name: 'what was accepted while the list was read is asked about again',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `const fresh = alike.length === 0 ? [] : await unexplained(trx, { ...document, row }, alike)`,
    to: `const fresh = alike`,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'accepted while the list was read',
    },
  },
  {
    name: 'a boleta annulled at the portal holds ours',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: ` &&
      !isAnnulled,`,
    to: `,`,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'that is annulled there holds no document',
    },
  },
  {
    name: 'one made in another month at the portal holds ours',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `      isNear(issueDate)`,
    to: `      isNear(issueDate) !== null`,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'of two months before holds no document',
    },
  },
  {
    name: 'another client at the portal holds ours',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `      recipient === content.recipient.rut &&
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'to another client holds no document',
    },
  },
  {
    name: 'a boleta of ours with that number hides a factura made by hand',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    .where('document.kind', '=', row.kind)
    .where(
`,
    to: `    .where(
`,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'with the number of a boleta of ours',
    },
  },
  {
    name: 'a factura of another company with that number hides one made by hand',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'with the number of a factura of another company',
    },
  },
  {
    name: 'what a nota took back is forgotten by a look without it',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `sql\`coalesce(excluded.annulled_by, sii_issued.annulled_by)\``,
    to: `sql\`excluded.annulled_by\``,
    caughtBy: {
      test: 'test/engine/issue/repeated-at-sii.test.ts',
      name: 'stays annulled after a look that did not ask',
    },
  },
  {
    name: 'the pause after an unused number does not grow',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `FIRST_WAIT_MS * 2 ** (count - 1)`,
    to: `FIRST_WAIT_MS`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'the pause after unused numbers doubles',
    },
  },
  {
    name: 'an unused number of one company pauses the others',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `    .set({ signing_paused_until: instantText(untilMs) })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)`,
    to: `    .set({ signing_paused_until: instantText(untilMs) })
    .where('organisation_id', '=', row.organisation_id)`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'counts for its own company and pauses no other',
    },
  },
  {
    name: 'an unused number of one company counts for the others',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `'+', 1) }))
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)`,
    to: `'+', 1) }))
    .where('organisation_id', '=', row.organisation_id)`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'counts for its own company and pauses no other',
    },
  },
  {
    name: 'a boleta waits for signatures of facturas',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `  if (content.kind === 'boletaHonorarios') return null
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'a boleta does not wait for signatures',
    },
  },
  {
    name: 'an open boleta of another person contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'the number of a boleta is contested by its own person alone',
    },
  },
  {
    name: 'a document that always fails to be signed is tried without end',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `own >= MAX_UNUSED_BY_ONE && count < own`,
    to: `own < 0`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'after the second waits alone',
    },
  },
  {
    name: 'a document waits alone at its first failure',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `own >= MAX_UNUSED_BY_ONE && count < own`,
    to: `own >= 1 && count <= own`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'lets the others come first',
    },
  },
  {
    name: 'a document waits alone a failure late',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `own >= MAX_UNUSED_BY_ONE && count < own`,
    to: `own > MAX_UNUSED_BY_ONE && count < own`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'after the second waits alone',
    },
  },
  {
    name: 'a document is blamed for the certificate of its company',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `own >= MAX_UNUSED_BY_ONE && count < own`,
    to: `own >= MAX_UNUSED_BY_ONE`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'no other of its company is signed',
    },
  },
  {
    name: 'a person’s word on the certificate leaves its numbers to the document',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `    .set({ unused_numbers: 0 })
`,
    to: `    .set({ unused_numbers: 2 })
`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'leaves no number to the document',
    },
  },
  {
    name: 'the word on a certificate changes the documents of another organisation',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `    .set({ unused_numbers: 0 })
    .where('organisation_id', '=', organisationId)
`,
    to: `    .set({ unused_numbers: 0 })
`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'of another organisation',
    },
  },
  {
    name: 'the word on a certificate changes the documents of another person',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `    .where('person_rut', '=', personRut)
    .where('unused_numbers'`,
    to: `    .where('unused_numbers'`,
    caughtBy: { test: 'test/engine/issue/unused-number-count.test.ts', name: 'of another person' },
  },
  {
    name: 'the word on a certificate changes what is issued',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `    .where('state', '=', 'queued')
`,
    to: ``,
    caughtBy: { test: 'test/engine/issue/unused-number-count.test.ts', name: 'that is issued' },
  },
  {
    name: 'a document that can not be signed waits on though the certificate is mended',
    file: 'server/documents/actions/actions.ts',
    from: `        'signatureFails',
`,
    to: ``,
    caughtBy: { test: 'test/engine/issue/unused-numbers.test.ts', name: 'mended the certificate' },
  },
  {
    name: 'a document that fails to be signed comes first again',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `untilMs + BEHIND_OTHERS_MS`,
    to: `untilMs`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'lets the others come first',
    },
  },
  {
    name: 'a refusal counts as a failure of the signature',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `  if (setback.kind !== 'later') return setback
  const own = await countUnusedByOne(db, row)
`,
    to: `  const own = await countUnusedByOne(db, row)
  if (setback.kind !== 'later') return setback
`,
    caughtBy: {
      test: 'test/engine/issue/unused-number-count.test.ts',
      name: 'a refusal is no failure',
    },
  },
  {
    name: 'a document that can not be signed is not tried again at its person’s word',
    file: 'server/documents/actions/order-issue.ts',
    from: `row.reason === 'answerUnknown' || row.reason === 'signatureFails'`,
    to: `row.reason === 'answerUnknown'`,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'waits alone, by its name',
    },
  },
]
