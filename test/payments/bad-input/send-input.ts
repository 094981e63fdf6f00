import type { ProviderName } from '#server/payments/providers/connection.ts'
import { textOf } from '#server/test-app.ts'
import { end } from '../checkouts.ts'
import { silence, simulatorOf, useAccount } from '../faults/alone.ts'
import { makeOther } from '../payers.ts'
import { redirectIn, TOTAL } from '../stage.ts'
import { ACCOUNTS, OTHER_ACCOUNTS, type Accounts } from '../stand-in-world.ts'
import type { BadStage } from './bad-stage.ts'
import { noticeOf, postLarge, type About, type Notice } from './notices.ts'
import type { Change } from './proxy.ts'
import type { Input } from './table.ts'

/** Makes the input, and everything before it. Returns the statuses that our server answered to its requests. */
export async function sendInput(
  stage: BadStage,
  input: Input,
  provider: ProviderName,
): Promise<number[]> {
  if (input === 'foreign connection') return [await beginForeign(stage, provider)]
  if (input === 'account') await configureReceiver(stage, provider)
  if (input !== 'replay') silence(stage, provider)
  redirectIn(await stage.begin(provider))
  switch (input) {
    case 'amount':
    case 'currency':
    case 'account':
    case 'order':
      stage.proxies[provider].change(WRONG[input][provider])
      await payAndReturn(stage, provider)
      if (input === 'account' && provider === 'transbank') await passWeek(stage)
      // Its payments are found by their order, so that only a notice tells of one with another.
      return input === 'order' && provider === 'mercadoPago'
        ? [await notify(stage, provider, {})]
        : []
    case 'page as an answer':
      simulatorOf(stage, provider).troubles.set({ trouble: 'html' })
      await payAndReturn(stage, provider)
      await passWeek(stage)
      return []
    case 'large answer':
      stage.proxies[provider].change({ kind: 'large' })
      await payAndReturn(stage, provider)
      checkLeft(stage.proxies[provider].largestSentBytes())
      return []
    case 'signature':
      return [await notify(stage, provider, { secret: 'another secret' })]
    case 'foreign notice at our address':
      return [await notify(stage, provider, { secret: secretOf(OTHER_ACCOUNTS, provider) })]
    case 'stale time':
      becomesPending(stage, provider)
      return [await notify(stage, provider, { sentMsAgo: 60 * 60_000 })]
    case 'page as a notice':
      becomesPending(stage, provider)
      return [await notify(stage, provider, { body: '<html><body>502</body></html>' })]
    case 'our payment at a foreign address': {
      end(stage, provider, 'pays')
      const { publicId } = OTHER_ACCOUNTS[provider]
      return [
        await notify(stage, provider, { publicId, secret: secretOf(OTHER_ACCOUNTS, provider) }),
      ]
    }
    case 'large notice':
      return [await notifyLarge(stage, provider)]
    case 'replay':
      await replay(stage, provider)
      return []
    case 'token of another link':
      return [await returnWithAnother(stage, provider)]
  }
}

/** What the answers of each provider say then; null where no answer of the provider has such a field. */
const WRONG: Readonly<
  Record<'amount' | 'currency' | 'account' | 'order', Readonly<Record<ProviderName, Change | null>>>
> = {
  amount: {
    transbank: field('amount', TOTAL - 1),
    khipu: field('amount', TOTAL - 1),
    fintoc: field('amount', TOTAL - 1),
    mercadoPago: field('transaction_amount', TOTAL - 1),
  },
  currency: {
    transbank: null,
    khipu: field('currency', 'USD'),
    fintoc: field('currency', 'USD'),
    mercadoPago: field('currency_id', 'USD'),
  },
  account: {
    transbank: field('commerce_code', '597055555537'),
    khipu: field('receiver_id', 990_940),
    fintoc: field('recipient_account', { number: '2', institution_id: 'cl_banco_estado' }),
    mercadoPago: field('collector_id', 1_165_071_450),
  },
  order: {
    transbank: field('buy_order', 'another'),
    khipu: field('transaction_id', 'another'),
    fintoc: field('buy_order', 'another'),
    mercadoPago: field('external_reference', 'another'),
  },
}

function field(name: string, value: unknown): Change {
  return { kind: 'field', name, value }
}

/** An account that its provider's answers name. */
async function configureReceiver(stage: BadStage, provider: ProviderName): Promise<void> {
  if (provider === 'transbank') return useAccount(stage, 'transbankMall')
  if (provider !== 'fintoc') return
  const recipient = {
    holderRut: '77070707-2',
    number: '1',
    type: 'checking_account',
    institutionId: 'cl_banco_estado',
  }
  await stage.app.database.db
    .updateTable('payment_connection')
    .set({ account: JSON.stringify({ recipient }) })
    .where('id', '=', stage.connections.fintoc)
    .execute()
}

async function payAndReturn(stage: BadStage, provider: ProviderName): Promise<void> {
  const back = end(stage, provider, 'pays')
  if (back === null) throw new Error(`${provider} leads nowhere`)
  await stage.follow(back)
}

