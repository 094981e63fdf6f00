import type { ProviderName } from '#server/payments/providers/connection.ts'
import { TOTAL } from '../stage.ts'

/** What comes to us wrong, as an answer of a provider, as a notice, or by a payer's browser. */
export const INPUTS = {
  amount: 'the answer says that one peso less was paid',
  currency: 'the answer says that it was paid in dollars',
  account: 'the answer names another receiver',
  order: 'the answer says that it was for another order',
  signature: 'a notice signed with another secret',
  'stale time': 'a notice signed an hour ago, of a payment that isn’t made yet',
  replay: 'the payer’s return and each notice of a payment, three times more',
  'foreign notice at our address': 'a notice signed with another company’s secret',
  'our payment at a foreign address': 'a notice of another company’s own that names our payment',
  'foreign connection': 'a payer begins with the connection of another company',
  'token of another link': 'a payer comes back with what belongs to the payment of another link',
  'page as an answer': 'HTML in place of the state, with status 200, for a week',
  'page as a notice': 'HTML as a notice, rightly signed',
  'large notice': 'a notice of 50 MB in pieces, its length not said',
  'large answer': '50 MB in place of the state',
} as const

export type Input = keyof typeof INPUTS

/** What is on record in the end, of the document and its one attempt. */
export interface Outcome {
  /** What our server said to each request of the input, where there was one. */
  statuses: readonly number[]
  /** Null where none was begun. */
  attempt: string | null
  /** What the owner is asked to look into, with what differs. */
  asked: readonly string[]
  /** What became of each notice that is on record. */
  notices: readonly string[]
  paidClp: number
}

export interface Answer {
  /** For people. */
  said: string
  outcome: Outcome
}

const UNTOUCHED: Outcome = {
  statuses: [],
  attempt: 'pending',
  asked: [],
  notices: [],
  paidClp: 0,
}

function answer(said: string, changed: Partial<Outcome>): Answer {
  return { said, outcome: { ...UNTOUCHED, ...changed } }
}

function differs(by: string): Answer {
  const said = `no money, and the owner is asked to look into the ${by} that differs`
  return answer(said, { attempt: 'mismatch', asked: [`mismatch ${by}`] })
}

function refused(status: number, why: string): Answer {
  return answer(`${status}: ${why}`, { statuses: [status] })
}

const FORGED = refused(401, 'not signed by this connection’s provider')
const SILENT = refused(401, 'Webpay sends no notices, so that each one is forged')
const UNREADABLE = refused(400, 'signed, and no notice')
const TOO_LARGE = refused(413, 'the connection is cut long before the end')
const UNREAD = answer('read again for a week, and then the owner is asked how it ended', {
  attempt: 'expired',
  asked: ['unread'],
})
const NOT_READ = answer('left after 256 KB, and read again later', {})
const STALE = answer('stored as stale, and the state that is read decides', {
  statuses: [200],
  notices: ['stale pending'],
})
function once(notices: number): Answer {
  return answer('money once, and each notice on record once', {
    attempt: 'succeeded',
    notices: Array.from({ length: notices }, () => 'authentic succeeded'),
    paidClp: TOTAL,
  })
}
const NOT_OURS = answer('stored, and no payment of that company: nothing moves', {
  statuses: [200],
  notices: ['authentic unknown'],
})
const NOT_OFFERED = answer('409: not offered for this document, and nothing is begun', {
  statuses: [409],
  attempt: null,
})
const OWN_ADDRESS = answer(
  'only the address says whose return it is; the payment of that order is read',
  {
    statuses: [303],
  },
)

/** A cell that can't exist says why. */
export type Cell = Answer | { never: string }

