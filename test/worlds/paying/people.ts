import { dayInChile, knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { notaOf, notasOf } from '#server/documents/content/nota-credito.ts'
import { takeBack } from '#server/documents/issue/apply-nota.ts'
import { contentDigest, lockDocument } from '#server/documents/trail/trail.ts'
import { instantText } from '#server/clock.ts'
import { setMuted } from '#server/deliveries/reminders/mute.ts'
import { Refused, InvalidInput, NotFound } from '#server/http/errors.ts'
import { withinOrganisation } from '#server/db/reach.ts'
import { ensureLink } from '#server/links/document-links.ts'
import { decideDeclarations } from '#server/payments/decide.ts'
import { declareTransfer } from '#server/payments/declare.ts'
import { agreeExcess } from '#server/payments/agree-excess.ts'
import { recordPayment, recordRefund } from '#server/payments/record.ts'
import { orderRefund } from '#server/payments/attempts/refund.ts'
import { startAttempt } from '#server/payments/attempts/start.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { Redirect } from '#server/payments/providers/port.ts'
import type { PaymentSimulators } from '#simulators/payments/payments.ts'
import { WrongOrder } from '#simulators/payments/common/control.ts'
import { end } from '../../payments/checkouts.ts'
import { ordersAt } from '../../payments/faults/facts.ts'
import type { Chance } from '../chance.ts'
import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { Stage } from '../stage.ts'
import type { Bank } from './bank.ts'
import { connectionId, OWNER } from './cast.ts'
import type { Server } from './server.ts'
import type { Deed } from './story.ts'

export interface PeopleNeeds {
  stage: Stage
  chance: Chance
  database: WorldDatabase
  simulators: PaymentSimulators
  bank: Bank
  /** The server that takes the next call. */
  server(): Server
  /** What the stand-ins have to notify by now leaves. */
  notify(): Promise<void>
  onFailure(server: Server, error: unknown): void
}

/** What an answer has told of payments by hand: the documents' numbers, once for each. */
export interface Told {
  recorded: number[]
  confirmed: number[]
}

/** Payers and owners, who do one thing after the other and go on only when they are answered. */
export function createPeople(needs: PeopleNeeds) {
  const { stage, chance, database, simulators } = needs
  const told: Told = { recorded: [], confirmed: [] }
  let notasMade = 900_000

  /** Who asks a server that dies is never answered; what is refused is no failure. */
  async function ask<T>(name: string, call: (server: Server) => Promise<T>): Promise<T | null> {
    const server = needs.server()
    stage.note(`somebody ${name} at ${server.actor.name}`)
    try {
      return await call(server)
    } catch (error) {
      const isRefusal = [Refused, InvalidInput, NotFound].some((kind) => error instanceof kind)
      if (!isRefusal) needs.onFailure(server, error)
      return null
    }
  }

  function within<T>(row: Row, name: string, call: (server: Server) => Promise<T>) {
    return withinOrganisation(Number(row['organisation_id']), () => ask(name, call))
  }

  async function pay(row: Row, deed: Deed & { kind: 'pays' }): Promise<void> {
    const { provider } = deed
    const at = atOf(row)
    const connection = connectionId(Number(row['company_id']), provider)
    const redirect = await within(row, `begins to pay by ${provider}`, async (server) => {
      const { link } = await ensureLink(server.needs.db, server.needs, at, 'share')
      const found = { ...at, linkId: link.id, purpose: 'share' as const }
      return startAttempt(server.needs, found, {
        connectionId: connection,
        amountClp: null,
        paysAgain: true,
      })
    })
    if (redirect === null) return
    const [attempt] = await stage.real(
      database.inspect(
        `select order_id from payment_attempt where connection_id = $1 and company_id = $2 order by id desc limit 1`,
        [connection, row['company_id']],
      ),
    )
    const order = String(attempt?.['order_id'])
    stage.later(chance.between(5_000, 8 * MINUTE_MS), 'a payer at the provider', async () => {
      const back = endAt(provider, order, deed)
      await needs.notify()
      if (back === null) return
      const returns = { never: 0, once: 1, twice: 2 }[deed.returns]
      for (let time = 0; time < returns; time += 1) {
        stage.later(chance.between(0, 2 * MINUTE_MS), 'a payer comes back', () => {
          void within(row, 'comes back', (server) => server.arrive(order, arrivedBy(back)))
        })
      }
    })
  }

  /** Null: the checkout is over, or leads nowhere. */
  function endAt(provider: ProviderName, order: string, { how }: Deed & { kind: 'pays' }) {
    const at = ordersAt(simulators, provider).indexOf(order)
    if (at < 0) return null
    try {
      return end({ simulators }, provider, how, at)
    } catch (error) {
      if (!(error instanceof WrongOrder)) throw error
      stage.note(`the provider says: ${error.message}`)
      return null
    }
  }

  async function declare(row: Row): Promise<void> {
    const [owed] = await stage.real(database.inspect(OPEN, [row['id']]))
    await within(row, 'declares a transfer', ({ needs: { db, clock } }) =>
      declareTransfer({ db, clock }, atOf(row), {
        amountClp: Number(owed?.['open']),
        day: dayInChile(clock.now()),
        note: '',
        corrects: null,
      }),
    )
  }

  async function decide(row: Row, word: 'confirm' | 'reject'): Promise<void> {
    const waiting = await stage.real(
      database.inspect(
        `select id, amount_clp, day from payment_declaration where document_id = $1 and state = 'open' order by id`,
        [row['id']],
      ),
    )
    const by = { organisationId: Number(row['organisation_id']), userId: OWNER }
    const decisions = waiting.map(({ id, amount_clp: amountClp, day }) => ({
      id: Number(id),
      word,
      seen: { amountClp: Number(amountClp), day: knownDay(String(day)) },
      excessClp: 0,
    }))
    const outcomes = await within(row, 'decides what was declared', ({ needs: { db, clock } }) =>
      decideDeclarations({ db, clock }, by, decisions),
    )
    for (const { outcome } of outcomes ?? []) {
      if (outcome === 'confirmed') told.confirmed.push(Number(row['id']))
    }
  }

  async function record(row: Row): Promise<void> {
    const [owed] = await stage.real(database.inspect(OPEN, [row['id']]))
    const by = { ...atOf(row), userId: OWNER }
    const amountClp = Math.max(1, Number(owed?.['open']))
    const done = await within(row, 'records a payment', ({ needs: { db, clock } }) =>
      recordPayment(
        { db, clock },
        by,
        {
          day: dayInChile(clock.now()),
          amountClp,
          note: '',
          way: 'transfer',
        },
        { declarationId: null, sendsReceipt: false },
      ),
    )
    if (done === null) return
    told.recorded.push(Number(row['id']))
    needs.bank.receive(row, amountClp, true)
  }

  async function transfer(row: Row): Promise<void> {
    const [owed] = await stage.real(database.inspect(OPEN, [row['id']]))
    needs.bank.receive(row, Number(owed?.['open']), false)
  }

  async function settle(row: Row, how: 'givesBack' | 'leaves'): Promise<void> {
    const [excess] = await stage.real(database.inspect(EXCESS, [row['id']]))
    const amountClp = Number(excess?.['excess'])
    if (!(amountClp > 0)) return
    const by = { ...atOf(row), userId: OWNER }
    if (how === 'leaves') {
      await within(row, 'leaves what came too much', ({ needs: { db, clock } }) =>
        agreeExcess({ db, clock }, by, amountClp),
      )
      return
    }
    const [payment] = await stage.real(database.inspect(BY_HAND, [row['id']]))
    if (payment === undefined) return
    const paymentId = Number(payment['id'])
    const back = Math.min(amountClp, Number(payment['left']))
    await within(row, 'gives money back', ({ needs: { db, clock } }) =>
      recordRefund({ db, clock }, by, {
        paymentId,
        day: dayInChile(clock.now()),
        amountClp: back,
        note: '',
      }),
    )
  }

  async function refund(row: Row): Promise<void> {
    const [payment] = await stage.real(
      database.inspect(
        `select share.payment_id, share.amount_clp from payment_share share
         join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
         where share.document_id = $1 and payment.source = 'provider' order by share.payment_id limit 1`,
        [row['id']],
      ),
    )
    if (payment === undefined) return
    const wanted = {
      paymentId: Number(payment['payment_id']),
      amountClp: Number(payment['amount_clp']),
    }
    await within(row, 'orders a refund', ({ needs: own }) =>
      orderRefund(own, { ...atOf(row), userId: OWNER }, wanted),
    )
  }

  /** A nota of part of the factura, as it becomes issued. */
  async function lower(row: Row): Promise<void> {
    const at = { organisationId: Number(row['organisation_id']), id: Number(row['id']) }
    await within(row, 'lowers it by a nota', ({ needs: { db, clock } }) =>
      db.transaction().execute(async (trx) => {
        const factura = await lockDocument(trx, at)
        if (factura === null) return
        const notas = await notasOf({ db: trx, clock }, factura)
        const wish = { code: 3, netoClp: clp(LOWERED_CLP), reason: 'Descuento' } as const
        const nota = notaOf(factura, notas, wish, dayInChile(clock.now()))
        if (nota.kind === 'refused') return
        const now = instantText(clock.now())
        const folio = (notasMade += 1)
        const { organisation_id, company_id, client_id, person_rut } = factura
        const { id } = await trx
          .insertInto('document')
          .values({
            organisation_id,
            company_id,
            client_id,
            person_rut,
            key: `nota:${factura.id}:${notas.length + 1}`,
            kind: 'notaCredito',
            nota_of: factura.id,
            nota_code: 3,
            nota_is_mailed: false,
            recipient_rut: factura.recipient_rut,
            recipient_name: factura.recipient_name,
            emission_day: nota.content.issueDate,
            issue_day: nota.content.issueDate,
            service_month: factura.service_month,
            state: 'issuing',
            content: JSON.stringify(nota.content),
            content_digest: contentDigest(nota.content),
            total_clp: nota.content.totalClp,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('document')
          .set({
            state: 'issued',
            folio,
            issued_how: 'answered',
            issued_at: now,
            files_state: 'stored',
            updated_at: now,
          })
          .where('organisation_id', '=', organisation_id)
          .where('id', '=', id)
          .execute()
        const sii = { worker: 'sii', epoch: null }
        await takeBack(
          trx,
          clock,
          sii,
          { organisation_id, nota_of: factura.id },
          { folio, content: nota.content },
        )
      }),
    )
  }

  async function mute(row: Row): Promise<void> {
    const { organisationId, documentId } = atOf(row)
    const by = { organisationId, userId: OWNER }
    const of = { organisationId, companyId: Number(row['company_id']), documentId }
    await within(row, 'mutes its reminders', ({ needs: { db, clock } }) =>
      setMuted({ db, clock }, by, of, true),
    )
  }

  return {
    told,
    /** All but an annulment, which is the SII's. */
    act: (row: Row, deed: Exclude<Deed, { kind: 'annuls' }>): Promise<void> => {
      switch (deed.kind) {
        case 'pays':
          return pay(row, deed)
        case 'declares':
          return declare(row)
        case 'decides':
          return decide(row, deed.word)
        case 'records':
          return record(row)
        case 'refunds':
          return refund(row)
        case 'transfers':
          return transfer(row)
        case 'uploads':
          return needs.bank.upload(row, deed.days)
        case 'settles':
          return settle(row, deed.how)
        case 'lowers':
          return lower(row)
        case 'mutes':
          return mute(row)
      }
    },
  }
}

const MINUTE_MS = 60_000
/** The net of a nota: less than half of any factura. */
const LOWERED_CLP = 40_000

const OPEN = `select greatest(0, case when is_annulled then 0 else base_clp - taken_back_clp end - paid_clp + refunded_clp) as open
  from receivable where document_id = $1`

const EXCESS = `select paid_clp - refunded_clp - case when is_annulled then 0 else base_clp - taken_back_clp end as excess
  from receivable where document_id = $1`

/** A payment of it that no provider has to give back, and how much of it was not given back yet. */
const BY_HAND = `select payment.id, share.amount_clp - coalesce((select sum(refund.amount_clp)
      from payment_refund refund where refund.organisation_id = share.organisation_id
        and refund.payment_id = share.payment_id and refund.document_id = share.document_id
        and refund.undone_at is null), 0)::bigint as left
  from payment_share share join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
  where share.document_id = $1 and payment.source <> 'provider' and payment.undone_at is null
  order by payment.id desc limit 1`

function atOf(row: Row): { organisationId: number; documentId: number } {
  return { organisationId: Number(row['organisation_id']), documentId: Number(row['id']) }
}

/** As the browser brings it. */
function arrivedBy({ method, url, fields }: Redirect) {
  const address = new URL(url)
  const query = { ...Object.fromEntries(address.searchParams), ...(method === 'GET' ? fields : {}) }
  const form = method === 'POST' ? fields : {}
  return { query, form, isCancelled: address.pathname.includes('/cancelled') }
}
