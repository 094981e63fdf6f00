import type { ProviderName } from '#server/payments/providers/connection.ts'

/** Whom a company can be paid through: a provider, and Webpay as a store of a mall besides. */
export const ACCOUNTS = ['transbank', 'transbankMall', 'khipu', 'fintoc', 'mercadoPago'] as const
export type Account = (typeof ACCOUNTS)[number]

export const FAULTS = ['drop', 'delay', 'duplicate', 'reorder', 'killed'] as const
export type FaultKind = (typeof FAULTS)[number]

/** What each fault means at each boundary; null: it can't happen there. */
export const BOUNDARIES = {
  'checkout asked': {
    drop: 'never reaches the provider',
    delay: 'takes effect an hour after we gave up',
    duplicate: 'is carried out twice; the second answer comes',
    reorder: 'is overtaken by the poller’s reading of the attempt',
    killed: 'on record, and never sent',
  },
  'checkout answered': {
    drop: 'is made, and nobody learns it',
    delay: 'is answered after ten seconds',
    duplicate: null,
    reorder: 'the answer is overtaken by the poller’s reading',
    killed: 'is made, and not on record',
  },
  'payer led there': {
    drop: 'the payer never gets our answer, and begins again',
    delay: 'the payer pays when the checkout is about to run out',
    duplicate: 'the payer begins twice at once',
    reorder: 'the payer begins another one, and pays the first',
    killed: 'on record, and the payer isn’t answered',
  },
  'payer back': {
    drop: 'the payer never comes back',
    delay: 'the payer comes back after an hour',
    duplicate: 'the payer comes back twice at once, and again',
    reorder: 'the payer gives up after paying, the poller reads, and then the payer comes back',
    killed: 'before anything of it is on record',
  },
  'state asked': {
    drop: 'no request of the return arrives',
    delay: 'takes effect an hour after we gave up',
    duplicate: 'each request is carried out twice; the second answer comes',
    reorder: 'is overtaken by the poller',
    killed: 'the return is on record, and nothing was asked',
  },
  'state answered': {
    drop: 'no answer to the return comes back',
    delay: 'is answered after ten seconds',
    duplicate: null,
    reorder: 'an old answer arrives after the poller has applied a newer one',
    killed: 'is settled, and not on record',
  },
  notice: {
    drop: 'never comes',
    delay: 'comes after an hour',
    duplicate: 'comes twice',
    reorder: 'comes in another order, or after the poller has read',
    killed: 'before it is stored',
  },
  'notice stored': {
    drop: null,
    delay: null,
    duplicate: null,
    reorder: null,
    killed: 'is stored, and not looked into',
  },
  'refund asked': {
    drop: 'never reaches the provider',
    delay: 'takes effect an hour after we gave up',
    duplicate: 'is carried out twice; the second answer comes',
    reorder: 'is overtaken by the poller',
    killed: 'on record, and never sent',
  },
  'refund answered': {
    drop: 'is made, and nobody learns it',
    delay: 'is answered after ten seconds',
    duplicate: null,
    reorder: 'the answer is overtaken by the poller’s reading',
    killed: 'is made, and not on record',
  },
  'refunds listed': {
    drop: 'what was given back in the dashboard is listed, and the list is lost',
    delay: 'the list is answered after ten seconds',
    duplicate: 'is asked twice; the second list comes',
    reorder: 'an old list arrives after the poller has applied a newer one',
    killed: 'is listed, and not on record',
  },
  'refund followed': {
    drop: 'a refund that took time has ended, and the answer that says so is lost',
    delay: 'its end is answered after ten seconds',
    duplicate: 'is asked twice; the second answer comes',
    reorder: 'it is answered as in process after the poller has applied its end',
    killed: 'its end is read, and not on record',
  },
  'others listed': {
    drop: 'the checkout was paid twice, and the list of its payments is lost',
    delay: 'the list is answered after ten seconds',
    duplicate: 'is asked twice; the second list comes',
    reorder: 'the list without the second payment arrives after the poller has applied one with it',
    killed: 'the second payment is listed, and not read',
  },
  'other read': {
    drop: 'the second payment is read, and the answer is lost',
    delay: 'is answered after ten seconds',
    duplicate: 'is asked twice; the second answer comes',
    reorder: 'it is answered as whole after the poller has applied that a part was given back',
    killed: 'the second payment is read, and not on record',
  },
} as const satisfies Record<string, Readonly<Record<FaultKind, string | null>>>