export const CELLS: Readonly<Record<Input, Readonly<Record<ProviderName, Cell>>>> = {
  amount: {
    transbank: differs('amount'),
    khipu: differs('amount'),
    fintoc: differs('amount'),
    mercadoPago: differs('amount'),
  },
  currency: {
    transbank: { never: 'no answer of Webpay names a currency: a commerce code is of one' },
    khipu: differs('currency'),
    fintoc: differs('currency'),
    mercadoPago: differs('currency'),
  },
  account: {
    transbank: {
      ...UNREAD,
      said: `of a mall that names another store: ${UNREAD.said}; a code of its own is named by no answer`,
    },
    khipu: differs('receiver'),
    fintoc: differs('receiver'),
    mercadoPago: differs('receiver'),
  },
  order: {
    transbank: differs('order'),
    khipu: differs('order'),
    fintoc: differs('order'),
    mercadoPago: answer(
      'payments are found by their order: a notice of one that carries our own mark is read, no money, and the owner is asked to look into the order that differs',
      {
        statuses: [200],
        attempt: 'mismatch',
        asked: ['mismatch order'],
        notices: ['authentic mismatch'],
      },
    ),
  },
  signature: { transbank: SILENT, khipu: FORGED, fintoc: FORGED, mercadoPago: FORGED },
  'stale time': {
    transbank: { never: 'Webpay signs nothing' },
    khipu: STALE,
    fintoc: STALE,
    mercadoPago: STALE,
  },
  replay: {
    transbank: answer('settled once, and money once', { attempt: 'succeeded', paidClp: TOTAL }),
    khipu: once(1),
    // Of the session and of its payment.
    fintoc: once(2),
    mercadoPago: once(1),
  },
  'foreign notice at our address': {
    transbank: SILENT,
    khipu: FORGED,
    fintoc: FORGED,
    mercadoPago: FORGED,
  },
  'our payment at a foreign address': {
    transbank: SILENT,
    khipu: NOT_OURS,
    fintoc: NOT_OURS,
    mercadoPago: NOT_OURS,
  },
  'foreign connection': {
    transbank: NOT_OFFERED,
    khipu: NOT_OFFERED,
    fintoc: NOT_OFFERED,
    mercadoPago: NOT_OFFERED,
  },
  'token of another link': {
    transbank: refused(400, 'not the token of this order: nothing is settled'),
    khipu: OWN_ADDRESS,
    fintoc: OWN_ADDRESS,
    mercadoPago: refused(400, 'not the preference of this order: nothing is read'),
  },
  'page as an answer': { transbank: UNREAD, khipu: UNREAD, fintoc: UNREAD, mercadoPago: UNREAD },
  'page as a notice': {
    transbank: SILENT,
    khipu: UNREADABLE,
    fintoc: UNREADABLE,
    mercadoPago: answer(
      'its body is not signed and not read: the state of what the address names decides',
      {
        statuses: [200],
        notices: ['authentic pending'],
      },
    ),
  },
  'large notice': {
    transbank: TOO_LARGE,
    khipu: TOO_LARGE,
    fintoc: TOO_LARGE,
    mercadoPago: TOO_LARGE,
  },
  'large answer': {
    transbank: NOT_READ,
    khipu: NOT_READ,
    fintoc: NOT_READ,
    mercadoPago: NOT_READ,
  },
}

export interface NamedCell {
  input: Input
  provider: ProviderName
  answer: Answer
}

const inputs: readonly string[] = Object.keys(INPUTS)
const isInput = (name: string): name is Input => inputs.includes(name)
const PROVIDERS: readonly ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']

export function badInputs(): NamedCell[] {
  return inputs.filter(isInput).flatMap((input) =>
    PROVIDERS.flatMap((provider) => {
      const cell = CELLS[input][provider]
      return 'never' in cell ? [] : [{ input, provider, answer: cell }]
    }),
  )
}

const TEST = 'test/payments/bad-input/bad-input.test.ts'

/** docs/payments/bad-input.md: every cell and its answer. */
export function documentOfTable(): string {
  const rows = inputs.filter(isInput).flatMap((input) => {
    const byAnswer = Map.groupBy(PROVIDERS, (provider) => {
      const cell = CELLS[input][provider]
      return 'never' in cell ? `can’t come: ${cell.never}` : cell.said
    })
    return [...byAnswer].map(
      ([said, providers]) => `| ${input} | ${INPUTS[input]} | ${providers.join(', ')} | ${said} |`,
    )
  })
  return `# Wrong input about a payment

<!-- Written by: node scripts/node.mjs node_modules/vitest/vitest.mjs run ${TEST} -u -->

What comes to Folio wrong, by provider, and what it does. No money is on record in the end that did not come: after each, what
the provider still notifies is delivered and everything due is read, and it stays so. Each is the test
"_input_ by _provider_" of \`${TEST}\`.

| input | what comes | provider | answer |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
