import type { Kysely } from 'kysely'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { together } from '../../db/statement.ts'
import { documentLock, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { departureFacts, mayLeave, type DepartureNeeds } from './judge.ts'

/** The undo window is over: from now on the document may be attempted, if it may still leave with its date. */
export async function enqueueDocument(
  needs: DepartureNeeds & { db: Kysely<Schema> },
  actor: Actor,
  at: { organisationId: number; id: number },
): Promise<void> {
  const { db, clock } = needs
  await db.transaction().execute(async (trx) => {
    const askedMs = clock.now()
    const [[row], [facts]] = await together(trx, (ask) =>
      Promise.all([ask(documentLock(at)), ask(departureFacts(at))]),
    )
    if (!isOver(row, instantText(clock.now()))) return
    if (!(await mayLeave(trx, needs, actor, row, facts, askedMs))) return
    const change = { wait_until: null, next_try_at: instantText(clock.now()) }
    await record(trx, clock, actor, row, { kind: 'queued', by: 'undoWindow' }, change)
  })
}

function isOver(row: DocumentRow | undefined, now: string): row is DocumentRow {
  return row?.state === 'waiting' && row.wait_until !== null && row.wait_until <= now
}
