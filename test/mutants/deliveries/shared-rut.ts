import type { TestedMutant } from '../mutant.ts'

const REMINDERS = 'server/deliveries/reminders'
const APART = 'test/engine/deliveries/reminders-apart.test.ts'
const AGEING = 'test/contract/api/receivables.test.ts'
const CODES = 'test/payments/together.test.ts'
const KEY = 'server/payments/owed/client-key.ts'

/** Faults in whose document it is, where many clients share a RUT, and in how many a mail names. */
export const SHARED_RUT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a RUT of foreign clients is one client',
    file: 'domain/rut.ts',
    from: `  rut('55555555-5'),
`,
    to: ``,
    caughtBy: { test: 'src/domain/rut.test.ts', name: 'is one that many share' },
  },
  {
    name: "a RUT that many share is somebody's own",
    file: 'domain/rut.ts',
    from: `return isGenericRut(text) ? null : parseRut(text)`,
    to: `return parseRut(text)`,
    caughtBy: { test: 'src/domain/rut.test.ts', name: 'nobody’s own' },
  },
  {
    name: 'foreign clients are one debtor',
    file: KEY,
    from: `then concat_ws(' | ', receivable.client_rut, lower(btrim(document.recipient_name)),`,
    to: `then concat_ws(' | ', receivable.client_rut,`,
    caughtBy: { test: AGEING, name: 'of one generic RUT' },
  },
  {
    name: 'foreign clients of one name are one debtor',
    file: KEY,
    from: `    lower(btrim(document.content #>> '{recipient,address,street}')),
`,
    to: ``,
    caughtBy: { test: AGEING, name: 'of one generic RUT' },
  },
  {
    name: 'a client of its own RUT is one for each of its names',
    file: KEY,
    from: `(receivable.client_rut = any(\${[...GENERIC_RUTS]}::text[]))`,
    to: `(receivable.client_rut <> all(\${[...GENERIC_RUTS]}::text[]))`,
    caughtBy: { test: APART, name: 'with a RUT of its own' },
  },
  {
    name: 'what one foreign client takes says how long another does',
    file: 'server/payments/ageing-store.ts',
    from: `usual.company_id = page.company_id and usual.client_key = page.client_key`,
    to: `usual.company_id = page.company_id and usual.client_key like page.client_rut || '%'`,
    caughtBy: { test: AGEING, name: 'of one generic RUT' },
  },
  {
    name: 'foreign clients with one name and other mail addresses are one mail',
    file: `${REMINDERS}/group.ts`,
    from: `JSON.stringify([clientKey, ...[...addresses].toSorted()])`,
    to: `JSON.stringify([clientKey, addresses.size])`,
    caughtBy: { test: APART, name: 'are two mails' },
  },
  {
    name: 'all foreign clients are one mail',
    file: `${REMINDERS}/group.ts`,
    from: `const named = JSON.stringify([clientKey, `,
    to: `const named = JSON.stringify([clientRut, `,
    caughtBy: { test: APART, name: 'are two mails' },
  },
  {
    name: 'documents beyond fifty of a client are dropped',
    file: `${REMINDERS}/group.ts`,
    from: `const count = Math.ceil(all.length / MAX_DOCUMENTS)`,
    to: `const count = Math.min(1, Math.ceil(all.length / MAX_DOCUMENTS))`,
    caughtBy: { test: APART, name: 'each is named in one' },
  },
  {
    name: 'a foreign client is not written to when another one was',
    file: `${REMINDERS}/plan.ts`,
    from: `mailed.has(mail.clientKey)`,
    to: `[...mailed].some((key) => key.startsWith(mail.clientRut))`,
    caughtBy: { test: APART, name: 'and only once' },
  },
  {
    name: 'a mute of one foreign client silences all of them',
    file: `${REMINDERS}/muted-clients.ts`,
    from: `  if (isGenericRut(clientRut)) throw new InvalidInput({ client: ['clientSharesRut'] })
`,
    to: `  if (clientRut === '' && isGenericRut(clientRut)) throw new InvalidInput({})
`,
    caughtBy: { test: 'test/contract/api/payment-reminders.test.ts', name: 'shares its RUT' },
  },
  {
    name: 'the document of a foreign client mutes all of them',
    file: `${REMINDERS}/routes.ts`,
    from: `if (body.of === 'client') requireOwnRut(clientRut)`,
    to: `if (body.of !== 'client') requireOwnRut('')`,
    caughtBy: { test: 'test/contract/api/payment-reminders.test.ts', name: 'shares its RUT' },
  },
  {
    name: 'a code goes to the address of another foreign client',
    file: 'server/payments/together/payer.ts',
    from: `if (isGenericRut(payer.clientRut)) return []`,
    to: `if (isGenericRut(payer.companyName)) return []`,
    caughtBy: { test: CODES, name: 'none gets a code' },
  },
  {
    name: 'the documents of all foreign clients are listed',
    file: 'server/payments/together/open-documents.ts',
    from: `if (isGenericRut(clientRut)) return []`,
    to: `if (isGenericRut('')) return []`,
    caughtBy: { test: CODES, name: 'no document is listed' },
  },
  {
    name: 'a voucher is taken by the page of another foreign client',
    file: 'server/payments/vouchers.ts',
    from: `or not \${isOfGenericRut})`,
    to: `or not \${isOfGenericRut} or true)`,
    caughtBy: { test: CODES, name: 'is not taken there' },
  },
]
