import type { TestedMutant } from '../mutant.ts'

const TERMS = 'server/users/terms.ts'
const ANNOUNCE = 'server/users/announce-terms.ts'
const ACCEPTED = { test: 'src/server/users/terms.test.ts' }
const ANNOUNCED = { test: 'src/server/users/announce-terms.test.ts' }

/** Faults in what is on record of the terms, and in the mails about a new version. */
export const TERMS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'any version of the terms is accepted',
    file: TERMS,
    from: `if (version !== LEGAL_VERSION) return`,
    to: `if (version > 999) return`,
    caughtBy: { ...ACCEPTED, name: 'is not what another one says' },
  },
  {
    name: 'two windows accept the terms twice',
    file: TERMS,
    from: `    await findUser(trx, session.userId, 'locked')
`,
    to: ``,
    caughtBy: { ...ACCEPTED, name: 'two windows' },
  },
  {
    name: 'terms accepted before are put on record again',
    file: TERMS,
    from: `if (accepted !== null && accepted.version >= version) return 'accepted'`,
    to: ``,
    caughtBy: { ...ACCEPTED, name: 'however often' },
  },
  {
    name: 'the version on record last counts, and not the newest',
    file: TERMS,
    from: `    .orderBy(version, 'desc')
    .orderBy('id')`,
    to: `    .orderBy('id', 'desc')`,
    caughtBy: { ...ACCEPTED, name: 'stays accepted' },
  },
  {
    name: 'terms are accepted without their mandate',
    file: TERMS,
    from: `    await onTermsAccepted(trx, author)
`,
    to: ``,
    caughtBy: { ...ACCEPTED, name: 'with its mandate' },
  },
  {
    name: 'a mandate that was revoked is renewed',
    file: 'server/facturators/mandate.ts',
    from: `if (claveSecretId === null || (await`,
    to: `if ((claveSecretId === null && facturatorId < 0) || (await`,
    caughtBy: { ...ACCEPTED, name: 'with its mandate' },
  },
  {
    name: 'a mandate that holds is renewed',
    file: 'server/facturators/mandate.ts',
    from: `if (claveSecretId === null || (await hasMandate(trx, author, facturatorId))) continue`,
    to: `if (claveSecretId === null) continue`,
    caughtBy: { ...ACCEPTED, name: 'with its mandate' },
  },
  {
    name: 'two processes write twice about new terms',
    file: ANNOUNCE,
    from: `findUser(trx, userId, 'locked')`,
    to: `findUser(trx, userId)`,
    caughtBy: { ...ANNOUNCED, name: 'two processes' },
  },
  {
    name: 'who was written to about new terms is not known',
    file: ANNOUNCE,
    from: `a.kind in ('termsAccepted', 'termsAnnounced')`,
    to: `a.kind in ('termsAccepted')`,
    caughtBy: { ...ANNOUNCED, name: 'is written to once' },
  },
  {
    name: 'who accepted the new terms is written to about them',
    file: ANNOUNCE,
    from: `a.kind in ('termsAccepted', 'termsAnnounced')`,
    to: `a.kind in ('termsAnnounced')`,
    caughtBy: { ...ANNOUNCED, name: 'the current version' },
  },
  {
    name: 'an older version counts as the new terms',
    file: ANNOUNCE,
    from: `::int >= \${LEGAL_VERSION})\``,
    to: `::int >= \${LEGAL_VERSION - 1})\``,
    caughtBy: { ...ANNOUNCED, name: 'is written to once' },
  },
  {
    name: 'accounts never activated are written to about new terms',
    file: ANNOUNCE,
    from: `where u.activated_at is not null and`,
    to: `where`,
    also: { from: ` || user.activated_at === null`, to: `` },
    caughtBy: { ...ANNOUNCED, name: 'never activated' },
  },
  {
    name: 'new terms count as told without their mail',
    file: ANNOUNCE,
    from: `  return db.transaction().execute(async (trx) => {
    const user`,
    to: `  return db.connection().execute(async (trx) => {
    const user`,
    also: {
      from: `    await insertSystemMail(trx, { template: 'termsChanged', recipient, language, at, ...data })
    const told = { kind: 'termsAnnounced', data: { version: LEGAL_VERSION } } as const
    const author = { organisationId: row.organisation_id, userId }
    await audit(trx, clock, author, { ...told, subject: \`user:\${userId}\` })
`,
      to: `    const told = { kind: 'termsAnnounced', data: { version: LEGAL_VERSION } } as const
    const author = { organisationId: row.organisation_id, userId }
    await audit(trx, clock, author, { ...told, subject: \`user:\${userId}\` })
    await insertSystemMail(trx, { template: 'termsChanged', recipient, language, at, ...data })
`,
    },
    caughtBy: { ...ANNOUNCED, name: 'is tried again' },
  },
  {
    name: 'one who cannot be written to ends the run about new terms',
    file: ANNOUNCE,
    from: `      onFailure(userId, error)
`,
    to: `      onFailure(userId, error)
      break
`,
    caughtBy: { ...ANNOUNCED, name: 'is tried again' },
  },
]
