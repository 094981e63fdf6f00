import { knownDay } from '#domain/day.ts'
import type { BodyOf } from '#contract/call.ts'
import { type decideDeclarations as decideCall } from '#contract/payments.ts'
import { VOUCHER_ENDINGS, VOUCHER_PATH, VOUCHER_TYPES } from '#contract/vouchers.ts'
import { idInPath } from '#contract/fields.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { openClp } from '#domain/receivable.ts'
import { z } from 'zod'
import type { BytesRoute } from '../http/bytes.ts'
import { NotFound } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { receivableOf } from '../standing/receivable-facts.ts'
import { readAgeing } from './ageing.ts'
import type { ReadNeeds } from './attempts/needs.ts'
import { answerQuestion } from './attempts/answer-question.ts'
import { orderRefund } from './attempts/refund.ts'
import { decideDeclarations, type Decision } from './decide.ts'
import { agreeExcess } from './agree-excess.ts'
import { moveDueDay, reopenPayment } from './due-day.ts'
import { followDocuments, unfollow } from './follow.ts'
import { paymentsOverview } from './overview.ts'
import { paymentDetailOf, termsToWire } from './present.ts'
import {
  correctPayment,
  recordPayment,
  recordRefund,
  undoPayment,
  undoRefund,
  type Needs,
} from './record.ts'
import { openDeclarations, readTerms } from './store.ts'
import { readVoucher } from './vouchers.ts'
import { saveTerms } from './terms.ts'

type PaymentCalls =
  | 'listPaymentTerms'
  | 'savePaymentTerms'
  | 'readPayment'
  | 'recordPayment'
  | 'correctPayment'
  | 'undoPayment'
  | 'recordRefund'
  | 'undoRefund'
  | 'orderRefund'
  | 'answerQuestion'
  | 'followPayments'
  | 'unfollowPayment'
  | 'movePaymentDay'
  | 'reopenPayment'
  | 'agreeExcess'
  | 'listDeclarations'
  | 'decideDeclarations'
  | 'readReceivables'
  | 'readPaymentsOverview'

const MAX_DECLARATIONS = 200

type WireDecision = BodyOf<typeof decideCall>['decisions'][number]

export function paymentRoutes(needs: Needs & ReadNeeds): Pick<Handlers, PaymentCalls> {
  const { db } = needs
  const shown = (session: Session, id: number) => paymentDetailOf(needs, byOf(session, id))
  return {
    listPaymentTerms: async ({ session }) =>
      (await readTerms(db, session.organisationId)).map(termsToWire),
    savePaymentTerms: ({ session, params, body }) => saveTerms(needs, session, params.id, body),
    readPayment: ({ session, params }) => shown(session, params.id),
    recordPayment: async ({ session, params, body }) => {
      const money = { ...movementOf(body), way: body.way }
      const said = { declarationId: body.declaration, sendsReceipt: body.receipt }
      await recordPayment(needs, byOf(session, params.id), money, said)
      return shown(session, params.id)
    },
    correctPayment: async ({ session, params, body }) => {
      const right = { ...movementOf(body), way: body.way }
      await correctPayment(needs, byOf(session, params.id), params.payment, right)
      return shown(session, params.id)
    },
    undoPayment: async ({ session, params }) => {
      await undoPayment(needs, byOf(session, params.id), params.payment)
      return shown(session, params.id)
    },
    recordRefund: async ({ session, params, body }) => {
      const refund = { ...movementOf(body), paymentId: body.payment }
      await recordRefund(needs, byOf(session, params.id), refund)
      return shown(session, params.id)
    },
    undoRefund: async ({ session, params }) => {
      await undoRefund(needs, byOf(session, params.id), params.refund)
      return shown(session, params.id)
    },
    orderRefund: async ({ session, params, body }) => {
      const wanted = { paymentId: params.payment, amountClp: body.amount }
      await orderRefund(needs, byOf(session, params.id), wanted)
      return shown(session, params.id)
    },
    answerQuestion: async ({ session, params, body }) => {
      const answered = { questionId: params.question, ...body }
      await answerQuestion(needs, byOf(session, params.id), answered)
      return shown(session, params.id)
    },
    followPayments: async ({ session, body }) => ({
      followed: await followDocuments(needs, session, body.documents),
    }),
    unfollowPayment: async ({ session, params }) => {
      await unfollow(needs, byOf(session, params.id))
    },
    movePaymentDay: async ({ session, params, body }) => {
      await moveDueDay(needs, byOf(session, params.id), knownDay(body.due_day))
      return shown(session, params.id)
    },
    reopenPayment: async ({ session, params }) => {
      await reopenPayment(needs, byOf(session, params.id))
      return shown(session, params.id)
    },
    agreeExcess: async ({ session, params, body }) => {
      await agreeExcess(needs, byOf(session, params.id), body.amount)
      return shown(session, params.id)
    },
    listDeclarations: async ({ session }) =>
      (await openDeclarations(db, session.organisationId, MAX_DECLARATIONS)).map(declarationToWire),
    decideDeclarations: async ({ session, body }) => ({
      outcomes: await decideDeclarations(needs, session, body.decisions.map(decisionOf)),
    }),
    readReceivables: ({ session, query }) => readAgeing(needs, session.organisationId, query),
    readPaymentsOverview: ({ session }) => paymentsOverview(needs, session.organisationId),
  }
}

function byOf({ organisationId, userId }: Session, documentId: number) {
  return { organisationId, userId, documentId }
}

function movementOf({ day, amount, note }: { day: string; amount: number; note: string }) {
  return { day: knownDay(day), amountClp: amount, note }
}

function decisionOf({ id, word, amount, day, excess }: WireDecision): Decision {
  return { id, word, seen: { amountClp: amount, day: knownDay(day) }, excessClp: excess }
}

function declarationToWire(row: Awaited<ReturnType<typeof openDeclarations>>[number]) {
  const receivable = receivableOf(row)
  return {
    id: row.id,
    document: row.document_id,
    document_type: row.kind === 'boletaHonorarios' ? (39 as const) : (33 as const),
    folio: row.folio,
    company: {
      id: row.company_id,
      identifier: formatRut(rut(row.company_rut)),
      name: row.company_name,
    },
    recipient: { identifier: formatRut(rut(row.recipient_rut)), name: row.recipient_name },
    amount: row.amount_clp,
    open: receivable === null ? 0 : openClp(receivable),
    day: row.day,
    note: row.note,
    has_voucher: row.voucher_type !== null,
    at: row.declared_at,
  }
}

/** What a payer sent as proof: handed over as a file to keep, never opened within the page. */
export function voucherRoute({ db }: Needs): BytesRoute {
  return {
    path: VOUCHER_PATH,
    async handle({ params, session }) {
      const asked = z.object({ id: idInPath }).safeParse(params)
      if (!asked.success) throw new NotFound()
      const row = await readVoucher(db, session.organisationId, asked.data.id)
      if (row?.voucher == null || row.voucher_type === null) throw new NotFound()
      const mediaType = z.enum(VOUCHER_TYPES).parse(row.voucher_type)
      return {
        bytes: row.voucher,
        mediaType,
        fileName: `comprobante ${asked.data.id}.${VOUCHER_ENDINGS[mediaType]}`,
        download: true,
      }
    },
  }
}
