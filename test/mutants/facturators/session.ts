import type { TestedMutant } from '../mutant.ts'

/** Faults in how a person's portal session is opened, kept, shared and closed. */
export const SESSION_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a superseded holder puts its session in the place of another',
    file: 'server/facturators/session/stored-session.ts',
    from: `    if (!(await holds(trx, clock, lease))) return null
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'a kept session is not replaced by a superseded holder',
    },
  },
  {
    name: 'the session that another replaces stays in the vault',
    file: 'server/facturators/session/stored-session.ts',
    from: `    await eraseSession(trx, vault, user.person, null)
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'leaves the vault with the session that takes its place',
    },
  },
  {
    name: 'a session found dead takes the one stored since with it',
    file: 'server/facturators/session/stored-session.ts',
    from: `  if (only !== null && only !== row.session_secret_id) return
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'stays when another is found dead',
    },
  },
  {
    name: 'a stored session is opened while another erases it',
    file: 'server/facturators/session/stored-session.ts',
    from: `      .where('person_rut', '=', person)
      .forUpdate()
      .executeTakeFirst()
    if (row?.session_secret_id == null || row.session_organisation_id == null) return null`,
    to: `      .where('person_rut', '=', person)
      .executeTakeFirst()
    if (row?.session_secret_id == null || row.session_organisation_id == null) return null`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'two who erase a session at once erase it twice',
    file: 'server/facturators/session/stored-session.ts',
    from: `    .where('person_rut', '=', person)
    .forUpdate()
    .executeTakeFirst()
  if (row?.session_secret_id`,
    to: `    .where('person_rut', '=', person)
    .executeTakeFirst()
  if (row?.session_secret_id`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a pause that the SII asked for stops only new log-ins',
    file: 'server/facturators/portal.ts',
    from: `  if (paused !== null) return paused
  const held`,
    to: `  const held`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is not used while the SII wants the person to wait',
    },
  },
  {
    name: 'a session at hand is used although another took its place',
    file: 'server/facturators/portal.ts',
    from: `    held.secretId === row?.session_secret_id &&
`,
    to: `    row !== undefined &&
`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is used in the place of one at hand once it took that one’s place',
    },
  },
  {
    name: 'one organisation uses the session that another opened',
    file: 'server/facturators/portal.ts',
    from: `if (stored !== null && stored.organisationId !== user.organisationId) {`,
    to: `if (stored !== null && stored.organisationId < 0) {`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is closed, and our own opened with our own clave',
    },
  },
  {
    name: 'another’s session is closed although our own may not be opened yet',
    file: 'server/facturators/portal.ts',
    from: `    const early = await tooEarly(needs, user.person)
    if (early !== null) return early
    const closed`,
    to: `    const closed`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'stays while our own may not be opened yet',
    },
  },
  {
    name: 'a second session is opened while another’s could not be closed',
    file: 'server/facturators/portal.ts',
    from: `    if (closed.kind !== 'ok' && closed.kind !== 'abandoned') return { kind: 'sessionUnclosed' }
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'keeps ours from being opened as long as the SII does not close it',
    },
  },
  {
    name: 'a place in the waiting room does not pause the person',
    file: 'server/facturators/portal.ts',
    from: `answer.kind === 'unavailable' && answer.cause === 'waitingRoom'`,
    to: `answer.kind === 'unavailable' && answer.cause === 'waitingRoom' && row === undefined`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'a place in the queue is a sign: that person is left alone for half an hour',
    },
  },
  {
    name: 'a session found dead is not replaced',
    file: 'server/facturators/portal.ts',
    from: `if (answer.kind !== 'sessionExpired') return answer
    await dropSession`,
    to: `if (answer.kind.length > 0) return answer
    await dropSession`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'company-refused while its answer is lost: it is looked for, never called failed, and found',
    },
  },
  {
    name: 'a dead session stays stored until another takes its place',
    file: 'server/facturators/portal.ts',
    from: `    await dropSession(needs, user.person, stored.secretId)
  }`,
    to: `  }`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is forgotten when it is found dead, though no other may be opened yet',
    },
  },
  {
    name: 'a session dead at its first use stays stored',
    file: 'server/facturators/portal.ts',
    from: `  if (answer.kind === 'sessionExpired') await dropSession(needs, user.person, secretId)
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is forgotten when it is dead at its first use',
    },
  },
  {
    name: 'a holder superseded at the log-in leaves its session open',
    file: 'server/facturators/portal.ts',
    from: `    await login.value.logout()
    return superseded(needs)`,
    to: `    return superseded(needs)`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'a log-in of a holder superseded meanwhile leaves no session open',
    },
  },
  {
    name: 'a new session is used before it is kept',
    file: 'server/facturators/portal.ts',
    from: `  // Kept before it is used: whoever takes over from us must find the session to close it.
  const secretId = await storeSession(needs, lease, user, login.value)
  if (secretId === null) {
    await login.value.logout()
    return superseded(needs)
  }
  const answer = await workAndKeep(needs, lease, user, login.value, work)`,
    to: `  const answer = await workAndKeep(needs, lease, user, login.value, work)
  const secretId = await storeSession(needs, lease, user, login.value)
  if (secretId === null) {
    await login.value.logout()
    return superseded(needs)
  }`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'a new session is kept before it is used',
    },
  },
  {
    name: 'cookies that the SII renewed are not kept',
    file: 'server/facturators/portal.ts',
    from: `  if (isWorthKeeping) await storeSession(needs, lease, user, session)
`,
    to: `  if (isWorthKeeping) holdSession(lease, { organisationId: user.organisationId, secretId: 0, session })
`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is kept again with the cookies that the SII renewed',
    },
  },
  {
    name: 'a session that the SII did not close is forgotten as closed',
    file: 'server/facturators/session/close-session.ts',
    from: `  if (ended.kind === 'ok') {`,
    to: `  if ((ended.kind as string) !== 'none') {`,
    caughtBy: { test: 'test/engine/facturators/unclosed-sessions.test.ts' },
  },
  {
    name: 'a closed session stays stored',
    file: 'server/facturators/session/close-session.ts',
    from: `    await dropSession(needs, person, stored.secretId)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/facturators/close-session.test.ts',
      name: 'once its session is closed',
    },
  },
  {
    name: 'an erased clave is called refused',
    file: 'server/facturators/portal.ts',
    from: `  if (facturator?.clave_secret_id == null) return { kind: 'claveMissing' }`,
    to: `  if (facturator?.clave_secret_id == null) return { kind: 'claveRejected' }`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a document in doubt whose clave is absent is decided by a person',
    },
  },
  {
    name: 'a clave that the SII refused is tried again',
    file: 'server/facturators/portal.ts',
    from: `  if (facturator.clave_state === 'rejected') return { kind: 'claveRejected' }
`,
    to: ``,
    caughtBy: { test: 'src/server/facturators/refresh.test.ts' },
  },
  {
    name: 'log-ins keep no distance',
    file: 'server/facturators/portal.ts',
    from: `    row?.last_login_at == null ? 0 : msOf(row.last_login_at) + portalPace.loginSpacingMs`,
    to: `    row?.last_login_at == null ? 0 : msOf(row.last_login_at) + portalPace.loginSpacingMs * 0`,
    also: {
      from: `instantText(now - portalPace.loginSpacingMs)`,
      to: `instantText(now)`,
    },
    caughtBy: { test: 'src/server/facturators/shared-session.test.ts' },
  },
  {
    name: 'a log-in waits a moment after its distance is kept',
    file: 'server/facturators/portal.ts',
    from: `return spacedMs > now ?`,
    to: `return spacedMs >= now ?`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'keeps its distance to the one before it, and no more',
    },
  },
  {
    name: 'two who looked at once both log in',
    file: 'server/facturators/portal.ts',
    from: `    .where((eb) =>
      eb.or([
        eb('last_login_at', 'is', null),
        eb('last_login_at', '<=', instantText(now - portalPace.loginSpacingMs)),
      ]),
    )
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is left when somebody else logged in after the look',
    },
  },
  {
    name: 'a holder superseded since it looked logs in',
    file: 'server/facturators/portal.ts',
    from: `    .where('epoch', '=', lease.epoch)
    .where('lease_until', '>', instantText(now))
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is left when another took the lease over after the look',
    },
  },
  {
    name: 'a log-in begins although its lease ends before the answer may come',
    file: 'server/facturators/portal.ts',
    from: `isLate = !lease.outlives(LOGIN_LIMIT_MS)`,
    to: `isLate = !lease.outlives(0)`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'is left when the lease ends before its answer may come',
    },
  },
  {
    name: 'a refused clave is not remembered when the others’ can not be opened',
    file: 'server/facturators/portal.ts',
    from: `    await patiently(clock, () => rejectClave(db, user))
    throw error`,
    to: `    throw error`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'a refused clave is not tried again, though the claves of others can not be opened',
    },
  },
  {
    name: 'a log-in that asks something of the person pauses nothing',
    file: 'server/facturators/portal.ts',
    from: `    case 'loginRejected':
    case 'interstitial':
      await`,
    to: `    case 'loginRejected':
    case 'interstitial':
      if (login.kind === 'loginRejected' || login.kind === 'interstitial') return login
      await`,
    caughtBy: {
      test: 'src/server/facturators/kept-session.test.ts',
      name: 'a log-in that asks something of the person is not repeated before its pause ends',
    },
  },
  {
    name: 'a person who did what the SII asked still waits out its pause',
    file: 'server/facturators/portal.ts',
    from: `if (paused !== null && !(isDone && isAskedOfPerson(paused))) return paused`,
    to: `if (paused !== null) return paused`,
    caughtBy: { test: 'src/server/facturators/proof.test.ts' },
  },
  {
    name: 'whoever asks for a proof of the clave skips any pause',
    file: 'server/facturators/portal.ts',
    from: `!(isDone && isAskedOfPerson(paused))`,
    to: `!isDone`,
    caughtBy: { test: 'src/server/facturators/proof.test.ts' },
  },
]
