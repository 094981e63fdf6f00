import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/connections'
const caughtBy = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/connections.test.ts', name }
}

/** Faults in which account at a provider is in force, tested, offered and opened. */
export const CONNECTION_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a connection replaces one that its owner did not see',
    file: `${ROOM}/save.ts`,
    from: `  if ((row?.id ?? null) !== seen) throw`,
    to: `  if (row === null && seen !== null) throw`,
    caughtBy: caughtBy('that somebody saved meanwhile'),
  },
  {
    name: 'an account of another RUT by its provider’s word is taken for the company’s',
    file: `${ROOM}/present.ts`,
    from: `typedHolderOf(account) ?? row.told_holder_rut`,
    to: `typedHolderOf(account)`,
    caughtBy: caughtBy('by its provider’s word'),
  },
  {
    name: 'a provider that is away takes back whose account it is',
    file: `${ROOM}/try-keys.ts`,
    from: `test.kind === 'works' ? { ...tested, told_holder_rut: test.holderRut } : tested`,
    to: `{ ...tested, told_holder_rut: test.kind === 'works' ? test.holderRut : null }`,
    caughtBy: caughtBy('by its provider’s word'),
  },
  {
    name: 'two connections are saved at once without a lock',
    file: `${ROOM}/save.ts`,
    from: `    await lockCompany(trx, at)
`,
    to: ``,
    caughtBy: caughtBy('saved twice at once'),
  },
  {
    name: 'a connection with refused keys is offered',
    file: `${ROOM}/save.ts`,
    from: `      mayBeOffered(needs.installation, { mode: connection.mode, ...tested })`,
    to: `      connection.mode !== undefined`,
    caughtBy: caughtBy('is withdrawn from payers'),
  },
  {
    name: 'another account takes the row of the old one',
    file: `${ROOM}/save.ts`,
    from: `const isSame = before !== null && isSameAccount(storedAccount(before), account)`,
    to: `const isSame = before !== null`,
    caughtBy: caughtBy('of another account begins anew'),
  },
  {
    name: 'keys that were replaced stay in the vault',
    file: `${ROOM}/save.ts`,
    from: `  if (row.secret_id !== null) await vault.erase(`,
    to: `  if (row.secret_id === null) await vault.erase(`,
    caughtBy: caughtBy('keeps its row and address'),
  },
  {
    name: 'test and production of a provider are offered side by side',
    file: `${ROOM}/offer.ts`,
    from: `    if (isOffered) {
      await withdrawOthers(`,
    to: `    if (!isOffered) {
      await withdrawOthers(`,
    caughtBy: caughtBy('of one provider is offered once'),
  },
  {
    name: 'a connection that may not be offered is offered',
    file: `${ROOM}/offer.ts`,
    from: `    if (isOffered && !mayBeOffered(installation, row)) throw`,
    to: `    if (isOffered && !mayBeOffered(installation, row) && row.ended_at !== null) throw`,
    caughtBy: caughtBy('a connection in test mode'),
  },
  {
    name: 'an ended connection is offered',
    file: `${ROOM}/offer.ts`,
    from: `const ended = { is_offered: false, ended_at: instantText(clock.now()), ended_by: by.userId }`,
    to: `const ended = { is_offered: false, ended_at: null, ended_by: by.userId }`,
    caughtBy: caughtBy('ended is offered and opened by nobody new'),
  },
  {
    name: 'a test of keys that were replaced is believed',
    file: `${ROOM}/try-keys.ts`,
    from: `    if (row.secret_id !== before.secret_id || row.ended_at !== null) return row
`,
    to: ``,
    caughtBy: caughtBy('learns nothing from a test'),
  },
  {
    name: 'refused keys stay offered after a test',
    file: `${ROOM}/try-keys.ts`,
    from: `is_offered: row.is_offered && !isRefused }`,
    to: `is_offered: row.is_offered }`,
    caughtBy: caughtBy('is tested again without being saved'),
  },
  {
    name: 'keys are erased while an attempt is still read',
    file: `${ROOM}/erase-ended.ts`,
    from: `and attempt.connection_id = connection.id and attempt.poll_at is not null
            and (`,
    to: `and attempt.connection_id = connection.id and attempt.poll_at < now() - interval '100 years'
            and (`,
    caughtBy: caughtBy('ended is offered and opened by nobody new'),
  },
  {
    name: 'keys of a connection in force are erased',
    file: `${ROOM}/erase-ended.ts`,
    from: `connection.ended_at < \${before}`,
    to: `(connection.ended_at is null or connection.ended_at < \${before})`,
    caughtBy: caughtBy('in force keeps its keys'),
  },
  {
    name: 'keys of Fintoc are taken for the same account',
    file: `${ROOM}/account.ts`,
    from: `one.provider !== 'fintoc' && JSON.stringify(one)`,
    to: `JSON.stringify(one)`,
    caughtBy: caughtBy('of Fintoc is another one with each key'),
  },
  {
    name: 'a connection in test mode is offered where payments are real',
    file: `${ROOM}/present.ts`,
    from: `  return test_outcome === 'ok' && (demonstration || mode === 'live')`,
    to: `  return test_outcome === 'ok' && (demonstration || mode !== null)`,
    caughtBy: caughtBy('offered to nobody'),
  },
  {
    name: 'a provider that is away withdraws its connection',
    file: `${ROOM}/try-keys.ts`,
    from: `outcome !== 'ok' && outcome !== 'unavailable'`,
    to: `outcome !== 'ok'`,
    caughtBy: caughtBy('is tested again without being saved'),
  },
  {
    name: 'the end of a connection is mailed to nobody',
    file: `${ROOM}/offer.ts`,
    from: `  await queueForMembers(trx, organisationId, notice, () => ({ values }))`,
    to: `  if (row.id === 0) await queueForMembers(trx, organisationId, notice, () => ({ values }))`,
    caughtBy: caughtBy('ended is offered and opened by nobody new'),
  },
  {
    name: 'keys are erased as soon as a connection ends',
    file: `${ROOM}/erase-ended.ts`,
    from: `clock.now() - AFTER_MS`,
    to: `clock.now() + AFTER_MS`,
    caughtBy: caughtBy('its keys go once nothing of it is pending'),
  },
  {
    name: 'keys are erased while a notice waits',
    file: `${ROOM}/erase-ended.ts`,
    from: `notice.connection_id = connection.id and notice.processed_at is null)`,
    to: `notice.connection_id = connection.id and notice.id < 0)`,
    caughtBy: caughtBy('its keys go once nothing of it is pending'),
  },
  {
    name: 'a foreign holder of the account goes unsaid',
    file: `${ROOM}/present.ts`,
    from: `holder !== null && holder !== parseRut(companyRut)`,
    to: `holder === parseRut(companyRut)`,
    caughtBy: caughtBy('that pays another RUT'),
  },
  {
    name: 'the keys of payments open what workers open',
    file: 'server/vault/kinds.ts',
    from: `export const SHARED_KINDS = ['paymentKeys']`,
    to: `export const SHARED_KINDS = ['paymentKeys', 'clave']`,
    caughtBy: {
      test: 'src/server/vault/vault.test.ts',
      name: 'the keys of payment connections open on both sides',
    },
  },
  {
    name: 'the real environment takes a stand-in of a payment provider',
    file: 'server/config.ts',
    from: `    if (config.paymentUrls[provider] !== undefined) read.fault(`,
    to: `    if (config.paymentUrls[provider] === '') read.fault(`,
    caughtBy: { test: 'src/server/config.test.ts', name: 'names a stand-in on this machine' },
  },
  {
    name: 'a connection is offered without a word to anybody',
    file: `${ROOM}/offer.ts`,
    from: `    await tellMembers(
      trx,
      needs,`,
    to: `    if (row.id === 0) await tellMembers(
      trx,
      needs,`,
    caughtBy: caughtBy('is mailed to every member once'),
  },
  {
    name: 'a connection is offered without the password',
    file: 'contract/payment-connections.ts',
    from: `  status: 200,
  asksPassword: true,
  refuses: [409],
  params: connectionParam,
  body: z.object({ is_offered`,
    to: `  status: 200,
  refuses: [409],
  params: connectionParam,
  body: z.object({ is_offered`,
    caughtBy: caughtBy('offered, withdrawn or removed'),
  },
]
