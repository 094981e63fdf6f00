import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'
import { deliverDue, type WorkerNeeds } from '#server/deliveries/worker.ts'
import { untilLockWait } from '../lock-wait.ts'
import { openPost, type Post } from '../post.ts'

const MINUTE_MS = 60_000
const opened: Post[] = []
afterEach(async () => {
  for (const post of opened.splice(0)) {
    await post.close()
    if (post.failures.length > 0) throw new Error('A worker failed', { cause: post.failures[0] })
  }
})

async function open(...options: Parameters<typeof openPost>): Promise<Post> {
  const post = await openPost(...options)
  opened.push(post)
  return post
}

/** A worker that stops when it has arrived at `at`, until it is let go on. */
function stoppedAt(post: Post, at: 'prepared' | 'intended') {
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const needs: WorkerNeeds = {
    ...post.worker(),
    boundary: async (boundary) => {
      if (boundary !== at) return
      arrived.resolve()
      await goOn.promise
    },
  }
  return { arrived: arrived.promise, goOn: goOn.resolve, done: deliverDue(needs) }
}

async function annul({ database }: Post, document: number): Promise<void> {
  await database.db
    .updateTable('document')
    .set({ state: 'annulled' })
    .where('id', '=', document)
    .execute()
}

type NotaState = 'queued' | 'uncertain' | 'failed' | 'skipped'

async function orderNota(
  { database }: Post,
  of: number,
  {
    code = 1,
    state = 'queued',
    trx = database.db,
  }: { code?: 1 | 2 | 3; state?: NotaState; trx?: Post['database']['db'] } = {},
): Promise<number> {
  const { id: _, ...factura } = await trx
    .selectFrom('document')
    .selectAll()
    .where('id', '=', of)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('document')
    .values({
      ...factura,
      key: `nota:${of}:${code}`,
      kind: 'notaCredito',
      rule_id: null,
      occurrence_id: null,
      nota_of: of,
      nota_code: code,
      folio: null,
      issued_at: null,
      issued_how: null,
      state,
      content: JSON.stringify(factura.content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function disconnect({ database }: Post): Promise<void> {
  await database.db
    .updateTable('email_account')
    .set({ state: 'disconnected', disconnect_reason: 'revoked', disconnected_at: '2026-11-30' })
    .execute()
}

async function reconnect({ database }: Post): Promise<void> {
  await database.db
    .updateTable('email_account')
    .set({ state: 'connected', disconnect_reason: null, disconnected_at: null })
    .execute()
}

/** What a person's word does to mails that a mailbox held. */
async function release({ database, clock }: Post): Promise<void> {
  await database.db
    .updateTable('delivery')
    .set({ next_try_at: new Date(clock.now()).toISOString(), reason: null })
    .where('state', '=', 'queued')
    .execute()
}

describe.each(['google', 'microsoft'] as const)('with %s', (provider) => {
  test('a worker that stopped between intent and request sends no second mail', async () => {
    const post = await open(provider)
    // Outlook has shown a mail of ours, so that another one's absence proves something.
    await post.issue(1)
    await post.settle(undefined, 5)
    const id = await post.issue(2)
    const stopped = stoppedAt(post, 'intended')
    await stopped.arrived
    await post.settle(undefined, 30)
    expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
    stopped.goOn()
    await stopped.done
    await post.settle(undefined, 10)
    expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
    expect(post.stage.accepted).toHaveLength(2)
  })

  test('a worker that stopped before its request, and that no other followed, sends the mail once', async () => {
    const post = await open(provider)
    const id = await post.issue(1)
    const stopped = stoppedAt(post, 'intended')
    await stopped.arrived
    await post.clock.advance(3 * MINUTE_MS)
    stopped.goOn()
    await stopped.done
    await post.settle(undefined, 30)
    expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
    expect(post.stage.accepted).toHaveLength(1)
  })
})

test('a worker that wakes while its mail is in doubt says that nothing of it left', async () => {
  // No mail of ours was seen in this mailbox: a look alone would prove nothing, and a person be asked.
  const post = await open('microsoft')
  const id = await post.issue(1)
  const stopped = stoppedAt(post, 'intended')
  await stopped.arrived
  await post.clock.advance(3 * MINUTE_MS)
  await deliverDue(post.worker())
  expect(await post.delivery(id)).toMatchObject({ state: 'unknown' })
  stopped.goOn()
  await stopped.done
  await post.settle(undefined, 5)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
  expect(post.stage.accepted).toHaveLength(1)
})

test('a request that was held up on its way finds its place taken by the mail sent after it', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = post.worker()
  const slowClient: typeof post.stage.client = {
    ...post.stage.client,
    send: async (...given) => {
      arrived.resolve()
      await goOn.promise
      return post.stage.client.send(...given)
    },
  }
  const { keys } = slow
  const done = deliverDue({
    ...slow,
    keys: {
      ...keys,
      keyOf: async (at) => {
        const key = await keys.keyOf(at)
        return key.kind === 'key' ? { ...key, provider: slowClient } : key
      },
    },
  })
  await arrived.promise
  await post.settle(undefined, 10)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
  goOn.resolve()
  await done
  expect(post.stage.accepted).toHaveLength(1)
})

test('a document annulled before its mail leaves is not mailed', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  await annul(post, id)
  await post.settle(undefined, 10)
  expect(await post.delivery(id)).toMatchObject({ state: 'failed', reason: 'annulled' })
  expect(post.stage.accepted).toHaveLength(0)
})

test('a document annulled while its mail is prepared is not mailed', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  const stopped = stoppedAt(post, 'prepared')
  await stopped.arrived
  await annul(post, id)
  stopped.goOn()
  await stopped.done
  await post.settle(undefined, 10)
  expect(await post.delivery(id)).toMatchObject({ state: 'failed', reason: 'annulled' })
  expect(post.stage.accepted).toHaveLength(0)
})

test('an annulment does not wait for a mail that a worker has just taken', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  const { db } = post.database
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('delivery').select('id').forUpdate().execute()
    await annul(post, id)
  })
  expect(await post.delivery(id)).toMatchObject({ state: 'queued' })
  await post.settle(undefined, 10)
  expect(await post.delivery(id)).toMatchObject({ state: 'failed', reason: 'annulled' })
  expect(post.stage.accepted).toHaveLength(0)
})

