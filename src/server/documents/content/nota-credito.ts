import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Day } from '#domain/day.ts'
import type { FacturaContent, NotaContent } from '#domain/document.ts'
import { clp, type Clp } from '#domain/money.ts'
import {
  annullingNota,
  correctingNota,
  loweringNota,
  NOTA_REASON_LENGTH,
  NOTA_TEXT_LENGTH,
} from '#domain/nota.ts'
import type { DocumentReason } from '#domain/reason.ts'
import { MINIMUM_NETO_CLP, type Totals } from '#domain/totals.ts'
import { cleanText } from '#dte/document/text.ts'
import { printedNota } from '#texts/notas.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { shownFacts } from '../../standing/standing-facts.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { frozenContent } from './content.ts'

/** What a person wants to take back of a factura, or to put right in its text. */
export type NotaWish =
  | { code: 1 }
  | { code: 2; said: string; mustSay: string }
  | { code: 3; netoClp: Clp; reason: string }

export type NotaRefusal =
  | { code: 'notaOnlyOfIssued' | 'notaUnderWay' | 'notaAfterLowering' }
  | { code: 'notaTooLarge'; total: Clp }
  | { code: 'notaTooSmall'; limit: Clp }

export type NotaRow = Awaited<ReturnType<typeof notasOf>>[number]

/** Of one factura, whatever became of them, oldest first. */
export async function notasOf(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisation_id, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
) {
  return db
    .selectFrom('document')
    .select(['id', 'state', 'folio', 'nota_code', 'total_clp', 'emission_day', 'issue_day'])
    .select(['content', 'content_digest', 'kind', 'told_folio', 'annulment'])
    .select(shownFacts(clock))
    .where('organisation_id', '=', organisation_id)
    .where('nota_of', '=', id)
    .orderBy('id')
    .limit(MOST_NOTAS)
    .execute()
}

/** More of one factura are refused: nobody lowers an amount so often. */
export const MOST_NOTAS = 100

/** What the nota would say, or why there can be none. */
export function notaOf(
  factura: DocumentRow,
  notas: readonly NotaRow[],
  wish: NotaWish,
  issueDate: Day,
): { kind: 'nota'; content: NotaContent } | { kind: 'refused'; refusal: NotaRefusal } {
  const issued = issuedFactura(factura)
  if (issued === null || notas.length >= MOST_NOTAS) return refused({ code: 'notaOnlyOfIssued' })
  const counted = notas.filter(isCounted)
  if (counted.some(({ nota_code }) => nota_code === 1)) return refused({ code: 'notaUnderWay' })
  if (wish.code === 1) {
    const isLowered = counted.some(({ nota_code }) => nota_code === 3)
    if (isLowered) return refused({ code: 'notaAfterLowering' })
    const reason = fill(printedNota.annulReason, { folio: issued.folio })
    return { kind: 'nota', content: annullingNota(issued, issueDate, reason) }
  }
  if (wish.code === 2) {
    return { kind: 'nota', content: correctingNota(issued, issueDate, textOf(issued.folio, wish)) }
  }
  const { netoClp } = wish
  const left = leftOf(issued.content, counted)
  if (netoClp < MINIMUM_NETO_CLP) return refused({ code: 'notaTooSmall', limit: MINIMUM_NETO_CLP })
  // Each nota's IVA is rounded by itself, so only the net adds up to the peso.
  if (netoClp > left.netoClp) {
    return refused({ code: 'notaTooLarge', total: left.totalClp })
  }
  const name = fill(printedNota.loweringLine, { folio: issued.folio })
  const reason = cleanText(wish.reason, NOTA_REASON_LENGTH)
  return { kind: 'nota', content: loweringNota(issued, issueDate, { netoClp, name, reason }) }
}

/** In one line of the document: what it says, and what it must say. */
function textOf(folio: number, { said, mustSay }: Extract<NotaWish, { code: 2 }>) {
  const texts = {
    said: cleanText(said, NOTA_TEXT_LENGTH),
    mustSay: cleanText(mustSay, NOTA_TEXT_LENGTH),
  }
  return {
    name: fill(printedNota.correctingLine, { folio }),
    // Of one that somebody made its XML tells.
    description: texts.said === '' ? '' : fill(printedNota.correction, texts),
    reason: fill(printedNota.correctReason, { folio }),
  }
}

/** What no nota took back yet, those under way counted as done. */
export function leftOf(content: FacturaContent, notas: readonly NotaRow[]): Totals {
  return notas.filter(isCounted).reduce<Totals>((left, nota) => {
    const taken = frozenContent(nota)
    if (taken.kind !== 'notaCredito') return left
    return {
      netoClp: clp(left.netoClp - taken.netoClp),
      ivaClp: clp(left.ivaClp - taken.ivaClp),
      totalClp: clp(left.totalClp - taken.totalClp),
    }
  }, content)
}

export function issuedFactura(row: DocumentRow): { folio: number; content: FacturaContent } | null {
  if (row.kind !== 'factura' || row.state !== 'issued' || row.folio === null) return null
  const content = frozenContent(row)
  return content.kind === 'factura' ? { folio: row.folio, content } : null
}

/**
 * What keeps us from making it through the portal's own chain; null when nothing does. The factura's files prove
 * that what would be taken back is what the SII has.
 */
export async function portalHindrance(
  db: Kysely<Schema>,
  factura: Pick<DocumentRow, 'organisation_id' | 'company_id' | 'files_state'>,
): Promise<DocumentReason | null> {
  if (factura.files_state !== 'stored') return 'filesNotYet'
  const person = await db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select([
      'facturator.clave_state',
      'facturator.certificate_state',
      'facturator.certificate_password_state',
      'facturator.certificate_secret_id',
    ])
    .where('company.organisation_id', '=', factura.organisation_id)
    .where('company.id', '=', factura.company_id)
    .executeTakeFirstOrThrow()
  if (person.clave_state === 'absent') return 'claveMissing'
  if (person.clave_state === 'rejected') return 'claveRejected'
  if (person.certificate_state === 'none') return 'certificateMissing'
  if (person.certificate_password_state === 'rejected') return 'certificatePasswordRejected'
  return person.certificate_secret_id === null ? 'certificatePasswordMissing' : null
}

/** The addresses that its factura's mail went to, and its nota's would; null when none did. */
export async function mailedTo(
  db: Kysely<Schema>,
  { organisation_id, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
): Promise<string[] | null> {
  const mailed = await db
    .selectFrom('delivery')
    .select('recipients')
    .where('organisation_id', '=', organisation_id)
    .where('document_id', '=', id)
    .where('purpose', '=', 'document')
    .where('state', 'not in', ['failed', 'bounced'])
    .orderBy('nth', 'desc')
    .limit(1)
    .executeTakeFirst()
  const people = recipients.parse(mailed?.recipients ?? [])
  return people.length === 0 ? null : people.map(({ address }) => address)
}

const recipients = z.array(z.object({ address: z.string() }))

/** Refused and stopped ones took nothing back. */
function isCounted({ state }: Pick<NotaRow, 'state'>): boolean {
  return state !== 'failed' && state !== 'skipped'
}

function refused(refusal: NotaRefusal) {
  return { kind: 'refused', refusal } as const
}
