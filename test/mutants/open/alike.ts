import type { Mutant } from '../mutant.ts'

/** Faults in what a document seems to repeat, and in the UF of a day. */
export const OPEN_ALIKE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a boleta of another person is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .$if(content.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', document.person_rut),
    )
`,
    to: ``,
  },
  {
    name: 'a word about one of ours answers for every other',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `: documents.includes(documentId),`,
    to: `: documents.length > 0,`,
  },
]
