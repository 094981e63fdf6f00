import type { Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { NotaContent } from '#domain/document.ts'
import { clp, formatClp, type Clp } from '#domain/money.ts'
import { formatRut } from '#domain/rut.ts'
import type { Language } from '#texts/language.ts'
import type { Correction } from '#contract/documents.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound, Refused, type Problem } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { notaGuide } from '../content/nota-credito-guide.ts'
import { orderNota, recordNota, type NotaOrdered } from '../actions/order-nota.ts'
import type { RestoreNeeds } from '../actions/restore.ts'
import {
  issuedFactura,
  leftOf,
  notaOf,
  notasOf,
  mailedTo,
  portalHindrance,
  type NotaRefusal,
  type NotaWish,
} from '../content/nota-credito.ts'
import { readDocument } from './detail.ts'
import { CORRECTIONS, notaToWire } from './presenter.ts'
import { readDocumentRow, type ListedDocument } from './store.ts'

type Needs = RestoreNeeds

type NotaHandlers = Pick<Handlers, 'readNota' | 'orderNota' | 'recordNota'>

/** Taking back an issued factura: what it would be, its order, and its number when somebody made it by hand. */
export function notaRoutes(needs: Needs): NotaHandlers {
  return {
    readNota: ({ params, query, session, language }) =>
      readNota(needs, session, params.id, wishOf(query), language),
    orderNota: async ({ params, body, session }) => {
      const at = { organisationId: session.organisationId, id: params.id }
      const order = { wish: wishOf(body), totalClp: body.total, isMailed: body.mail }
      const ordered = await orderNota(needs, session.userId, at, order)
      return readDocument(needs, session, idOf(ordered))
    },
    recordNota: async ({ params, body, session }) => {
      const at = { organisationId: session.organisationId, id: params.id }
      const wish = await toldWish(needs, session, params.id, body)
      const told = { wish, folio: body.folio, isMailed: body.mail }
      return readDocument(needs, session, idOf(await recordNota(needs, session.userId, at, told)))
    },
  }
}

function wishOf(asked: {
  correction: Correction
  neto?: number | undefined
  reason?: string
  wrong?: string | undefined
  right?: string | undefined
}): NotaWish {
  const { correction, neto = 0, reason = '', wrong = '', right = '' } = asked
  switch (correction) {
    case 'annul':
      return { code: 1 }
    case 'text':
      return { code: 2, said: wrong, mustSay: right }
    case 'amounts':
      return { code: 3, netoClp: clp(neto), reason }
  }
}

/** Of one that lowers amounts nobody asks how much: its XML will say. Until then it counts as all that is left. */
async function toldWish(
  needs: Needs,
  session: Session,
  id: number,
  { correction }: { correction: Correction },
): Promise<NotaWish> {
  if (correction !== 'amounts') return wishOf({ correction })
  const row = await factura(needs, session, id)
  const issued = issuedFactura(row)
  const left = issued === null ? clp(0) : leftOf(issued.content, await notasOf(needs, row)).netoClp
  return { code: 3, netoClp: left, reason: '' }
}

async function readNota(
  needs: Needs,
  session: Session,
  id: number,
  wish: NotaWish,
  language: Language,
) {
  const { db, clock } = needs
  const row = await factura(needs, session, id)
  const notas = await notasOf(needs, row)
  const issued = issuedFactura(row)
  const said = issued === null ? null : leftOf(issued.content, notas)
  const found = notaOf(row, notas, wish, dayInChile(clock.now()))
  const content = found.kind === 'nota' ? found.content : null
  return {
    refused: found.kind === 'nota' ? null : found.refusal.code,
    left: { neto: said?.netoClp ?? 0, iva: said?.ivaClp ?? 0, total: said?.totalClp ?? 0 },
    nota: content === null ? null : contentToWire(content),
    by_portal: content === null ? null : await byPortal(db, row, content),
    by_hand: content === null ? null : notaGuide(row, content, language),
    mail_to: await mailedTo(db, row),
    notas: notas.map(notaToWire),
  }
}

/** A text is corrected by hand whoever asks: then there is no reason to tell. */
async function byPortal(db: Kysely<Schema>, row: ListedDocument, { reference }: NotaContent) {
  if (reference.code === 2) return { possible: false, reason: null }
  const reason = await portalHindrance(db, row)
  return { possible: reason === null, reason }
}

async function factura(needs: Needs, session: Session, id: number): Promise<ListedDocument> {
  const row = await readDocumentRow(needs, { organisationId: session.organisationId, id })
  if (row === null) throw new NotFound()
  return row
}

function contentToWire({ netoClp, ivaClp, totalClp, reference, recipient }: NotaContent) {
  return {
    neto: netoClp,
    iva: ivaClp,
    total: totalClp,
    correction: CORRECTIONS[reference.code],
    reference: { folio: reference.folio, date: reference.issueDate },
    recipient: { identifier: formatRut(recipient.rut), name: recipient.name },
    reason: reference.reason,
  }
}

function idOf(ordered: NotaOrdered): number {
  switch (ordered.kind) {
    case 'ordered':
      return ordered.id
    case 'absent':
      throw new NotFound()
    case 'otherTotal':
      throw new Refused(409, problem('notaTotalChanged', ordered.totalClp))
    case 'refused':
      throw new Refused(409, problemOf(ordered.refusal))
  }
}

function problemOf(refusal: NotaRefusal | { code: 'notaOnlyByHand' }): Problem {
  switch (refusal.code) {
    case 'notaTooLarge':
      return problem('notaTooLarge', refusal.total)
    case 'notaTooSmall':
      return { code: 'notaTooSmall', values: { limit: refusal.limit } }
    case 'notaOnlyOfIssued':
    case 'notaUnderWay':
    case 'notaAfterLowering':
    case 'notaOnlyByHand':
      return refusal.code
  }
}

function problem(code: 'notaTotalChanged' | 'notaTooLarge', total: Clp): Problem {
  return { code, values: { total: formatClp(total) } }
}
