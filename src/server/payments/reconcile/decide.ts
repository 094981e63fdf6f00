import { knownDay, type Day } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { closeDeclaration } from '../owed/close-declaration.ts'
import type { Db } from '../owed/receivable.ts'
import { lockOpen } from './automatic.ts'
import { paidElsewhere } from './other-account.ts'
import { insertPayments, type MatchedPayment, type Share } from './insert-payments.ts'
import { authorisePayer } from './payers.ts'
import { declaredOf, lockStatements, type Declared, type OfCompany } from './store.ts'
import type { By, Needs } from './take.ts'

export interface Acceptance {
  shares: Share[]
  /** Other movements that pay the same one document together with it. */
  withMovements: number[]
  /** The payer may pay for that client from now on. */
  rememberPayer: boolean
}

interface Movement {
  id: number
  companyId: number
  day: Day
  amountClp: number
  payerRut: string | null
}

/**
 * A person's word that a movement pays these documents, whole or in part: at most what came, and at most what is open of
 * each. The one declaration of that amount that waits for a document is confirmed by it.
 */
export function acceptMatch(
  { db, clock }: Needs,
  by: By,
  movementId: number,
  { shares, withMovements, rememberPayer }: Acceptance,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const first = await lockMovement(trx, by, movementId)
    const at = { organisationId: by.organisationId, companyId: first.companyId }
    const others = await matchableOthers(trx, at, [...new Set(withMovements)], first)
    const movements = [first, ...others]
    const planned = paymentsOf(movements, shares)
    const ids = shares.map(({ documentId }) => documentId)
    await requireOpen(trx, at, shares)
    const declared = await declaredOf(trx, at, ids)
    const payments = planned.map((payment) => ({
      ...payment,
      isDeclared: payment.shares.some((share) => declarationOf(share, declared) !== null),
    }))
    const word = { how: 'person', userId: by.userId } as const
    const made = await insertPayments({ db: trx, clock }, at, payments, word)
    for (const { documentId, paymentId, amountClp } of made) {
      const ofDocument = { ...by, documentId }
      const subject = `document:${documentId}`
      const data = { payment: paymentId, amount: amountClp }
      await audit(trx, clock, by, { kind: 'paymentRecorded', subject, data })
      const said = declarationOf({ documentId, amountClp }, declared)
      if (said === null) continue
      await closeDeclaration(trx, clock, ofDocument, said.id, { outcome: 'confirmed', paymentId })
      // Of two movements of that amount one is what was declared.
      const waiting = declared.get(documentId) ?? []
      declared.set(
        documentId,
        waiting.filter((one) => one !== said),
      )
    }
    if (rememberPayer) await authorisePayer({ db: trx, clock }, by, at, first.payerRut, ids)
  })
}

/** The one that waits for the document and is of that very amount; null when there is none, or several. */
function declarationOf(
  { documentId, amountClp }: Share,
  declared: ReadonlyMap<number, Declared[]>,
): Declared | null {
  const [said, another] = (declared.get(documentId) ?? []).filter(
    (one) => one.amountClp === amountClp,
  )
  return said === undefined || another !== undefined ? null : said
}

/** One movement pays its documents; several pay one document, each with all that came. */
function paymentsOf(movements: readonly Movement[], shares: readonly Share[]): MatchedPayment[] {
  const [first] = movements
  const total = shares.reduce((sum, { amountClp }) => sum + amountClp, 0)
  const came = movements.reduce((sum, { amountClp }) => sum + amountClp, 0)
  if (new Set(shares.map(({ documentId }) => documentId)).size < shares.length) {
    throw new InvalidInput({ shares: ['documentRepeated'] })
  }
  if (total > came) throw new InvalidInput({ shares: ['sharesTooMuch'] })
  if (first !== undefined && movements.length === 1) {
    const { id, day } = first
    return [{ movementId: id, day, amountClp: total, shares: [...shares] }]
  }
  const [share, another] = shares
  if (share === undefined || another !== undefined || total !== came) {
    throw new InvalidInput({ shares: ['sharesOfSeveral'] })
  }
  return movements.map(({ id, day, amountClp }) => ({
    movementId: id,
    day,
    amountClp,
    shares: [{ documentId: share.documentId, amountClp }],
  }))
}

/** Under the receivables' locks. 400 for a document that is not followed, or is another company's. */
async function requireOpen(trx: Db, at: OfCompany, shares: readonly Share[]): Promise<void> {
  const open = await lockOpen(
    trx,
    at,
    shares.map(({ documentId }) => documentId),
  )
  for (const { documentId, amountClp } of shares) {
    const left = open.get(documentId)
    if (left === undefined) throw new InvalidInput({ shares: ['documentUnknown'] })
    if (amountClp > left) throw new Refused(409, 'lessIsOpen')
  }
}

/** A movement that can be matched, once its company's statements are locked. */
async function lockMovement(trx: Db, by: By, id: number): Promise<Movement> {
  const { companyId } = await companyOf(trx, by, id)
  const at = { organisationId: by.organisationId, companyId }
  await lockStatements(trx, at)
  return matchable(trx, at, id)
}

async function matchableOthers(
  trx: Db,
  at: OfCompany,
  ids: readonly number[],
  first: Movement,
): Promise<Movement[]> {
  const others: Movement[] = []
  for (const id of ids) {
    if (id !== first.id) others.push(await matchable(trx, at, id))
  }
  return others
}

export async function matchable(trx: Db, at: OfCompany, id: number): Promise<Movement> {
  const row = await trx
    .selectFrom('bank_movement')
    .select(['id', 'day', 'amount_clp', 'payer_rut', 'set_aside_at'])
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new InvalidInput({ with: ['movementUnknown'] })
  if (row.amount_clp <= 0) throw new Refused(409, 'movementLeft')
  if (row.set_aside_at !== null) throw new Refused(409, 'movementSetAside')
  if ((await liveMatch(trx, at, id)) !== null) throw new Refused(409, 'movementMatched')
  if ((await paidElsewhere(trx, at, [id])).size > 0) {
    throw new Refused(409, 'movementPaidElsewhere')
  }
  return {
    id: row.id,
    companyId: at.companyId,
    day: knownDay(row.day),
    amountClp: row.amount_clp,
    payerRut: row.payer_rut,
  }
}

export async function liveMatch(
  trx: Db,
  { organisationId }: { organisationId: number },
  movementId: number,
) {
  const row = await trx
    .selectFrom('movement_match')
    .select(['id', 'payment_id', 'how', 'maybe_payment_id'])
    .where('organisation_id', '=', organisationId)
    .where('movement_id', '=', movementId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** 404 for a movement that is absent, or another organisation’s. */
export async function companyOf(trx: Db, { organisationId }: By, movementId: number) {
  const row = await trx
    .selectFrom('bank_movement')
    .select('company_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', movementId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return { organisationId, companyId: row.company_id }
}
