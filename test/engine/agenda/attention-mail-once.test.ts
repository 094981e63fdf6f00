import { afterEach, beforeEach, expect, test } from 'vitest'
import { MOST_TRIES, type MailerNeeds } from '#server/mailer/mailer.ts'
import type { Sending } from '#server/mailer/transport.ts'
import { makeActivationLink } from '#server/users/account/registration.ts'
import { openAttentionHouse, type AttentionHouse } from './attention-house.ts'

let house: AttentionHouse
beforeEach(async () => {
  house = await openAttentionHouse()
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  if ((await house.look()) !== 1) throw new Error('No mail was asked for')
})
afterEach(() => house.close())

const LAPSED = 6

/** A sender that stands still at a point until it is let go; `reached` once it is there. */
function gate() {
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const pass = async <T>(work: () => Promise<T>): Promise<T> => {
    arrive()
    await opened
    return work()
  }
  return { reached, open, pass }
}

/** It stands still before its intent. */
function beforeIntent(at: ReturnType<typeof gate>): Partial<MailerNeeds> {
  return { writeAttention: (asked) => at.pass(() => house.mailer.writeAttention(asked)) }
}

/** It stands still after its intent, before the first byte. */
function beforeBytes(at: ReturnType<typeof gate>, ending?: Sending): Partial<MailerNeeds> {
  const { transport } = house.mailer
  const send: typeof transport.send = (mail, envelope) =>
    at.pass(() => (ending === undefined ? transport.send(mail, envelope) : Promise.resolve(ending)))
  return { transport: { ...transport, send } }
}

function answering(ending: Sending): Partial<MailerNeeds> {
  return { transport: { ...house.mailer.transport, send: () => Promise.resolve(ending) } }
}

async function arrivals(): Promise<number> {
  return (await house.arrived(house.ana)).length
}

test('two senders at once send it once', async () => {
  await Promise.all([house.send(), house.send(), house.send()])
  expect(await arrivals()).toBe(1)
})

test('a sender that ends before its intent leaves the mail to another, that sends it once', async () => {
  const at = gate()
  void house.send(beforeIntent(at))
  await at.reached
  expect(await house.send()).toBe(0)
  await house.minutes(LAPSED)
  await house.send()
  expect(await arrivals()).toBe(1)
  expect(await house.rows()).toMatchObject([{ tries: 2, failed_at: null }])
})

test('a sender that ends after its intent may have sent it: nobody sends it again, and it is told', async () => {
  const at = gate()
  void house.send(beforeBytes(at))
  await at.reached
  await house.minutes(LAPSED)
  await house.send()
  await house.minutes(24 * 60)
  expect(await house.send()).toBe(0)
  expect(await arrivals()).toBe(0)
  const [row] = await house.rows()
  expect(row).toMatchObject({ tries: 2, sent_at: null })
  expect(row?.failed_at).not.toBeNull()
  expect(house.failures).toEqual(['ended'])
})

test('a sender that slept before its intent sends nothing once another has the mail', async () => {
  const at = gate()
  const sleeper = house.send(beforeIntent(at))
  await at.reached
  await house.minutes(LAPSED)
  await house.send()
  at.open()
  await sleeper
  expect(await arrivals()).toBe(1)
  const [row] = await house.rows()
  expect(row).toMatchObject({ tries: 2, failed_at: null })
  expect(row?.sent_at).not.toBeNull()
})

test('a sender that slept after its intent sends the one mail, and it counts as sent', async () => {
  const at = gate()
  const sleeper = house.send(beforeBytes(at))
  await at.reached
  await house.minutes(LAPSED)
  await house.send()
  at.open()
  await sleeper
  expect(await arrivals()).toBe(1)
  const [row] = await house.rows()
  expect(row?.failed_at).toBeNull()
  expect(row?.sent_at).not.toBeNull()
})

test.each([
  ['tried again', { kind: 'later', why: 'ETEST 450' }],
  ['refused', { kind: 'refused', why: 'ETEST 550' }],
] as const)(
  'what a superseded sender found to be %s changes nothing any more',
  async (_what, ending) => {
    const at = gate()
    const sleeper = house.send(beforeBytes(at, ending))
    await at.reached
    await house.minutes(LAPSED)
    await house.send()
    const before = await house.rows()
    await house.minutes(1)
    at.open()
    await sleeper
    expect(await house.rows()).toEqual(before)
    await house.minutes(24 * 60)
    expect(await house.send()).toBe(0)
    expect(await arrivals()).toBe(0)
  },
)

test('that nothing waits any more, as a superseded sender found, takes no record of what was sent', async () => {
  const at = gate()
  const sleeper = house.send({ writeAttention: () => at.pass(() => Promise.resolve(null)) })
  await at.reached
  await house.minutes(LAPSED)
  await house.send()
  at.open()
  await sleeper
  expect(await house.rows()).toHaveLength(1)
  expect(await arrivals()).toBe(1)
})

test('what the mail server refused for now is sent later, once', async () => {
  house.post.setTrouble(450)
  await house.send()
  expect(await house.rows()).toMatchObject([{ tries: 1, begun_at: null, failed_at: null }])
  house.post.setTrouble(null)
  await house.minutes(1)
  await house.send()
  await house.minutes(24 * 60)
  await house.send()
  expect(await arrivals()).toBe(1)
})

test('a mail that the server may have taken is not sent again, a link to get in is', async () => {
  await house.app.call({
    path: '/auth/users/',
    body: {
      email: 'nueva@folio.example',
      password: 'Cuncuna-43-verde',
      re_password: 'Cuncuna-43-verde',
    },
  })
  await house.send(answering({ kind: 'inDoubt', why: 'ECONNECTION' }))
  expect(house.failures).toEqual(['ECONNECTION', 'ECONNECTION'])
  await house.minutes(60)
  await house.send()
  expect(await arrivals()).toBe(0)
  expect(await house.arrived({ email: 'nueva@folio.example' })).toHaveLength(1)
  expect(
    await makeActivationLink({ db: house.db, clock: house.app.clock }, 'nueva@folio.example'),
  ).not.toBeNull()
})

test('a mail that cannot be written is tried again, and given up in the end', async () => {
  const broken = { writeAttention: () => Promise.reject(new Error('no inbox')) }
  for (let tries = 0; tries < MOST_TRIES + 2; tries += 1) {
    await house.send(broken)
    await house.minutes(3 * 60)
  }
  expect(house.failures).toHaveLength(MOST_TRIES)
  expect(await arrivals()).toBe(0)
})
