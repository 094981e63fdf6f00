import type { TestedMutant } from '../mutant.ts'

const PROVIDERS = 'server/payments/providers'
const NOTICES = 'server/payments/attempts/notices'
const caughtBy = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/bad-input/bad-input.test.ts', name }
}

/** Faults in what is compared before wrong input about a payment is believed, each caught by a cell of its table. */
export const BAD_INPUT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a payment of another amount is proved',
    file: `${PROVIDERS}/proof.ts`,
    from: `state.amountClp === amountClp && amountClp > 0`,
    to: `amountClp > 0`,
    caughtBy: caughtBy('amount by transbank'),
  },
  {
    name: 'a payment in another currency is proved',
    file: `${PROVIDERS}/proof.ts`,
    from: `state.currency === 'CLP'`,
    to: `true`,
    caughtBy: caughtBy('currency by khipu'),
  },
  {
    name: 'a payment under another order is looked for by that order alone',
    file: `${NOTICES}/notices.ts`,
    from: `(await attemptNamed(db, notice, refs)) ?? attemptNamed(db, notice, marked)`,
    to: `attemptNamed(db, notice, refs)`,
    caughtBy: caughtBy('order by mercadoPago'),
  },
  {
    name: 'a payment of another order is proved',
    file: `${PROVIDERS}/proof.ts`,
    from: `state.refs.buyOrder === buyOrder`,
    to: `true || buyOrder === ''`,
    caughtBy: caughtBy('order by fintoc'),
  },
  {
    name: 'a payment to somebody else is proved',
    file: `${PROVIDERS}/proof.ts`,
    from: `state.receiver === receiver`,
    to: `state.receiver !== null || receiver === ''`,
    caughtBy: caughtBy('account by mercadoPago'),
  },
  {
    name: 'the bank account that Fintoc paid is taken on trust',
    file: `${PROVIDERS}/fintoc/state.ts`,
    from: `if (connection.recipient === null) return receiverOf(connection)`,
    to: `if (connection.provider === 'fintoc') return receiverOf(connection)`,
    caughtBy: caughtBy('account by fintoc'),
  },
  {
    name: 'a currency of Mercado Pago is taken for pesos',
    file: `${PROVIDERS}/mercado-pago/state.ts`,
    from: `currency: read.currency_id,`,
    to: `currency: 'CLP',`,
    caughtBy: caughtBy('currency by mercadoPago'),
  },
  {
    name: 'whoever signs a notice is Khipu',
    file: `${PROVIDERS}/khipu/notification.ts`,
    from: 'if (!isSigned(header,',
    to: 'if (isSigned(header,',
    caughtBy: caughtBy('signature by khipu'),
  },
  {
    name: 'whoever signs a notice is Fintoc',
    file: `${PROVIDERS}/fintoc/notification.ts`,
    from: 'if (!isSigned(header,',
    to: 'if (isSigned(header,',
    caughtBy: caughtBy('foreign notice at our address by fintoc'),
  },
  {
    name: 'whoever signs a notice is Mercado Pago',
    file: `${PROVIDERS}/mercado-pago/notification.ts`,
    from: `if (!isRight) return { kind: 'forged' }`,
    to: `if (isRight) return { kind: 'forged' }`,
    caughtBy: caughtBy('signature by mercadoPago'),
  },
  {
    name: 'Webpay is believed to notify',
    file: `${PROVIDERS}/transbank/transbank.ts`,
    from: `verifyNotification: () => ({ kind: 'forged' }),`,
    to: `verifyNotification: () => ({ kind: 'irrelevant', eventKey: 'any' }),`,
    caughtBy: caughtBy('signature by transbank'),
  },
  {
    name: 'an old notice of Khipu is fresh',
    file: `${PROVIDERS}/khipu/notification.ts`,
    from: `isStale: isOutsideWindow(Number(header.time), nowMs),`,
    to: `isStale: isOutsideWindow(nowMs, nowMs),`,
    caughtBy: caughtBy('stale time by khipu'),
  },
  {
    name: 'an old notice of Fintoc is fresh',
    file: `${PROVIDERS}/fintoc/notification.ts`,
    from: `isOutsideWindow(Number(header.time) * 1000, nowMs)`,
    to: `isOutsideWindow(nowMs, nowMs)`,
    caughtBy: caughtBy('stale time by fintoc'),
  },
  {
    name: 'an old notice of Mercado Pago is fresh',
    file: `${PROVIDERS}/mercado-pago/notification.ts`,
    from: `isStale: isOutsideWindow(signedAtMs, nowMs)`,
    to: `isStale: isOutsideWindow(nowMs, nowMs)`,
    caughtBy: caughtBy('stale time by mercadoPago'),
  },
  {
    name: 'a notice of one company moves a payment of another',
    file: `${NOTICES}/notices.ts`,
    from: `    .where('connection_id', '=', connectionId)
    .where((eb) =>`,
    to: `    .where('connection_id', '<>', connectionId * 0)
    .where((eb) =>`,
    caughtBy: caughtBy('our payment at a foreign address by khipu'),
  },
  {
    name: 'a document is paid to another company of its organisation',
    file: 'server/payments/connections/store.ts',
    from: `    .where('company_id', '=', companyId)
    .where('is_offered', '=', true)`,
    to: `    .where('company_id', '<>', companyId * 0)
    .where('is_offered', '=', true)`,
    caughtBy: caughtBy('foreign connection by khipu'),
  },
  {
    name: 'a notice of any size is read',
    file: `${NOTICES}/webhook-routes.ts`,
    from: `bodyLimit: MAX_NOTICE_BYTES,`,
    to: `bodyLimit: MAX_NOTICE_BYTES * 1024,`,
    caughtBy: caughtBy('large notice by khipu'),
  },
  {
    name: 'an answer about a payment is read however large',
    file: `${PROVIDERS}/request.ts`,
    from: `MAX_ANSWER_BYTES = 256 * 1024`,
    to: `MAX_ANSWER_BYTES = 256 * 1024 * 1024`,
    caughtBy: caughtBy('large answer by khipu'),
  },
]
