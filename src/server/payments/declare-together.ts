import { dayInChile, type Day } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { openClp } from '#domain/receivable.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../clock.ts'
import { insertDeclaration, requireRecent } from './declare.ts'
import type { Db } from './owed/receivable.ts'
import { lockChoice, type Choice, type OpenDocument } from './together/open-documents.ts'
import type { Payer } from './together/payer.ts'

const MAX_NOTE_CHARACTERS = 200

/**
 * "Ya transferí" of several documents: all are declared, each for what is open of it, or none is. Returns the key by which
 * its browser adds the one proof of the transfer.
 */
export async function declareTogether(
  { db, clock }: { db: Db; clock: Clock },
  payer: Payer,
  { day, ...choice }: Choice & { day: Day },
): Promise<string> {
  requireRecent(day, dayInChile(clock.now()))
  return db.transaction().execute(async (trx) => {
    const chosen = await lockChoice(trx, clock, payer, choice)
    const note = noteOf(chosen, choice.totalClp)
    const declare = ({ documentId, receivable }: OpenDocument, voucherOf: number | null) => {
      const at = { organisationId: payer.organisationId, documentId }
      const transfer = { amountClp: openClp(receivable), day, note }
      return insertDeclaration(trx, clock, at, transfer, { voucherOf })
    }
    const [first, ...others] = chosen.toSorted(newestFirst)
    if (first === undefined) throw new Error('Nothing was chosen')
    const { id, key } = await declare(first, null)
    for (const document of others) await declare(document, id)
    return key
  })
}

/** The proof stands with the document that is kept longest. */
function newestFirst(one: OpenDocument, other: OpenDocument): number {
  return (other.issueDay ?? '').localeCompare(one.issueDay ?? '')
}

/** Its owner finds one movement of the sum in the bank, and not one of each document. */
function noteOf(chosen: readonly OpenDocument[], totalClp: number): string {
  if (chosen.length === 1) return ''
  const folios = chosen.map(({ folio }) => folio ?? '').join(', ')
  const values = { total: formatClp(clp(totalClp)), count: chosen.length, folios }
  return fill(mailTexts('es').document.together, values).slice(0, MAX_NOTE_CHARACTERS)
}
