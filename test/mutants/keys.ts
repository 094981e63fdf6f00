import type { TestedMutant } from './mutant.ts'

/** Faults in what is done once under its key. */
export const KEY_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a clave is part of what a key is compared by',
    file: 'server/http/calls.ts',
    from: `const body = withoutSecrets(call, parsed.body)`,
    to: `const body = parsed.body`,
    caughtBy: { test: 'src/server/facturators/connect/connect.test.ts', name: 'is made once' },
  },
  {
    name: 'a connection under its key is made again',
    file: 'server/http/idempotency.ts',
    from: `  if (isKnown) return replay(db, request, digest)
`,
    to: `  void isKnown
`,
    caughtBy: { test: 'src/server/facturators/connect/connect.test.ts', name: 'is made once' },
  },
  {
    name: 'a connection under a key is not remembered',
    file: 'server/http/idempotency.ts',
    from: `    if (await claim(db, clock, request, digest)) await keep(db, request, answer)
  })`,
    to: `    void [claim, keep]
  })`,
    caughtBy: { test: 'src/server/facturators/connect/connect.test.ts', name: 'is made once' },
  },
  {
    name: 'a deleted connection is told under its key',
    file: 'server/facturators/connect/disconnect.ts',
    from: `    await forgetReplies(trx, organisationId, told)
`,
    to: `    void [forgetReplies, told]
`,
    caughtBy: { test: 'src/server/facturators/connect/connect.test.ts', name: 'is told to nobody' },
  },
  {
    name: 'a message sent again under its key is mailed twice',
    file: 'server/mailer/contact.ts',
    from: `    if (kept === 0n) return
`,
    to: `    void kept
`,
    caughtBy: { test: 'src/server/mailer/contact.test.ts', name: 'under its key' },
  },
  {
    name: 'other words under the key of a message are lost',
    file: 'server/http/idempotency.ts',
    from: `return digestOf({ key, asked })`,
    to: `return digestOf({ key })`,
    caughtBy: { test: 'src/server/mailer/contact.test.ts', name: 'under its key' },
  },
  {
    name: 'the same words under another key are lost',
    file: 'server/http/idempotency.ts',
    from: `return digestOf({ key, asked })`,
    to: `return digestOf({ asked })`,
    caughtBy: { test: 'src/server/mailer/contact.test.ts', name: 'under its key' },
  },
]
