import type { Mutant } from '../mutant.ts'

/** Faults in the days of a rule, in the figures of a document, and in who is tried at the SII. */
export const OPEN_COURSE_MUTANTS: readonly Mutant[] = [
  {
    name: 'the rule does not say who withholds',
    file: 'domain/freeze-boleta.ts',
    from: `rule.withholder ?? usualWithholder(client.rut)`,
    to: `usualWithholder(client.rut)`,
  },
  {
    name: 'a blocked account lets an older clave be tried',
    file: 'server/facturators/refused-clave.ts',
    from: `const isIt = refusal === 'accountBlocked' || (await`,
    to: `const isIt = (await`,
  },
  {
    name: 'a refused clave refuses another that is right',
    file: 'server/facturators/refused-clave.ts',
    from: `(await vault.open(db, use)) === clave`,
    to: `(await vault.open(db, use)) !== ''`,
  },
  {
    name: 'a refused clave is tried by the other organisations',
    file: 'server/facturators/refused-clave.ts',
    from: `(await vault.open(db, use)) === clave`,
    to: `(await vault.open(db, use)) !== clave`,
  },
  {
    name: 'a clave that was refused before is opened again',
    file: 'server/facturators/refused-clave.ts',
    from: `    .where('clave_state', '=', 'valid')
`,
    to: ``,
  },
  {
    name: 'the claves of other persons are refused',
    file: 'server/facturators/refused-clave.ts',
    from: `    .where('person_rut', '=', person)
    .where('clave_state', '=', 'valid')`,
    to: `    .where('clave_state', '=', 'valid')`,
  },
  {
    name: 'a failed chore is tried again at once',
    file: 'server/facturators/turns.ts',
    from: `(\${tries} = 0 or \${tried} +`,
    to: `(\${tries} >= 0 or \${tried} +`,
  },
  {
    name: 'a chore forgets who suspended their data',
    file: 'server/facturators/turns.ts',
    from: `      and \${notBlocked('facturator.organisation_id')}
`,
    to: ``,
  },
  {
    name: 'a lease that has run out commits an intent',
    file: 'server/facturators/lease.ts',
    from: `    .where(
      'lease_until',
      '>',
      place(({ now }) => now),
    )
    .forUpdate(),`,
    to: `    .where(
      'served_at',
      '<=',
      place(({ now }) => now),
    )
    .forUpdate(),`,
  },
  {
    name: 'a rejected certificate password is given out again',
    file: 'server/facturators/certificate-password.ts',
    from: `  if (row.certificate_password_state === 'rejected') return { kind: 'certificatePasswordRejected' }
`,
    to: ``,
  },
]
