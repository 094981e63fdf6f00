import type { TestedMutant } from '../mutant.ts'

const ACCOUNTS = 'src/server/users/accounts.test.ts'
const ANSWERS = 'src/server/http/answers.test.ts'
const CONNECT = 'src/server/facturators/connect/connect.test.ts'
const CONTACT = 'src/server/mailer/contact.test.ts'
const EMAIL_CHANGE = 'src/server/users/email-change.test.ts'
const LOGIN_LIMITS = 'src/server/users/login-limits.test.ts'
const PAUSE = 'src/server/facturators/portal-pause.test.ts'
const RECOVERY = 'src/server/users/recovery.test.ts'
const SECOND_FACTOR = 'src/server/users/second-factor/second-factor.test.ts'
const SESSIONS = 'src/server/users/sessions/sessions.test.ts'

/** Faults in who gets into an account or to the SII, and who is kept out by others. */
export const ACCESS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a second factor from shortly before a change that is undone keeps the owner out',
    file: 'server/users/second-factor/second-factor.ts',
    from: `Date.parse(confirmedAt) > atMs - SETTLED_MS`,
    to: `Date.parse(confirmedAt) > atMs`,
    caughtBy: { test: EMAIL_CHANGE, name: 'a second factor' },
  },
  {
    name: 'a settled second factor is removed',
    file: 'server/users/second-factor/second-factor.ts',
    from: `Date.parse(confirmedAt) > atMs - SETTLED_MS`,
    to: `Date.parse(confirmedAt) >= atMs - SETTLED_MS`,
    caughtBy: { test: EMAIL_CHANGE, name: 'a second factor' },
  },
  {
    name: 'a reset keeps every second factor',
    file: 'server/users/recovery.ts',
    from: `: dropUnsettledFactor(needs, at, needs.clock.now()),`,
    to: `: Promise.resolve(),`,
    caughtBy: { test: RECOVERY, name: 'younger than that' },
  },
  {
    name: 'a second factor is turned on without a mail',
    file: 'server/users/second-factor/second-factor.ts',
    from: `    await tellOwner(trx, clock, at, 'secondFactorSet')\n`,
    to: ``,
    caughtBy: { test: SECOND_FACTOR, name: 'told by mail' },
  },
  {
    name: 'a second factor that was never in force is told as removed',
    file: 'server/users/second-factor/second-factor.ts',
    from: `if (known.confirmedAt !== null) await tellOwner`,
    to: `await tellOwner`,
    caughtBy: { test: EMAIL_CHANGE, name: 'only begun' },
  },
  {
    name: 'a former connection counts as proved',
    file: 'server/facturators/connect/connect.ts',
    from: `isProved: known?.claveState === 'valid'`,
    to: `isProved: known !== null`,
    caughtBy: { test: CONNECT, name: 'a former connection' },
  },
  {
    name: 'a former connection takes a turn of its person',
    file: 'server/facturators/connect/connect.ts',
    from: `isStranger: !isProved }`,
    to: `isStranger: false }`,
    caughtBy: { test: CONNECT, name: 'takes neither a turn' },
  },
  {
    name: 'sessions open elsewhere count as too much asking of the portal',
    file: 'server/facturators/portal-pause.ts',
    from: `new Set(['loginThrottled', 'waitingRoom'])`,
    to: `new Set(['loginThrottled', 'waitingRoom', 'tooManySessions'])`,
    caughtBy: { test: PAUSE, name: 'of one account alone' },
  },
  {
    name: 'persons of one organisation pause the portal for all',
    file: 'server/facturators/portal-pause.ts',
    from: `eb.fn.count<number>('throttled_organisation_id').distinct().as('count')`,
    to: `eb.fn.count<number>('person_rut').distinct().as('count')`,
    caughtBy: { test: PAUSE, name: 'one organisation stops nobody else' },
  },
  {
    name: 'a replaced token serves though an access token given for it was used',
    file: 'server/users/sessions/sessions.ts',
    from: `if (isLate && (hasUsedChild || hasUsedTokenSince(session, replacedAt))) return 'reuse'`,
    to: `if (isLate && hasUsedChild) return 'reuse'`,
    caughtBy: { test: SESSIONS, name: 'once an access token given for it' },
  },
  {
    name: 'an access token from before the lost answer ends the session',
    file: 'server/users/sessions/sessions.ts',
    from: `usedAt !== null && Date.parse(usedAt) >= Math`,
    to: `usedAt !== null || Date.parse(replacedAt) < Math`,
    caughtBy: { test: SESSIONS, name: 'an access token from before' },
  },
  {
    name: 'the use of a new access token is noted five minutes late',
    file: 'server/users/sessions/sessions.ts',
    from: `if (isNewer || nowMs`,
    to: `if (nowMs`,
    caughtBy: { test: SESSIONS, name: 'once an access token given for it' },
  },
  {
    name: 'the password that was chosen with the link is not kept',
    file: 'server/users/account/registration.ts',
    from: `    if (choice.kind === 'chosen') await setPassword(trx, user.id, choice.hash)\n`,
    to: ``,
    caughtBy: { test: ACCOUNTS, name: 'a password chosen with the link' },
  },
  {
    name: 'a poor password may be chosen with the link',
    file: 'server/users/account/registration.ts',
    from: `  if (problems.length > 0) return { kind: 'passwordRefused', problems }\n`,
    to: ``,
    caughtBy: { test: ACCOUNTS, name: 'is not given a chosen password' },
  },
  {
    name: 'a password is judged for a bad link',
    file: 'server/users/account/registration.ts',
    from: `given.password !== undefined && (await isOneTimeTokenFresh(db, clock, link))`,
    to: `given.password !== undefined`,
    caughtBy: { test: ACCOUNTS, name: 'is not given a chosen password' },
  },
  {
    name: 'the tries told for a code leave those of the code out',
    file: 'server/users/routes.ts',
    from: `wrongLogin(Math.min(left, codesLeft), 'otpInvalid'`,
    to: `wrongLogin(left, 'otpInvalid'`,
    caughtBy: { test: LOGIN_LIMITS, name: 'those of the code too' },
  },
  {
    name: 'a known browser shares the tries of its address',
    file: 'server/users/sessions/login-tries.ts',
    from: `  if (from.device === null) return consumeOfNetwork`,
    to: `  if (from.account !== '') return consumeOfNetwork`,
    caughtBy: { test: LOGIN_LIMITS, name: 'lets its owner in, however many strangers' },
  },
  {
    name: 'a known browser has tries without end',
    file: 'server/users/sessions/login-tries.ts',
    from: `.catch(() => consumeOfNetwork(needs, from))`,
    to: `.catch(() => 30)`,
    caughtBy: { test: LOGIN_LIMITS, name: 'has tries of its own' },
  },
  {
    name: 'a known browser is shut once others have used up its tries',
    file: 'server/users/sessions/login-tries.ts',
    from: `.catch(() => consumeOfNetwork(needs, from))`,
    to: ``,
    caughtBy: { test: LOGIN_LIMITS, name: 'has tries of its own' },
  },
  {
    name: 'mails asked for in a known browser have no limit',
    file: 'server/users/routes.ts',
    from: `device !== null && (await isWithin(needs.limits, 'mailDevice', device))`,
    to: `device !== null`,
    caughtBy: { test: LOGIN_LIMITS, name: 'asks for a reset' },
  },
  {
    name: 'wrong passwords in a known browser use up its mails',
    file: 'server/users/routes.ts',
    from: `isWithin(needs.limits, 'mailDevice', device)`,
    to: `isWithin(needs.limits, 'loginDevice', device)`,
    caughtBy: { test: LOGIN_LIMITS, name: 'asks for a reset' },
  },
  {
    name: 'a browser is known for every account',
    file: 'server/users/sessions/known-device.ts',
    from: `return [userId, password, factorSince, id, at].join`,
    to: `return [password === '' ? userId : '', factorSince, id, at].join`,
    caughtBy: { test: LOGIN_LIMITS, name: 'for that account alone' },
  },
  {
    name: 'a browser stays known after a new password',
    file: 'server/users/sessions/known-device.ts',
    from: `return [userId, password, factorSince, id, at].join`,
    to: `return [userId, factorSince, id, at, password === ''].join`,
    caughtBy: { test: LOGIN_LIMITS, name: 'after a new password' },
  },
  {
    name: 'a browser stays known after the second factor is turned on',
    file: 'server/users/sessions/known-device.ts',
    from: `return [userId, password, factorSince, id, at].join`,
    to: `return [userId, password, id, at, factorSince === ''].join`,
    caughtBy: { test: LOGIN_LIMITS, name: 'from before the second factor' },
  },
  {
    name: 'each known browser brings codes of its own without end',
    file: 'server/users/sessions/login-tries.ts',
    from: `Math.min(ofDevice, await needs.limits.consume('codeDevices', key))`,
    to: `ofDevice`,
    caughtBy: { test: LOGIN_LIMITS, name: 'share thirty codes' },
  },
  {
    name: 'codes that one browser is refused count against the others',
    file: 'server/users/sessions/login-tries.ts',
    from: `  const ofDevice = await needs.limits.consume('codeDevice', from.device)
  return Math.min(ofDevice, await needs.limits.consume('codeDevices', key))`,
    to: `  const ofAll = await needs.limits.consume('codeDevices', key)
  return Math.min(ofAll, await needs.limits.consume('codeDevice', from.device))`,
    caughtBy: { test: LOGIN_LIMITS, name: 'has codes of its own' },
  },
  {
    name: 'the codes of known browsers are not forgotten when the owner is in',
    file: 'server/users/sessions/login-tries.ts',
    from: "  await limits.clear('codeDevices', `user:${userId}`)\n",
    to: ``,
    caughtBy: { test: LOGIN_LIMITS, name: 'share thirty codes' },
  },
  {
    name: 'a browser is known for ever',
    file: 'server/users/sessions/known-device.ts',
    from: `if (id === '' || clock.now() / 1000 >= Number(at) + DEVICE_SECONDS) return null`,
    to: `if (id === '') return null`,
    caughtBy: { test: LOGIN_LIMITS, name: 'for a year' },
  },
  {
    name: 'a good link waits for the tries of others',
    file: 'server/users/routes.ts',
    from: `    async confirmPasswordReset({ body, ip, network, userAgent, setCookie }) {
`,
    to: `    async confirmPasswordReset({ body, ip, network, userAgent, setCookie }) {
      await needs.limits.consume('linkNetwork', network)
`,
    caughtBy: { test: LOGIN_LIMITS, name: 'a good link works' },
  },
  {
    name: 'links may be guessed without end',
    file: 'server/users/routes.ts',
    from: `  await limits.consume('linkNetwork', network)
  throw`,
    to: `  if (limits === undefined) await limits.consume('linkNetwork', network)
  throw`,
    caughtBy: { test: LOGIN_LIMITS, name: 'a good link works' },
  },
  {
    name: 'an address is closed to its owner by the changes that others ask for',
    file: 'server/users/email-change.ts',
    from: `consume('newEmailAccount', \`user:\${user.id}\`)`,
    to: `consume('newEmailAccount', asked.email)`,
    caughtBy: { test: EMAIL_CHANGE, name: 'asked for by others' },
  },
  {
    name: 'the form is closed to an address by the messages of other networks',
    file: 'server/mailer/routes.ts',
    from: `consume('contactAddress', \`\${email} \${network}\`)`,
    to: `consume('contactAddress', email)`,
    caughtBy: { test: CONTACT, name: 'from other networks' },
  },
  {
    name: 'an address gets a mail for each message that names it',
    file: 'server/mailer/contact.ts',
    from: `if (!mayTell || !isOneMailbox(email)) return`,
    to: `if (!isOneMailbox(email)) return`,
    caughtBy: { test: CONTACT, name: 'from other networks' },
  },
  {
    name: 'an answer says when its request came',
    file: 'server/http/server.ts',
    from: `server.addHook('onSend', (_request, reply, _payload, done) => {`,
    to: `server.addHook('onRequest', (_request, reply, done) => {`,
    caughtBy: { test: ANSWERS, name: 'what time it is' },
  },
  {
    name: 'a wide range of public addresses is a trusted proxy',
    file: 'server/trusted-proxies.ts',
    from: `const WIDEST_PUBLIC = { 4: 12, 6: 29 }`,
    to: `const WIDEST_PUBLIC = { 4: 11, 6: 28 }`,
    caughtBy: { test: 'src/server/config.test.ts', name: 'TRUSTED_PROXIES' },
  },
  {
    name: 'a range that a large proxy publishes is refused',
    file: 'server/trusted-proxies.ts',
    from: `const WIDEST_PUBLIC = { 4: 12, 6: 29 }`,
    to: `const WIDEST_PUBLIC = { 4: 14, 6: 32 }`,
    caughtBy: { test: 'src/server/config.test.ts', name: 'large proxies publish' },
  },
  {
    name: 'a private network is trusted beyond its own width',
    file: 'server/trusted-proxies.ts',
    from: `return own?.[1] ?? WIDEST_PUBLIC`,
    to: `return (own && 8) ?? WIDEST_PUBLIC`,
    caughtBy: { test: 'src/server/config.test.ts', name: 'TRUSTED_PROXIES' },
  },
  {
    name: 'a month of any length meets its pattern',
    file: 'contract/fields.ts',
    from: `  .max(7, { abort: true })
`,
    to: `  .max(7)
`,
    caughtBy: { test: 'src/contract/fields.test.ts', name: 'a month over the limit' },
  },
  {
    name: 'a change that is undone leaves every second factor',
    file: 'server/users/email-change.ts',
    from: `await withinOrganisation(organisationId, () => dropUnsettledFactor(needs, at, user.changedMs))`,
    to: `await withinOrganisation(organisationId, () => Promise.resolve(at))`,
    caughtBy: { test: EMAIL_CHANGE, name: 'a second factor' },
  },
  {
    name: 'a good link tries passwords without end',
    file: 'server/users/account/registration.ts',
    from: "    await limits.consume('identityAccount', `activation:${id}`)\n",
    to: '',
    caughtBy: { test: ACCOUNTS, name: 'ten times with a good link' },
  },
]
