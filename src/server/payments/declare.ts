import { addDays, dayInChile, type Day } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { openClp, paymentClosed, type Receivable } from '#domain/receivable.ts'
import { instantText, type Clock } from '../clock.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import { lockReceivable, type At, type Db } from './owed/receivable.ts'
import { openDeclarationsOf, readTerms } from './store.ts'

type Needs = { db: Db; clock: Clock }

/** Longer ago it is looked for in the account's statement, not declared. */
const MAX_DAYS_AGO = 90

/** So many may wait for one document: who has its link can fill no more than a screen. */
const MAX_WAITING = 10

export interface Transfer {
  amountClp: number
  day: Day
  note: string
  /** The key of the declaration that it corrects; null: it is another transfer. */
  corrects: string | null
}

/**
 * "Ya transferí", by somebody who has the document's link. It proves nothing and waits for the issuer's word. It
 * replaces only the declaration whose key it names, and that one is kept. Returns its own key.
 */
export async function declareTransfer(
  { db, clock }: Needs,
  at: At,
  transfer: Transfer,
): Promise<string> {
  const today = dayInChile(clock.now())
  requireRecent(transfer.day, today)
  return db.transaction().execute(async (trx) => {
    const { receivable } = await lockReceivable(trx, at)
    if (receivable === null) throw new NotFound()
    if (paymentClosed(receivable, today) !== null) throw new Refused(409, 'paymentClosed')
    const waiting = await openDeclarationsOf(trx, at)
    const corrected = waiting.find(({ payer_key }) => payer_key === transfer.corrects)
    if (transfer.corrects !== null && corrected === undefined) {
      throw new Refused(409, 'declarationDecided')
    }
    const others = waiting.filter((one) => one !== corrected)
    if (others.length >= MAX_WAITING) throw new Refused(409, 'tooManyDeclared')
    const [terms] = await readTerms(trx, at.organisationId, receivable.companyId)
    requireOpen(receivable, transfer.amountClp, others, terms?.allows_partial ?? false)
    if (corrected !== undefined) await replace(trx, clock, at, corrected.id)
    const correctsId = corrected?.id ?? null
    return (await insertDeclaration(trx, clock, at, transfer, { correctsId })).key
  })
}

export function requireRecent(day: Day, today: Day): void {
  if (day > today) throw new InvalidInput({ day: ['dayInFuture'] })
  if (day < addDays(today, -MAX_DAYS_AGO)) throw new InvalidInput({ day: ['dayTooOld'] })
}

/**
 * In parts, at most what nobody declared yet. Whole, exactly what is open, whatever others say: of two who have the
 * link, nobody here knows which one transferred.
 */
function requireOpen(
  receivable: Receivable,
  amountClp: number,
  others: readonly { amount_clp: number }[],
  allowsPartial: boolean,
): void {
  const open = openClp(receivable)
  const said = others.reduce((sum, one) => sum + one.amount_clp, 0)
  if (allowsPartial && said >= open) throw new Refused(409, 'allDeclared')
  const left = allowsPartial ? clp(open - said) : open
  if (allowsPartial ? amountClp <= left : amountClp === left) return
  throw new InvalidInput({ amount: [{ code: 'amountNotOpen', values: { open: formatClp(left) } }] })
}

async function replace(
  trx: Db,
  clock: Clock,
  { organisationId }: At,
  declarationId: number,
): Promise<void> {
  await trx
    .updateTable('payment_declaration')
    .set({ state: 'replaced', decided_at: instantText(clock.now()) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', declarationId)
    .execute()
}

/** Under the receivable's lock. The key is for the browser that says it alone. */
export async function insertDeclaration(
  trx: Db,
  clock: Clock,
  { organisationId, documentId }: At,
  { amountClp, day, note }: Omit<Transfer, 'corrects'>,
  of: { correctsId?: number | null; voucherOf?: number | null } = {},
): Promise<{ id: number; key: string }> {
  const { id, payer_key: key } = await trx
    .insertInto('payment_declaration')
    .values({
      organisation_id: organisationId,
      document_id: documentId,
      amount_clp: amountClp,
      day,
      note,
      declared_at: instantText(clock.now()),
      corrects_id: of.correctsId ?? null,
      voucher_of: of.voucherOf ?? null,
    })
    .returning(['id', 'payer_key'])
    .executeTakeFirstOrThrow()
  return { id, key }
}