test('mails of annulled documents that a disconnected mailbox held do not leave on reconnecting', async () => {
  const post = await open('google')
  const [annulled, valid] = [await post.issue(1), await post.issue(2)]
  await disconnect(post)
  await post.settle(undefined, 5)
  expect(await post.delivery(annulled)).toMatchObject({ reason: 'mailboxDisconnected' })
  await annul(post, annulled)
  await reconnect(post)
  await release(post)
  await post.settle(undefined, 10)
  expect(await post.delivery(annulled)).toMatchObject({ state: 'failed', reason: 'annulled' })
  expect(await post.delivery(valid)).toMatchObject({ state: 'sent' })
  expect(post.stage.accepted).toHaveLength(1)
})

test.each(['queued', 'uncertain'] as const)(
  'the mail of a factura waits for the nota that annuls it (%s), and leaves when that comes to nothing',
  async (state) => {
    const post = await open('google')
    const id = await post.issue(1)
    const nota = await orderNota(post, id, { state })
    await post.settle(undefined, 30)
    expect(await post.delivery(id)).toMatchObject({ state: 'queued', reason: 'annulmentUnderWay' })
    await post.database.db
      .updateTable('document')
      .set({ state: 'failed' })
      .where('id', '=', nota)
      .execute()
    await post.settle(undefined, 30)
    expect(await post.delivery(id)).toMatchObject({ state: 'sent', reason: null })
  },
)

test('an intent waits for a nota that is being ordered at that moment', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  const { db } = post.database
  const sending = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('document').select('id').where('id', '=', id).forUpdate().execute()
    const done = deliverDue(post.worker())
    await untilLockWait(db)
    expect(post.stage.accepted).toHaveLength(0)
    await orderNota(post, id, { trx })
    return { done }
  })
  await sending.done
  expect(await post.delivery(id)).toMatchObject({ state: 'queued', reason: 'annulmentUnderWay' })
  expect(post.stage.accepted).toHaveLength(0)
})

test('a nota ordered while the mail is prepared holds it back', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  const stopped = stoppedAt(post, 'prepared')
  await stopped.arrived
  await orderNota(post, id)
  stopped.goOn()
  await stopped.done
  expect(await post.delivery(id)).toMatchObject({ state: 'queued', reason: 'annulmentUnderWay' })
  await annul(post, id)
  await post.settle(undefined, 30)
  expect(await post.delivery(id)).toMatchObject({ state: 'failed', reason: 'annulled' })
  expect(post.stage.accepted).toHaveLength(0)
})

test.each([
  { code: 3, state: 'queued' },
  { code: 1, state: 'failed' },
  { code: 1, state: 'skipped' },
] as const)('a nota that annuls nothing keeps no mail back ($code, $state)', async (nota) => {
  const post = await open('google')
  const id = await post.issue(1)
  await orderNota(post, id, nota)
  await post.settle(undefined, 5)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent' })
})

test('a boleta whose annulment is under way at the SII is not mailed meanwhile', async () => {
  const post = await open('google')
  const id = await post.issue(1)
  await post.database.db
    .updateTable('document')
    .set({ kind: 'boletaHonorarios', annulment: 'sent', annulment_cause: 1 })
    .where('id', '=', id)
    .execute()
  await post.settle(undefined, 20)
  expect(await post.delivery(id)).toMatchObject({ state: 'queued', reason: 'annulmentUnderWay' })
})

test('a message that was accepted keeps saying what it said', async () => {
  const post = await open('google')
  const id = await post.issue(905)
  await post.settle(undefined, 5)
  await annul(post, id)
  expect(await post.delivery(id)).toMatchObject({ state: 'sent', reason: null })
  const mail = await PostalMime.parse(post.stage.accepted[0]?.raw ?? '')
  expect(mail.subject).toBe('Factura 905 – Noviembre')
})