export type Boundary = keyof typeof BOUNDARIES

export interface Cell {
  account: Account
  boundary: Boundary
  fault: FaultKind
}

export function providerOf(account: Account): ProviderName {
  return account === 'transbankMall' ? 'transbank' : account
}

/**
 * Transbank notifies nobody, all but Fintoc say with a payment what was given back of it, two of them take time with a
 * refund, and one takes several payments of one checkout.
 */
export function accountsAt(boundary: Boundary): readonly Account[] {
  if (boundary === 'refunds listed') return ['fintoc']
  if (boundary === 'refund followed') return ['fintoc', 'mercadoPago']
  if (paysTwice(boundary)) return ['mercadoPago']
  const isNotice = boundary === 'notice' || boundary === 'notice stored'
  return isNotice ? ACCOUNTS.filter((one) => providerOf(one) !== 'transbank') : ACCOUNTS
}

/** Whether its checkout is paid once more. */
export function paysTwice(boundary: Boundary): boolean {
  return boundary === 'others listed' || boundary === 'other read'
}

const names: readonly string[] = Object.keys(BOUNDARIES)
const isBoundary = (name: string): name is Boundary => names.includes(name)
const ALL = names.filter(isBoundary)

function cellsOf(fault: FaultKind, isSample: boolean): Cell[] {
  return ALL.filter((boundary) => BOUNDARIES[boundary][fault] !== null).flatMap((boundary) => {
    const accounts = accountsAt(boundary)
    // Each account has its turn.
    const turn = (ALL.indexOf(boundary) + FAULTS.indexOf(fault)) % accounts.length
    return accounts
      .filter((_, at) => !isSample || at === turn)
      .map((account) => ({ account, boundary, fault }))
  })
}

/** What goes wrong on the way while our process lives. `isSample`: each fault at each boundary for one account. */
export function wayCells(isSample: boolean): Cell[] {
  return FAULTS.filter((fault) => fault !== 'killed').flatMap((fault) => cellsOf(fault, isSample))
}

/** Where our process is killed. */
export function killCells(isSample: boolean): Cell[] {
  return cellsOf('killed', isSample)
}

export function nameOf({ account, boundary, fault }: Cell): string {
  return `${fault} at ${boundary} by ${account}`
}

const WAY_TEST = 'test/payments/faults/way.test.ts'
const KILL_TEST = 'test/chaos/payments/kills.test.ts'

/** docs/payments/faults.md: every cell, what happens in it, and which test lives it. */
export function documentOfTable(): string {
  const usual = new Set([...wayCells(true), ...killCells(true)].map(nameOf))
  const rows = ALL.flatMap((boundary) =>
    FAULTS.map((fault) => {
      const what = BOUNDARIES[boundary][fault]
      if (what === null) return `| ${boundary} | ${fault} | can’t happen | |`
      const accounts = accountsAt(boundary).map((account) => {
        const isUsual = usual.has(nameOf({ account, boundary, fault }))
        return isUsual ? `**${account}**` : account
      })
      return `| ${boundary} | ${fault} | ${what} | ${accounts.join(', ')} |`
    }),
  )
  const all = [...wayCells(false), ...killCells(false)].length
  return `# Faults between a payer, Folio and a provider

<!-- Written by: node scripts/node.mjs node_modules/vitest/vitest.mjs run ${WAY_TEST} -u -->

One fault at one boundary, and then the poller alone: no other notice comes, and no payer comes back. In the end each
attempt is what the provider's stand-in says of it: paid by each of its payments, once, or not paid; as much is
on record as given back as the stand-in gave back; nothing is left waiting, and nobody is asked to look into it.

Each of the ${all} cells is the test "_fault_ at _boundary_ by _account_": of \`${WAY_TEST}\`, or, where the process is
killed, of \`${KILL_TEST}\`, whose server is a real process that SIGKILL ends at that boundary and another one follows. \`npm test\`
lives those in bold, \`npm run test:deep\` all of them, those on the way also with a payer who is refused.

| boundary | fault | what happens | accounts |
| --- | --- | --- | --- |
${rows.join('\n')}

An answer can't come twice within one exchange of HTTP, and what is stored is not in transit. Transbank notifies nobody. All but
Fintoc say with a payment what was given back of it; only Fintoc and Mercado Pago answer a refund before it is done; and only
a checkout of Mercado Pago can be paid more than once.
`
}