/** Its payer has begun, and the provider has not decided yet. */
function becomesPending({ simulators }: BadStage, provider: ProviderName): void {
  const { khipu, fintoc, mercadoPago } = simulators
  if (provider === 'khipu') khipu.act(khipu.payments()[0]?.id ?? '', { kind: 'verify' })
  if (provider === 'fintoc') fintoc.act(fintoc.sessions()[0]?.id ?? '', { kind: 'pending' })
  if (provider !== 'mercadoPago') return
  mercadoPago.checkOut(mercadoPago.preferences()[0]?.id ?? '', { kind: 'pending' })
}

const DAYS = 8
const DAY_MS = 24 * 60 * 60_000

async function passWeek(stage: BadStage): Promise<void> {
  for (let day = 0; day < DAYS; day += 1) {
    await stage.app.clock.advance(DAY_MS)
    await stage.poll()
  }
}

/** Much less than 50 MB: the buffers of both sides of a connection hold this much at most. */
const MAX_LEFT_BYTES = 16 * 1024 * 1024

function checkLeft(sentBytes: number): void {
  if (sentBytes > MAX_LEFT_BYTES) throw new Error(`${sentBytes} bytes were read`)
}

async function aboutNewest(stage: BadStage, provider: ProviderName): Promise<About> {
  const attempt = await stage.app.database.db
    .selectFrom('payment_attempt')
    .select(['provider_ref', 'order_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const [payment] = provider === 'mercadoPago' ? stage.simulators.mercadoPago.payments() : []
  return {
    checkout: attempt.provider_ref ?? '',
    order: attempt.order_id,
    payment: String(payment?.id ?? 1),
  }
}

interface Sending {
  publicId?: string
  secret?: string
  sentMsAgo?: number
  body?: string
}

/** Posts what the provider would, rightly but for what is given, and has everything read that is due. */
async function notify(
  stage: BadStage,
  provider: ProviderName,
  { publicId = ACCOUNTS[provider].publicId, ...sending }: Sending,
): Promise<number> {
  const notice = await signed(stage, provider, sending)
  const { statusCode } = await stage.app.server.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}/${publicId}${notice.query}`,
    headers: { 'content-type': 'application/json', ...notice.headers },
    payload: notice.body,
  })
  await stage.poll()
  return statusCode
}

async function signed(
  stage: BadStage,
  provider: ProviderName,
  { secret = secretOf(ACCOUNTS, provider), sentMsAgo = 0, body }: Omit<Sending, 'publicId'> = {},
): Promise<Notice> {
  const atMs = stage.app.clock.now() - sentMsAgo
  const about = await aboutNewest(stage, provider)
  return noticeOf(provider, about, { secret, atMs, ...(body === undefined ? {} : { body }) })
}

function secretOf(accounts: Accounts, provider: ProviderName): string {
  return accounts[provider].keys['notificationSecret'] ?? 'none'
}

async function notifyLarge(stage: BadStage, provider: ProviderName): Promise<number> {
  const url = `${stage.serverUrl}/api/webhooks/${provider}/${ACCOUNTS[provider].publicId}`
  const { status, sentBytes } = await postLarge(url, await signed(stage, provider))
  checkLeft(sentBytes)
  return status ?? 0
}

async function beginForeign(stage: BadStage, provider: ProviderName): Promise<number> {
  const body = { connection: stage.foreign[provider], amount: null }
  return (await stage.app.call({ path: `/shared-documents/${stage.token}/attempts/`, body })).status
}

const TIMES = 3

async function replay(stage: BadStage, provider: ProviderName): Promise<void> {
  const back = end(stage, provider, 'pays')
  await stage.deliver()
  for (let times = 0; times <= TIMES; times += 1) if (back !== null) await stage.follow(back)
  const simulator = simulatorOf(stage, provider)
  if (!('notifier' in simulator)) return
  const sent = simulator.notifier.deliveries().slice(-stage.counts().deliveries)
  for (const { id } of sent) {
    for (let times = 0; times < TIMES; times += 1) await simulator.notifier.resend(id)
  }
  await stage.poll()
  // One of several waits while another of the same attempt is read.
  await stage.app.clock.advance(10_000)
  await stage.poll()
}

/** Another document is paid; then the payer of ours comes back with the fields of that payment's return. */
async function returnWithAnother(stage: BadStage, provider: ProviderName): Promise<number> {
  const ours = await aboutNewest(stage, provider)
  const other = await makeOther(stage, {
    folio: 9_000 + stage.connections[provider],
    amountClp: TOTAL,
  })
  const { body } = await stage.ask('POST', `/documents/${other}/share/`)
  const token = textOf(body, 'url').replace(`${stage.relay.url}/d/`, '')
  redirectIn(await stage.begin(provider, null, token))
  const back = end(stage, provider, 'pays')
  if (back === null) throw new Error(`${provider} leads nowhere`)
  const url = back.url.replace((await aboutNewest(stage, provider)).order, ours.order)
  return (await stage.follow({ ...back, url })).status
}
