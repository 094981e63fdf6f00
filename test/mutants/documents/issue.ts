import type { TestedMutant } from '../mutant.ts'

/** Faults in one try at issuing: what is looked at before, the intent, and what came back. */
export const ISSUE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an intent is written beside a stop that is being answered',
    file: 'server/documents/issue/issue.ts',
    from: `        ask(stopsLock(seen)),
`,
    to: `        Promise.resolve([]),
`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: "the stop's answer waits for an intent that is being written",
    },
  },
  {
    name: 'signing goes on after three unused numbers',
    file: 'server/documents/issue/issue.ts',
    from: `  if (pause !== null) {`,
    to: `  if (pause !== null && pause.kind === 'fail') {`,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'a signing page that answers html-before is asked rarely, and after three numbers only at a person’s word',
    },
  },
  {
    name: 'a process that ends still sends',
    file: 'server/documents/issue/issue.ts',
    from: `const isEnding = needs.sends.isEnding()`,
    to: `const isEnding = false`,
    caughtBy: { test: 'test/engine/issue/ending.test.ts' },
  },
  {
    name: 'an unused number is not counted',
    file: 'server/documents/issue/issue.ts',
    from: `answer.kind === 'ok' ? await afterUnusedNumber(needs, document, own) : own`,
    to: `own`,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'a signing page that answers html-before is asked rarely, and after three numbers only at a person’s word',
    },
  },
  {
    name: 'a signature that works does not forget the unused numbers',
    file: 'server/documents/issue/outcome.ts',
    from: `  if (row.kind !== 'boletaHonorarios' && how !== 'person') await forgetUnusedNumbers(trx, row)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/unused-numbers.test.ts',
      name: 'a document that is issued forgets the numbers left unused',
    },
  },
  {
    name: 'the second try takes the number of the first',
    file: 'server/documents/issue/issue.ts',
    from: `const number = (last?.number ?? 0) + 1`,
    to: `const number = (last === undefined ? 0 : 0) + 1`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a number typed by a person is believed only when the SII shows it',
    },
  },
  {
    name: 'a worker that dies after the intent is never looked after',
    file: 'server/documents/issue/issue.ts',
    from: `const change = { next_try_at: deadline, reason: null`,
    to: `const change = { next_try_at: null, reason: null`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'afterIntent: the next one finds out, and never sends twice',
    },
  },
  {
    name: 'a number that a person told is taken after they thought better of it',
    file: 'server/documents/issue/outcome.ts',
    from: `    if (differences !== undefined && !isMeant) return
`,
    to: `    void isMeant
`,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'a document that its user stops after all takes no number',
    },
  },
  {
    name: 'a nota that is issued annuls nothing',
    file: 'server/documents/issue/outcome.ts',
    from: `if (content.kind === 'notaCredito') await takeBack`,
    to: `if (content.kind === 'notaCredito' && folio < 0) await takeBack`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'a factura is annulled by a nota that is issued, proved and filed like any document',
    },
  },
  {
    name: 'a corrected text annuls its factura',
    file: 'server/documents/issue/apply-nota.ts',
    from: `if (content.reference.code === 1) {`,
    to: `if (content.reference.code !== 3) {`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'the number of another nota of ours is not believed',
    },
  },
  {
    name: 'a number told by a person is issued once more',
    file: 'server/documents/issue/issue.ts',
    from: `document.row.state !== 'queued' || document.row.told_folio !== null`,
    to: `document.row.state !== 'queued'`,
    caughtBy: {
      test: 'test/engine/issue/issue.test.ts',
      name: 'whose number a person told is looked for',
    },
  },
  {
    name: 'the mark of a boleta is below what the list shows',
    file: 'server/documents/issue/issue.ts',
    from: `highestFolio: Math.max(highestListed, prepared.highestFolio)`,
    to: `highestFolio: prepared.highestFolio`,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'one like it issued by hand before ours',
    },
  },
  {
    name: 'what was prepared for another company leaves',
    file: 'server/documents/issue/issue.ts',
    from: `    row.company_id === seen.company_id &&
`,
    to: ``,
    caughtBy: { test: 'test/engine/issue/issue.test.ts', name: 'is moved to another company' },
  },
  {
    name: 'what was prepared by another person leaves',
    file: 'server/documents/issue/issue.ts',
    from: ` &&
    row.person_rut === seen.person_rut`,
    to: ``,
    caughtBy: { test: 'test/engine/issue/issue.test.ts', name: 'is moved to another person' },
  },
  {
    name: 'a nota annuls what the portal has annulled already',
    file: 'server/documents/issue/issue.ts',
    from: `  if (rival.value !== null) {`,
    to: `  if (rival.value !== null && rival.value.folio < 0) {`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'annulled at the portal, nothing of it is lowered',
    },
  },
  {
    name: 'a nota made at the portal of another kind is taken for ours',
    file: 'server/documents/issue/issue.ts',
    from: `if (document.row.nota_code === rival.content.reference.code) {`,
    to: `if (document.row.nota_code !== null) {`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'annulled at the portal, nothing of it is lowered',
    },
  },
  {
    name: 'what the document would repeat at the portal is not looked for',
    file: 'server/documents/issue/issue.ts',
    from: `if (asked.value) return done`,
    to: `void asked.value`,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'another one made by hand after a word is another question',
    },
  },
  {
    name: 'a certificate password saved meanwhile is asked for again',
    file: 'server/documents/issue/issue.ts',
    from: `    if (!isKept) return
`,
    to: `    void isKept
`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'a certificate password saved while the old one is refused',
    },
  },
  {
    name: 'a late word that nothing is known of a try is put over what is known',
    file: 'server/documents/issue/outcome.ts',
    from: `coalesce(nullif(\${place((end) => end.outcome)}, 'uncertain'), outcome, 'uncertain')`,
    to: `coalesce(\${place((end) => end.outcome)}, outcome)`,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'a late word that nothing is known',
    },
  },
  {
    name: 'a signature that is not recognised is told as a refusal',
    file: 'server/documents/issue/outcome.ts',
    from: `/firma no reconocida/i.test(outcome.text)`,
    to: `outcome.text === ''`,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'fails by signatureNotRecognized',
    },
  },
  {
    name: 'late news of a refusal fails what was issued',
    file: 'server/documents/issue/outcome.ts',
    from: `        if (row.state !== 'issuing' && row.state !== 'uncertain') return
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'refusal of a document that is queued again changes nothing',
    },
  },
  {
    name: 'late news that nothing was sent queues what is in doubt',
    file: 'server/documents/issue/outcome.ts',
    from: `      case 'notSent': {
        if (row.state !== 'issuing') return`,
    to: `      case 'notSent': {
        if (row.state !== 'issuing' && row.state !== 'uncertain') return`,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'nothing was sent of a document in doubt changes nothing',
    },
  },
  {
    name: 'an annulled document is issued anew by late news',
    file: 'server/documents/issue/outcome.ts',
    from: `if (row.state === 'issued' || row.state === 'annulled') {`,
    to: `if (row.state === 'issued') {`,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'number that the annulled document has changes nothing',
    },
  },
  {
    name: 'the same number twice is an alarm',
    file: 'server/documents/issue/outcome.ts',
    from: `    if (row.folio === folio) return
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'a late number that the document has changes nothing',
    },
  },
  {
    name: 'a second number of one document raises no alarm',
    file: 'server/documents/issue/outcome.ts',
    from: `    await record(trx, clock, actor, row, { kind: 'twin', folio }, { reason: 'twinFound' })
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'a late second number of a document that is issued',
    },
  },
  {
    name: 'a document frozen anew says what the SII has not',
    file: 'server/documents/issue/outcome.ts',
    from: `  return saying(frozenContent({ ...sent, id: row.id }))`,
    to: `  return {}`,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'frozen again since the try that issued it',
    },
  },
  {
    name: 'a document found is looked for once more as an open try',
    file: 'server/documents/issue/outcome.ts',
    from: `eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'uncertain')])`,
    to: `eb('outcome', 'is', null)`,
    caughtBy: { test: 'test/engine/issue/outcome.test.ts', name: 'closes its open tries' },
  },
  {
    name: 'a refusal of an earlier try is written over by what is found',
    file: 'server/documents/issue/outcome.ts',
    from: `    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'uncertain')]))
`,
    to: ``,
    caughtBy: { test: 'test/engine/issue/outcome.test.ts', name: 'closes its open tries' },
  },
  {
    name: 'an annulled factura is annulled again',
    file: 'server/documents/issue/apply-nota.ts',
    from: `  if (factura?.state !== 'issued') return
`,
    to: `  if (factura === null) return
`,
    caughtBy: {
      test: 'test/engine/issue/outcome.test.ts',
      name: 'a nota of code 1 leaves an annulled factura',
    },
  },
]
