import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { NotFound } from '../../http/errors.ts'
import type { ConnectionTest } from '../providers/port.ts'
import {
  changeConnection,
  knownRow,
  openConnection,
  readConnection,
  type ConnectionAt,
  type ConnectionNeeds,
  type ConnectionRow,
} from './store.ts'

export type TestOutcome = NonNullable<ConnectionRow['test_outcome']>

/** Nothing was learnt of keys whose provider is away. */
function outcomeOf(test: ConnectionTest): TestOutcome {
  switch (test.kind) {
    case 'works':
      return 'ok'
    case 'unauthorised':
    case 'unavailable':
      return test.kind
    case 'misconfigured':
      return MISCONFIGURED[test.reason]
  }
}

/** What a connection's row keeps of a test. Of the holder only an answer says anything. */
export function testedAs(clock: Clock, test: ConnectionTest) {
  const tested = { tested_at: instantText(clock.now()), test_outcome: outcomeOf(test) }
  return test.kind === 'works' ? { ...tested, told_holder_rut: test.holderRut } : tested
}

const MISCONFIGURED = {
  account: 'otherAccount',
  mode: 'otherMode',
  country: 'otherCountry',
} as const

/** Asks the provider, and keeps what it says. Payers are led no more to one whose keys it refuses. */
export async function testConnection(
  needs: ConnectionNeeds,
  by: { organisationId: number; userId: number },
  connectionId: number,
): Promise<ConnectionRow> {
  const { db, clock, providers } = needs
  const at: ConnectionAt = { organisationId: by.organisationId, connectionId }
  const before = await readConnection(db, at)
  const opened = await openConnection(needs, at, 'connectionTest')
  if (before === null || opened === null || opened.isEnded) throw new NotFound()
  const { provider, mode } = opened.connection
  const tested = testedAs(clock, await providers[provider].testConnection(opened.connection))
  const outcome = tested.test_outcome
  return db.transaction().execute(async (trx) => {
    const row = await knownRow(trx, at, true)
    // Other keys were saved meanwhile: it says nothing of them.
    if (row.secret_id !== before.secret_id || row.ended_at !== null) return row
    const isRefused = outcome !== 'ok' && outcome !== 'unavailable'
    const change = { ...tested, is_offered: row.is_offered && !isRefused }
    await changeConnection(trx, at, change)
    await audit(trx, clock, by, {
      kind: 'paymentConnectionTested',
      subject: `paymentConnection:${connectionId}`,
      data: { provider, mode, outcome },
    })
    return { ...row, ...change }
  })
}
