import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, dayInChile } from '#domain/day.ts'
import { tryMailboxes } from '#server/agenda/try-mailboxes.ts'
import { openPost, type Post } from '../post.ts'

let post: Post
beforeEach(async () => {
  post = await openPost('google')
})
afterEach(() => post.close())

async function dueIn(days: number): Promise<void> {
  const day = addDays(dayInChile(post.clock.now()), days)
  await post.database.db.updateTable('invoice_rule').set({ next_emission_day: day }).execute()
}

function tried(): Promise<number> {
  return tryMailboxes(post.worker(), (accountId, error) => {
    throw new Error(`Mailbox ${accountId}`, { cause: error })
  })
}

async function marked() {
  const { db } = post.database
  const account = await db
    .selectFrom('email_account')
    .select(['state', 'disconnect_reason'])
    .executeTakeFirstOrThrow()
  const mails = await db.selectFrom('system_mail').select('template').execute()
  return { ...account, told: mails.map(({ template }) => template) }
}

test('a mailbox that died is no mail to an account that was never activated', async () => {
  await post.database.db.updateTable('app_user').set({ activated_at: null }).execute()
  await dueIn(3)
  post.stage.simulator.revokeEverything()
  expect(await tried()).toBe(1)
  expect((await marked()).told).toEqual([])
})

const ALIVE = { state: 'connected', disconnect_reason: null, told: [] }

test('a mailbox that died is known, and told once, before its rule issues', async () => {
  await dueIn(3)
  expect(await tried()).toBe(0)
  expect(await marked()).toEqual(ALIVE)
  post.stage.simulator.revokeEverything()
  expect(await tried()).toBe(1)
  expect(await tried()).toBe(0)
  expect(await marked()).toEqual({
    state: 'disconnected',
    disconnect_reason: 'revoked',
    told: ['mailboxDisconnected'],
  })
})

test('one that no rule needs soon is left alone, and so is every one while its provider is away', async () => {
  post.stage.simulator.revokeEverything()
  await dueIn(4)
  expect(await tried()).toBe(0)
  await dueIn(0)
  post.stage.simulator.switches.set('tokensUnavailable')
  expect(await tried()).toBe(0)
  expect(await marked()).toEqual(ALIVE)
})
