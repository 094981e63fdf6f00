import type { WorldMutant } from './mutant.ts'

const ISSUE = 'server/documents/issue/issue.ts'
const DESK = 'server/documents/portal/signed-adapter.ts'
const EARLIER = 'server/documents/issue/earlier-attempts.ts'
const OUTCOME = 'server/documents/issue/outcome.ts'
const RECONCILE = 'server/documents/reconcile/reconcile.ts'
const STEP = 'server/documents/portal/portal-step.ts'
const LEASE = 'server/facturators/lease.ts'
const PORTAL = 'server/facturators/portal.ts'
const STORED_SESSION = 'server/facturators/session/stored-session.ts'
const REFUSED = 'server/facturators/refused-clave.ts'
const ANNUL = 'server/documents/issued/annul.ts'
const ACTIONS = 'server/documents/actions/actions.ts'

/** Faults in the protocol of issuing. */
export const WORLD_MUTANTS: readonly WorldMutant[] = [
  {
    // The list tells the next try what became of this one: harm needs a list that is late.
    name: 'sends again after a lost answer',
    file: OUTCOME,
    at: ['event decisionNeeded', 'event looked'],
    from: `await becomeUncertain(trx, needs, actor, row, attempt, outcome.cause, outcome.page)`,
    to: `await record(trx, needs.clock, actor, row, { kind: 'notSent', attempt }, { next_try_at: instantText(needs.clock.now()) })`,
  },
  {
    name: 'sends again when a worker was lost',
    file: RECONCILE,
    at: [
      'event intent killed-after',
      'afterIntent killed',
      'afterSend killed',
      'mipeSendXML.cgi killed-after',
      'mipeSendXML.cgi paused-before',
    ],
    from: `await becomeUncertain(trx, needs, actorOf(lease), row, attempt.number, 'workerLost')`,
    to: `await record(trx, needs.clock, actorOf(lease), row, { kind: 'notSent', attempt: attempt.number }, { next_try_at: instantText(needs.clock.now()) })`,
  },
  {
    name: 'intent after the call',
    file: ISSUE,
    at: ['event intent', 'beforeIntent'],
    from: `  const isEnding = needs.sends.isEnding()`,
    to: `  const early = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))
  prepared.send = async () => early
  const isEnding = needs.sends.isEnding()`,
  },
  {
    name: 'no epoch check at the intent',
    file: ISSUE,
    at: ['superseded when about to send'],
    from: `    if (!isHeld) return null
`,
    to: `    void isHeld
`,
  },
  {
    name: 'no check that it is still queued',
    file: ISSUE,
    at: ['skipped when about to be sent'],
    from: `if (row?.state !== 'queued') return null`,
    to: `if (row === null) return null`,
  },
  {
    name: 'what was prepared leaves whatever the document says by now',
    file: ISSUE,
    at: ['frozen anew when about to be sent'],
    from: `if (!isAsPrepared(row, seen)) return null`,
    to: ``,
  },
  {
    name: 'no checkpoint before the request',
    file: ISSUE,
    at: ['afterIntent', 'event notSent', 'event intent'],
    from: `send(() => lease.outlives(needs.timing.sendLimitMs))`,
    to: `send(() => true)`,
  },
  {
    name: 'checkpoint without the request’s own time',
    file: LEASE,
    at: ['afterIntent', 'event notSent', 'renew'],
    from: `clock.monotonicMs() + ms < untilMs`,
    to: `clock.monotonicMs() < untilMs`,
  },
  {
    name: 'the list is not read before issuing',
    file: EARLIER,
    at: ['event decisionNeeded', 'event looked'],
    from: `  return { kind: 'ok', value: found.value }`,
    to: `  return { kind: 'ok', value: null }`,
  },
  {
    name: 'an error page is taken for success',
    file: ISSUE,
    at: ['mipeSendXML.cgi html-before', 'mipeSendXML.cgi maintenance'],
    from: `  const outcome = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))`,
    to: `  const answered = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))
  const outcome = answered.kind === 'uncertain' && answered.cause === 'unrecognisedPage'
    ? { kind: 'issued', folio: prepared.signedFolio ?? 0, code: null, page: '' } as const : answered`,
  },
  {
    name: 'an error page is taken for a refusal',
    file: ISSUE,
    at: ['mipeSendXML.cgi html-after', 'mipeSendXML.cgi html-before'],
    from: `  const outcome = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))`,
    to: `  const answered = await prepared.send(() => lease.outlives(needs.timing.sendLimitMs))
  const outcome = answered.kind === 'uncertain' && answered.cause === 'unrecognisedPage'
    ? { kind: 'refused', text: '' } as const : answered`,
  },
  {
    name: 'the preview is not compared',
    file: DESK,
    at: ['the preview says something else'],
    from: `if (difference !== null) {`,
    to: `if (difference === '') {`,
  },
  {
    name: 'the session is not closed at takeover',
    file: RECONCILE,
    at: ['event fenced', 'autTermino.cgi expire-before'],
    from: `const ended = await endSessionOf(needs, document.user, sent)`,
    to: `const ended = { kind: 'ok' } as Awaited<ReturnType<typeof endSessionOf>>`,
  },
  {
    name: 'fenced although closing failed',
    file: RECONCILE,
    at: [
      'autTermino.cgi drop-request',
      'autTermino.cgi error-before',
      'autTermino.cgi hang-request',
    ],
    from: `  if (ended.kind !== 'ok') {`,
    to: `  if (ended.kind === 'noCentralCertificate') {`,
  },
  {
    name: 'no quiet time',
    file: RECONCILE,
    at: ['event looked', 'event fenced', 'mipeSendXML.cgi drop-request'],
    from: `  await needs.boundary('afterFence')`,
    to: `  await look(needs, lease, document, attempt)`,
  },
  {
    name: 'matches without the signed folio',
    file: RECONCILE,
    at: ['one like it is issued by hand when it is lost'],
    from: `    found.find(({ folio }) => folio === attempt.signed_folio) ??`,
    to: `    found[0] ??`,
  },
  {
    name: 'matches below the folio mark',
    file: STEP,
    at: [
      'mipeSendXML.cgi drop-request',
      'mipeSendXML.cgi hang-request',
      'mipeSendXML.cgi error-before',
    ],
    from: `      row.folio > highestFolio &&
`,
    to: ``,
  },
  {
    name: 'folios of others are ignored',
    file: STEP,
    at: [
      'mipeSendXML.cgi drop-request',
      'mipeSendXML.cgi hang-request',
      'mipeSendXML.cgi error-before',
    ],
    from: `  return new Set(rows.flatMap(({ folio }) => (folio === null ? [] : [folio])))`,
    to: `  return new Set(rows.flatMap(({ folio }) => (folio === -1 ? [-1] : [])))`,
  },
  {
    name: 'absent after one look',
    file: RECONCILE,
    at: ['event looked', 'event decisionNeeded'],
    from: `attempt.looks >= 1 && now - firstMs >= PROOF_MS`,
    to: `attempt.looks >= 0`,
  },
  {
    name: 'queued again without a decision',
    file: RECONCILE,
    at: ['event looked', 'event decisionNeeded'],
    from: `    const event = { kind: 'decisionNeeded', reason } as const
    await record(trx, clock, actorOf(lease), row, event, { reason, next_try_at: null })`,
    to: `    const event = { kind: 'queued', by: 'user' } as const
    await record(trx, clock, actorOf(lease), row, event, { next_try_at: instantText(clock.now()) })`,
  },
  {
    // Late news that it was issued may be dropped without harm: the list tells the same.
    name: 'late news of a lost answer moves a document whose fate is known',
    file: OUTCOME,
    at: ['afterSend paused', 'mipeSendXML.cgi paused-after'],
    from: `        if (row.state !== 'issuing') return
        await becomeUncertain(`,
    to: `        await becomeUncertain(`,
  },
  {
    name: 'an answer about an earlier attempt moves the document',
    file: OUTCOME,
    at: ['a late answer meets a later attempt'],
    from: `if (outcome.kind !== 'issued' && (await hasLaterAttempt(trx, row, attempt))) return`,
    to: ``,
  },
  {
    name: 'a refusal leaves the document uncertain for ever',
    file: OUTCOME,
    at: ['event failed'],
    from: `        await record(trx, needs.clock, actor, row, { kind: 'failed', reason }, change)`,
    to: `        if (row.state === 'issuing') return
        await record(trx, needs.clock, actor, row, { kind: 'failed', reason }, change)`,
  },
  {
    name: 'the session is stored late',
    file: PORTAL,
    at: ['taken over with a request on its way'],
    from: `  const secretId = await storeSession(needs, lease, user, login.value)
  if (secretId === null) {
    await login.value.logout()
    return superseded(needs)
  }
  const answer = await workAndKeep(needs, lease, user, login.value, work)
  if (answer.kind === 'sessionExpired') await dropSession(needs, user.person, secretId)`,
    to: `  const answer = await workAndKeep(needs, lease, user, login.value, work)
  if (answer.kind !== 'sessionExpired') await storeSession(needs, lease, user, login.value)`,
  },
  {
    name: 'a superseded worker drops the session of another',
    file: STORED_SESSION,
    at: ['a dead session is dropped while another is in use'],
    from: `if (only !== null && only !== row.session_secret_id) return`,
    to: ``,
  },
  {
    name: 'a superseded worker stores its session',
    file: STORED_SESSION,
    at: ['a session opened late meets another in use'],
    from: `    if (!(await holds(trx, clock, lease))) return null
`,
    to: ``,
  },
  {
    name: 'a superseded worker logs in',
    file: PORTAL,
    at: ['superseded when about to log in'],
    from: `  if (!(await mayKnock(needs, lease))) return superseded(needs)`,
    to: `  await mayKnock(needs, lease)`,
    also: { from: `isLate = !lease.outlives(LOGIN_LIMIT_MS)`, to: `isLate = false` },
  },
  {
    name: 'log-ins without spacing',
    file: PORTAL,
    at: [
      'mipeSelEmpresa.cgi expire-before',
      'siihome.cgi expire-after',
      'mipeGenFacEx.cgi expire-before',
    ],
    from: `  return spacedMs > now ? { kind: 'paused', untilMs: spacedMs, reason: 'loginSpacing' } : null`,
    to: `  return null`,
    also: {
      from: `eb('last_login_at', '<=', instantText(now - portalPace.loginSpacingMs)),`,
      to: `eb('last_login_at', '<=', instantText(now)),`,
    },
  },
  {
    name: 'a refused clave is forgotten',
    file: REFUSED,
    at: ['clave refused'],
    from: `    .set({ clave_state: 'rejected' })`,
    to: `    .set({ clave_state: 'valid' })`,
  },
  {
    name: 'a lease is taken while it lasts',
    file: LEASE,
    at: ['two claim one lease'],
    from: `            eb('portal_person.lease_until', '<=', instantText(now)),`,
    to: `            eb('portal_person.lease_until', '<=', instantText(now + LEASE_MS)),`,
  },
  {
    name: 'a superseded worker renews the lease of another',
    file: LEASE,
    at: ['superseded when about to send', 'two claim one lease'],
    from: `      .set({ lease_until: instantText(clock.now() + LEASE_MS) })
      .where('person_rut', '=', lease.person)
      .where('epoch', '=', lease.epoch)`,
    to: `      .set({ lease_until: instantText(clock.now() + LEASE_MS) })
      .where('person_rut', '=', lease.person)`,
  },
  {
    name: 'a superseded worker releases the lease of another',
    file: LEASE,
    at: ['superseded when about to send', 'two claim one lease'],
    from: `    .set({ lease_worker: null, lease_until: null })
    .where('person_rut', '=', lease.person)
    .where('epoch', '=', lease.epoch)`,
    to: `    .set({ lease_worker: null, lease_until: null })
    .where('person_rut', '=', lease.person)`,
  },
  {
    name: 'a setback is recorded whatever the document has become',
    file: STEP,
    at: ['left out while the portal fails'],
    from: `if (row === null || row.state !== document.row.state) return`,
    to: `if (row === null) return`,
  },
  {
    name: 'a person may skip what is being issued',
    file: ACTIONS,
    at: ['left out when it is on its way'],
    from: `if (!['planned', 'needs_data', 'waiting', 'queued', 'failed'].includes(row.state)) return false`,
    to: `if (row.state === 'issuing') await trx.updateTable('document').set({ state: 'skipped', next_try_at: null }).where('organisation_id', '=', row.organisation_id).where('id', '=', row.id).execute()
  if (!['planned', 'needs_data', 'waiting', 'queued', 'failed'].includes(row.state)) return false`,
  },
  {
    name: 'an annulment without its intent',
    file: ANNUL,
    at: ['event annulmentIntent', 'TMBANU_RecepcionAnulacion.cgi'],
    from: `  if (!(await commitIntent(needs, lease, document))) return`,
    to: ``,
  },
  {
    name: 'annulled although the answer was lost',
    file: ANNUL,
    at: [
      'TMBANU_RecepcionAnulacion.cgi drop-request',
      'TMBANU_RecepcionAnulacion.cgi error-before',
    ],
    from: `  const annulled = shown?.kind === 'ok'`,
    to: `  const annulled = outcome.kind === 'uncertain' ? { on: null } : shown?.kind === 'ok'`,
  },
  {
    name: 'a refused clave is kept from the other organisations',
    file: REFUSED,
    at: ['clave refused'],
    from: `    if (isIt) rejected.push(id)`,
    to: `    if (isIt && rejected.length === 0) rejected.push(id)`,
  },
]
