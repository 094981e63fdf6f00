import type { Mutant } from '../mutant.ts'

/** Faults in one try at issuing: what is looked at before, the intent, and what came back. */
export const OPEN_ISSUE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a number told by a person is issued once more',
    file: 'server/documents/issue/issue.ts',
    from: `document.row.state !== 'queued' || document.row.told_folio !== null`,
    to: `document.row.state !== 'queued'`,
  },
  {
    name: 'the mark of a boleta is below what the list shows',
    file: 'server/documents/issue/issue.ts',
    from: `highestFolio: Math.max(highestListed, prepared.highestFolio)`,
    to: `highestFolio: prepared.highestFolio`,
  },
  {
    name: 'what was prepared for another company leaves',
    file: 'server/documents/issue/issue.ts',
    from: `    row.company_id === seen.company_id &&
`,
    to: ``,
  },
  {
    name: 'what was prepared by another person leaves',
    file: 'server/documents/issue/issue.ts',
    from: ` &&
    row.person_rut === seen.person_rut`,
    to: ``,
  },
  {
    name: 'a nota annuls what the portal has annulled already',
    file: 'server/documents/issue/issue.ts',
    from: `  if (rival.value !== null) {`,
    to: `  if (rival.value !== null && rival.value.folio < 0) {`,
  },
  {
    name: 'a nota made at the portal of another kind is taken for ours',
    file: 'server/documents/issue/issue.ts',
    from: `if (document.row.nota_code === rival.content.reference.code) {`,
    to: `if (document.row.nota_code !== null) {`,
  },
  {
    name: 'what the document would repeat at the portal is not looked for',
    file: 'server/documents/issue/issue.ts',
    from: `if (asked.value) return done`,
    to: `void asked.value`,
  },
  {
    name: 'a certificate password saved meanwhile is asked for again',
    file: 'server/documents/issue/issue.ts',
    from: `    if (!isKept) return
`,
    to: `    void isKept
`,
  },
  {
    name: 'a signature that is not recognised is told as a refusal',
    file: 'server/documents/issue/outcome.ts',
    from: `/firma no reconocida/i.test(outcome.text)`,
    to: `outcome.text === ''`,
  },
  {
    name: 'late news of a refusal fails what was issued',
    file: 'server/documents/issue/outcome.ts',
    from: `        if (row.state !== 'issuing' && row.state !== 'uncertain') return
`,
    to: ``,
  },
  {
    name: 'late news that nothing was sent queues what is in doubt',
    file: 'server/documents/issue/outcome.ts',
    from: `      case 'notSent': {
        if (row.state !== 'issuing') return`,
    to: `      case 'notSent': {
        if (row.state !== 'issuing' && row.state !== 'uncertain') return`,
  },
  {
    name: 'an annulled document is issued anew by late news',
    file: 'server/documents/issue/outcome.ts',
    from: `if (row.state === 'issued' || row.state === 'annulled') {`,
    to: `if (row.state === 'issued') {`,
  },
  {
    name: 'the same number twice is an alarm',
    file: 'server/documents/issue/outcome.ts',
    from: `    if (row.folio === folio) return
`,
    to: ``,
  },
  {
    name: 'a second number of one document raises no alarm',
    file: 'server/documents/issue/outcome.ts',
    from: `    await record(trx, clock, actor, row, { kind: 'twin', folio }, { reason: 'twinFound' })
`,
    to: ``,
  },
  {
    name: 'a document frozen anew says what the SII has not',
    file: 'server/documents/issue/outcome.ts',
    from: `  return saying(frozenContent({ ...sent, id: row.id }))`,
    to: `  return {}`,
  },
  {
    name: 'a document found is looked for once more as an open try',
    file: 'server/documents/issue/outcome.ts',
    from: `eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'uncertain')])`,
    to: `eb('outcome', 'is', null)`,
  },
  {
    name: 'a refusal of an earlier try is written over by what is found',
    file: 'server/documents/issue/outcome.ts',
    from: `      .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'uncertain')]))
`,
    to: ``,
  },
  {
    name: 'an annulled factura is annulled again',
    file: 'server/documents/issue/apply-nota.ts',
    from: `  if (factura?.state !== 'issued') return
`,
    to: `  if (factura === null) return
`,
  },
]
