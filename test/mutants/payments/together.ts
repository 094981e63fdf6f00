import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/together'
const access = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/together.test.ts', name }
}
const joint = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/joint.test.ts', name }
}

/** Faults in who sees a client's other documents, and in what is paid of them together. */
export const TOGETHER_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a code goes to an address of another client',
    file: `${ROOM}/payer.ts`,
    from: `    .where('client.rut', '=', payer.clientRut)
`,
    to: ``,
    caughtBy: access('gets no code'),
  },
  {
    name: 'a code goes to an address that another issuer has for the same RUT',
    file: `${ROOM}/payer.ts`,
    from: `    .where('client.company_id', '=', payer.companyId)
`,
    to: ``,
    caughtBy: access('gets no code'),
  },
  {
    name: 'an address is shown as it is',
    file: `${ROOM}/payer.ts`,
    from: `return \`\${others.length > 0 ? first : ''}•••\${email.slice(at)}\``,
    to: `return first === '' || others.length === 0 ? '' : email`,
    caughtBy: access('each once, and hidden'),
  },
  {
    name: 'tries of a code are not counted',
    file: `${ROOM}/access-store.ts`,
    from: `.set({ tries: sql\`tries + 1\` })`,
    to: `.set({ tries: sql\`tries\` })`,
    caughtBy: access('guessed five times'),
  },
  {
    name: 'a code may be guessed for ever',
    file: `${ROOM}/access-store.ts`,
    from: `    .where('tries', '<', maxTries)
`,
    to: ``,
    caughtBy: access('guessed five times'),
  },
  {
    name: 'a code lives for ever',
    file: `${ROOM}/access-store.ts`,
    from: `    .where('asked_at', '>', instantText(askedAfterMs))
`,
    to: ``,
    caughtBy: access('lives ten minutes'),
  },
  {
    name: 'a code is good in another browser',
    file: `${ROOM}/access-store.ts`,
    from: `    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', 'is', null)
`,
    to: `    .where('opened_at', 'is', null)
`,
    caughtBy: access('in another browser opens nothing'),
  },
  {
    name: "a code is good on another document's page",
    file: `${ROOM}/access-store.ts`,
    from: `    .where('link_id', '=', linkId)
    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', 'is', null)`,
    to: `    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', 'is', null)`,
    caughtBy: access("from another document's page"),
  },
  {
    name: "a list opens on another document's page",
    file: `${ROOM}/access-store.ts`,
    from: `    .where('link_id', '=', linkId)
    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', '>'`,
    to: `    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', '>'`,
    caughtBy: access("from another document's page"),
  },
  {
    name: 'a list that one browser opened is open in others',
    file: `${ROOM}/access-store.ts`,
    from: `    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', '>'`,
    to: `    .where('opened_at', '>'`,
    caughtBy: access('in another browser opens nothing'),
  },
  {
    name: 'a list stays open for ever',
    file: `${ROOM}/access-store.ts`,
    from: `    .where('opened_at', '>', instantText(openedAfterMs))
`,
    to: `    .where('opened_at', 'is not', null)
`,
    caughtBy: access('runs out after half an hour'),
  },
  {
    name: 'a code opens twice',
    file: `${ROOM}/access-store.ts`,
    from: `    .where('id', '=', id)
    .where('opened_at', 'is', null)
`,
    to: `    .where('id', '=', id)
`,
    also: {
      from: `    .where('opened_at', 'is', null)
    .where('asked_at'`,
      to: `    .where('asked_at'`,
    },
    caughtBy: access('opens once'),
  },
  {
    name: 'the browser keeps the secret that it asked with',
    file: `${ROOM}/access-store.ts`,
    from: `.set({ opened_at: instantText(atMs), browser_hash: browserHash(secret) })`,
    to: `.set({ opened_at: instantText(atMs) })`,
    caughtBy: access('opens the list in the browser that asked'),
  },
  {
    name: 'any six digits are the code',
    file: `${ROOM}/access.ts`,
    from: `given.length === right.length && timingSafeEqual(given, right)`,
    to: `given.length === right.length`,
    caughtBy: access('guessed five times'),
  },
  {
    name: 'an address that its issuer took away still opens',
    file: `${ROOM}/access.ts`,
    from: `if (known === null || !isRight || address === null) throw wrongCode()`,
    to: `if (known === null || !isRight) throw wrongCode()`,
    also: {
      from: `if (row === null || (await addressStillOf(db, payer, row)) === null) return null`,
      to: `if (row === null) return null`,
    },
    caughtBy: access('no more one of the client'),
  },
  {
    name: 'an open list outlives its address',
    file: `${ROOM}/access.ts`,
    from: `if (row === null || (await addressStillOf(db, payer, row)) === null) return null`,
    to: `if (row === null) return null`,
    caughtBy: access('no more one of the client'),
  },
  {
    name: 'codes of a document are not limited',
    file: `${ROOM}/access.ts`,
    from: `  await limits.consume('payerCodeDocument', \`document:\${organisationId}:\${documentId}\`)
`,
    to: ``,
    caughtBy: access('codes are limited'),
  },
  {
    name: 'codes of a client are not limited',
    file: `${ROOM}/access.ts`,
    from: `    'payerCodeClient',
    \`client:`,
    to: `    'payerCodeClient',
    \`\${documentId}:`,
    caughtBy: access('codes are limited'),
  },
  {
    name: 'codes to an address are not limited',
    file: `${ROOM}/access.ts`,
    from: `  await limits.consume('payerCodeAddress', address.email)
`,
    to: ``,
    caughtBy: access('codes are limited'),
  },
  {
    name: 'a code that is too old is mailed all the same',
    file: 'server/mailer/compose-mail.ts',
    from: `    .where('access.asked_at', '>', instantText(clock.now() - PAYER_CODE_MS))
`,
    to: ``,
    caughtBy: access('lives ten minutes'),
  },
  {
    name: "other clients' documents are listed",
    file: `${ROOM}/open-documents.ts`,
    from: `    .where('receivable.client_rut', '=', clientRut)
`,
    to: ``,
    caughtBy: access('opens the list in the browser that asked'),
  },
  {
    name: "another issuer's documents are listed",
    file: `${ROOM}/open-documents.ts`,
    from: `    .where('receivable.company_id', '=', companyId)
`,
    to: ``,
    caughtBy: access('opens the list in the browser that asked'),
  },
  {
    name: 'withdrawn documents are listed',
    file: `${ROOM}/open-documents.ts`,
    from: `    .where(isNotWithdrawn)
`,
    to: ``,
    caughtBy: access('leaves out what is paid'),
  },
  {
    name: 'what takes no payment any more is listed',
    file: `${ROOM}/open-documents.ts`,
    from: `    .where('receivable.closes_day', '>=', today)
`,
    to: ``,
    also: { from: `    if (paymentClosed(receivable, today) !== null) return []\n`, to: `` },
    caughtBy: access('leaves out what is paid'),
  },
  {
    name: 'the choice is read before its locks',
    file: `${ROOM}/open-documents.ts`,
    from: `  for (const documentId of ids) await lockReceivable(trx, { organisationId, documentId })
  const today = dayInChile(clock.now())
  const open = await openDocuments(trx, payer, today, ids)`,
    to: `  const today = dayInChile(clock.now())
  const open = await openDocuments(trx, payer, today, ids)
  for (const documentId of ids) await lockReceivable(trx, { organisationId, documentId })`,
    caughtBy: joint('while a choice waits for it'),
  },
  {
    name: 'what fell out of the choice is left out without a word',
    file: `${ROOM}/open-documents.ts`,
    from: `if (free.length !== ids.length || sum !== totalClp)`,
    to: `if (free.length === 0)`,
    caughtBy: joint('whatever the request says'),
  },
  {
    name: 'the sum is what the request says',
    file: `${ROOM}/open-documents.ts`,
    from: `if (free.length !== ids.length || sum !== totalClp)`,
    to: `if (free.length !== ids.length || sum < 0)`,
    caughtBy: joint('whatever the request says'),
  },
  {
    name: 'a document with a declared transfer is chosen',
    file: `${ROOM}/open-documents.ts`,
    from: `receivable.declaredClp === 0 && !isChecking`,
    to: `receivable.declaredClp >= 0 && !isChecking`,
    caughtBy: joint('declared meanwhile falls out'),
  },
  {
    name: 'documents are paid together without the open list',
    file: 'server/deliveries/payer-routes.ts',
    from: `        const { payer } = await requireAccess(needs, link, secretIn(cookies, needs))
        return startTogether`,
    to: `        const payer = await payerOf(needs.db, link)
        return startTogether`,
    caughtBy: joint('without the open list'),
  },
  {
    name: 'a choice of the same sum goes on with the checkout of another',
    file: 'server/payments/attempts/begin.ts',
    from: `          documentId === share.document_id && amountClp === share.amount_clp,`,
    to: `          documentId > 0 && amountClp === share.amount_clp,`,
    caughtBy: joint('another one of the same sum has its own'),
  },
  {
    name: 'an attempt of several documents stays open beside that of one',
    file: 'server/payments/attempts/begin.ts',
    from: `    await closeShares(trx, atOf(known))
`,
    to: `    if ((await sharesOf(trx, atOf(known))).length === 1) await closeShares(trx, atOf(known))
`,
    caughtBy: joint('takes the place of that of several'),
  },
  {
    name: 'the proof of one transfer is of its first document alone',
    file: 'server/payments/declare-together.ts',
    from: `await declare(document, id)`,
    to: `await declare(document, null)`,
    caughtBy: joint('its one proof is of each'),
  },
  {
    name: 'a proof is added from the page of another client',
    file: 'server/payments/vouchers.ts',
    from: `.onRef('here.client_rut', '=', 'receivable.client_rut')`,
    to: `.onRef('here.company_id', '=', 'receivable.company_id')`,
    caughtBy: joint('from no page of another client'),
  },
  ...[
    { of: 'alone', file: 'server/deliveries/share-routes.ts' },
    { of: 'together', file: 'server/deliveries/payer-routes.ts' },
  ].flatMap(({ of, file }): TestedMutant[] => [
    {
      name: `payments that are begun ${of} by a link are not limited`,
      file,
      from: `      await needs.limits.consume('attemptLink', \`link:\${link.linkId}\`)
`,
      to: ``,
      caughtBy: access('thirty payments are begun by one link'),
    },
    {
      name: `payments that are begun ${of} by any link are limited together`,
      file,
      from: `consume('attemptLink', \`link:\${link.linkId}\`)`,
      to: `consume('attemptLink', 'link')`,
      caughtBy: access('thirty payments are begun by one link'),
    },
  ]),
]
