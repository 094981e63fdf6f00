import type { Mutant } from '../mutant.ts'

/** Faults in the last look before issuing: earlier tries, repetitions, rivals and unused numbers. */
export const OPEN_REPEATED_MUTANTS: readonly Mutant[] = [
  {
    name: 'a try that sent nothing is looked for',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'notSent')]))
`,
    to: ``,
  },
  {
    name: 'the number of an earlier try is taken from another document',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `  if (claimed.has(folio)) return { kind: 'ok', value: null }
`,
    to: ``,
  },
  {
    name: 'a number that two tries signed is taken whatever it says',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `const isIt = signed.size === 0 || candidates([found.value], content, 0, claimed).length > 0`,
    to: `const isIt = signed.size >= 0`,
  },
  {
    name: 'a boleta that a person said is another is taken for it',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `.filter(({ folio }) => isAccepted?.({ documentId: null, folio }) !== true)`,
    to: ``,
  },
  {
    name: 'a document that left the queue while the list was read is held',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    if (row?.state !== 'queued') return false
`,
    to: `    if (row === null) return false
`,
  },
  {
    name: 'what was accepted while the list was read is asked about again',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `const fresh = alike.length === 0 ? [] : await unexplained(trx, { ...document, row }, alike)`,
    to: `const fresh = alike`,
  },
  {
    name: 'a boleta annulled at the portal holds ours',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: ` &&
      !isAnnulled,`,
    to: `,`,
  },
  {
    name: 'one made in another month at the portal holds ours',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `      isNear(issueDate)`,
    to: `      isNear(issueDate) !== null`,
  },
  {
    name: 'another client at the portal holds ours',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `      recipient === content.recipient.rut &&
`,
    to: ``,
  },
  {
    name: 'a boleta of ours with that number hides a factura made by hand',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    .where('document.kind', '=', row.kind)
    .where(
`,
    to: `    .where(
`,
  },
  {
    name: 'a factura of another company with that number hides one made by hand',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
`,
    to: ``,
  },
  {
    name: 'what a nota took back is forgotten by a look without it',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `sql\`coalesce(excluded.annulled_by, sii_issued.annulled_by)\``,
    to: `sql\`excluded.annulled_by\``,
  },
  {
    name: 'the pause after an unused number does not grow',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `FIRST_WAIT_MS * 2 ** (count - 1)`,
    to: `FIRST_WAIT_MS`,
  },
  {
    name: 'an unused number of one company pauses the others',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `    .set({ signing_paused_until: instantText(untilMs) })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)`,
    to: `    .set({ signing_paused_until: instantText(untilMs) })
    .where('organisation_id', '=', row.organisation_id)`,
  },
  {
    name: 'an unused number of one company counts for the others',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `'+', 1) }))
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.company_id)`,
    to: `'+', 1) }))
    .where('organisation_id', '=', row.organisation_id)`,
  },
  {
    name: 'a boleta waits for signatures of facturas',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `  if (content.kind === 'boletaHonorarios') return null
`,
    to: ``,
  },
  {
    name: 'an open boleta of another person contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
`,
    to: ``,
  },
]
