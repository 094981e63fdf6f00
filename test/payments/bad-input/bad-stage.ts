import { sql } from 'kysely'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { paymentProviders } from '#server/payments/providers/providers.ts'
import { useAccount } from '../faults/alone.ts'
import { connectAll, openStage, type Stage } from '../stage.ts'
import { baseUrlsOf, OTHER_ACCOUNTS } from '../stand-in-world.ts'
import { startProxy, type Proxy } from './proxy.ts'
import type { Outcome } from './table.ts'

const PROVIDERS = ['transbank', 'khipu', 'fintoc', 'mercadoPago'] as const

/** The stage with a proxy before each stand-in, another company with accounts of its own, and a server that listens. */
export interface BadStage extends Stage {
  proxies: Readonly<Record<ProviderName, Proxy>>
  /** The other company's. */
  foreign: Readonly<Record<ProviderName, number>>
  serverUrl: string
  /** Of the stage's document and its newest attempt. */
  recorded(): Promise<Omit<Outcome, 'statuses'>>
  /** Delivers what providers still notify, and reads what is due. */
  deliverRest(): Promise<void>
}

export async function openBadStage(): Promise<BadStage> {
  const proxies = {
    transbank: await startProxy(),
    khipu: await startProxy(),
    fintoc: await startProxy(),
    mercadoPago: await startProxy(),
  }
  const { transbank, khipu, fintoc, mercadoPago } = proxies
  let nowMs = () => 0
  const baseUrls = {
    transbank: transbank.url,
    khipu: khipu.url,
    fintoc: fintoc.url,
    mercadoPago: mercadoPago.url,
  }
  const stage = await openStage({
    providers: () =>
      paymentProviders({ environment: 'demonstration', nowMs: () => nowMs(), baseUrls }),
  })
  nowMs = stage.app.clock.now
  const standIns = baseUrlsOf(stage.simulators)
  for (const provider of PROVIDERS) proxies[provider].to(standIns[provider])
  const foreign = await connectOther(stage)
  const serverUrl = await stage.app.server.listen({ port: 0, host: '127.0.0.1' })
  return Object.assign(stage, {
    proxies,
    foreign,
    serverUrl,
    recorded: () => recorded(stage),
    deliverRest: async () => {
      const { simulators } = stage
      for (const provider of PROVIDERS) {
        if (provider !== 'transbank') simulators[provider].notifier.setTrouble(null)
      }
      await stage.deliver()
      await stage.poll()
    },
    reset: resetWith(stage, proxies),
    close: closeWith(stage, proxies),
  })
}

function resetWith(stage: Stage, proxies: BadStage['proxies']): () => Promise<void> {
  const { reset } = stage
  return async () => {
    for (const provider of PROVIDERS) proxies[provider].change(null)
    await useAccount(stage, 'transbank')
    await reset()
  }
}

function closeWith(stage: Stage, proxies: BadStage['proxies']): () => Promise<void> {
  const { close } = stage
  return async () => {
    await close()
    for (const provider of PROVIDERS) await proxies[provider].close()
  }
}

async function connectOther(stage: Stage): Promise<Record<ProviderName, number>> {
  const { app, ana } = stage
  const { rows } = await sql<{
    id: number
  }>`insert into company (organisation_id, facturator_id, rut, name, created_at)
    select organisation_id, facturator_id, '78787878-4', 'Otra SpA', created_at from company
    where id = ${ana.ids.company} returning id`.execute(app.database.db)
  const company = rows[0]?.id ?? 0
  const other = { ...ana, ids: { ...ana.ids, company } }
  return connectAll(app, app.vault, other, OTHER_ACCOUNTS)
}

async function recorded({ app, documentId }: Stage): Promise<Omit<Outcome, 'statuses'>> {
  const { db } = app.database
  const attempt = await db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('payment_attempt_share as share', 'share.attempt_id', 'attempt.id')
    .select(['attempt.id', 'attempt.state'])
    .where('share.document_id', '=', documentId)
    .orderBy('attempt.id', 'desc')
    .executeTakeFirst()
  const asked = await db
    .selectFrom('payment_question')
    .select(['kind', 'about'])
    .where('attempt_id', '=', attempt?.id ?? 0)
    .where('answered_at', 'is', null)
    .execute()
  const notices = await db
    .selectFrom('payment_notice')
    .select(['trust', 'outcome'])
    .orderBy('id')
    .execute()
  const { paid_clp: paidClp } = await db
    .selectFrom('receivable')
    .select('paid_clp')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return {
    attempt: attempt?.state ?? null,
    asked: asked.map(({ kind, about }) => [kind, ...differing(about)].join(' ')),
    notices: notices.map(({ trust, outcome }) => `${trust} ${outcome}`),
    paidClp,
  }
}

function differing(about: unknown): string[] {
  const { differs } = Object(about)
  return Array.isArray(differs) ? differs.map(String) : []
}
