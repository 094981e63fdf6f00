import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MAX_VOUCHER_BYTES, SHARED_VOUCHER_PATH, VOUCHER_TYPES } from '#contract/vouchers.ts'
import { SHARED_RECEIPT_PATH } from '#contract/receipts.ts'
import { SHARED_FILE_PATH } from '#contract/sharing.ts'
import { knownDay } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { undeclaredClp } from '#domain/receivable.ts'
import { mailTexts } from '#texts/mails.ts'
import { fill } from '#texts/translation.ts'
import { audit } from '../audit.ts'
import { withinOrganisation } from '../db/reach.ts'
import { issuedDocument, storedFile } from '../documents/api/issued-view.ts'
import { sendBytes } from '../http/bytes.ts'
import { API_BASE } from '../http/calls.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { networkOf } from '../http/network.ts'
import type { AttemptNeeds } from '../payments/attempts/needs.ts'
import { startAttempt } from '../payments/attempts/start.ts'
import { readReceivable } from '../payments/owed/receivable.ts'
import { declareTransfer } from '../payments/declare.ts'
import { keepVoucher } from '../payments/vouchers.ts'
import { receiptFile } from '../payments/receipt/file.ts'
import { sharedPaymentOf } from '../payments/shared.ts'
import {
  ensureLink,
  liveLink,
  urlOf,
  withdrawLinks,
  type FoundLink,
  type LinkRow,
} from '../links/document-links.ts'
import { openLink, type ShareNeeds } from './open-link.ts'
import { isRobot, noteView } from './views.ts'

type ShareCalls =
  | 'readShare'
  | 'shareDocument'
  | 'revokeShare'
  | 'readSharedDocument'
  | 'noteSharedView'
  | 'declareTransfer'
  | 'startPayment'

export function shareRoutes(needs: ShareNeeds & AttemptNeeds): Pick<Handlers, ShareCalls> {
  const { db, clock } = needs
  return {
    async readShare({ session, params }) {
      const document = await ownDocument(needs, session, params.id)
      const at = { organisationId: session.organisationId, documentId: params.id }
      const link = await liveLink(db, at, 'share')
      return shareToWire(needs, document, link, await amountSaid(db, at, document))
    },
    async shareDocument({ session, params }) {
      const { organisationId, userId } = session
      const at = { organisationId, documentId: params.id }
      return db.transaction().execute(async (trx) => {
        const document = await ownDocument({ db: trx, clock }, session, params.id)
        if (document === null || !document.has_pdf) throw new Refused(409, 'notIssuedYet')
        const { link, isNew } = await ensureLink(trx, needs, at, 'share')
        if (isNew) {
          const subject = `document:${params.id}`
          await audit(trx, clock, { organisationId, userId }, { kind: 'documentShared', subject })
        }
        return shareToWire(needs, document, link, await amountSaid(trx, at, document))
      })
    },
    async revokeShare({ session, params }) {
      const { organisationId, userId } = session
      await db.transaction().execute(async (trx) => {
        await ownDocument({ db: trx, clock }, session, params.id)
        const at = { organisationId, documentId: params.id }
        if ((await withdrawLinks(trx, clock, at)) === 0) return
        const subject = `document:${params.id}`
        await audit(trx, clock, { organisationId, userId }, { kind: 'documentUnshared', subject })
      })
    },
    async readSharedDocument({ params, network }) {
      const link = await openLink(needs, params.token, network)
      const document = await withinOrganisation(link.organisationId, () => shown(needs, link))
      if (document === null) throw new NotFound()
      return document
    },
    async declareTransfer({ params, body, network }) {
      const link = await openLink(needs, params.token, network)
      await needs.limits.consume('declarationLink', `link:${link.linkId}`)
      const { amount, note, corrects } = body
      const said = { amountClp: amount, day: knownDay(body.day), note, corrects }
      return withinOrganisation(link.organisationId, async () => {
        const key = await declareTransfer(needs, link, said)
        const document = await shown(needs, link)
        if (document?.payment == null) throw new NotFound()
        return { ...document.payment, key }
      })
    },
    async startPayment({ params, body, network }) {
      const link = await openLink(needs, params.token, network)
      await needs.limits.consume('attemptLink', `link:${link.linkId}`)
      const { connection: connectionId, amount: amountClp, pays_again: paysAgain } = body
      const wanted = { connectionId, amountClp, paysAgain }
      return withinOrganisation(link.organisationId, () => startAttempt(needs, link, wanted))
    },
    async noteSharedView({ session, params, network, userAgent }) {
      const link = await openLink(needs, params.token, network)
      if (isRobot(userAgent) || session?.organisationId === link.organisationId) return
      await withinOrganisation(link.organisationId, () => noteView(needs, link))
    },
  }
}

/** The files themselves, for a browser's address bar: the address is the permission. */
export function serveSharedFiles(server: FastifyInstance, needs: ShareNeeds): void {
  server.get(API_BASE + SHARED_FILE_PATH, async (request, reply) => {
    const params = fileParams.safeParse(request.params)
    if (!params.success) throw new NotFound()
    const { token, kind } = params.data
    const link = await openLink(needs, token, networkOf(request.ip))
    const at = { organisationId: link.organisationId, id: link.documentId, kind }
    const file = await withinOrganisation(link.organisationId, () => storedFile(needs.db, at))
    if (file === null) throw new NotFound()
    return sendBytes(reply, file)
  })
}

/** What was paid of it, for a browser's address bar. */
export function serveSharedReceipts(server: FastifyInstance, needs: ShareNeeds): void {
  server.get(API_BASE + SHARED_RECEIPT_PATH, async (request, reply) => {
    const params = receiptParams.safeParse(request.params)
    if (!params.success) throw new NotFound()
    const link = await openLink(needs, params.data.token, networkOf(request.ip))
    const file = await withinOrganisation(link.organisationId, () => receiptFile(needs.db, link))
    return sendBytes(reply, file)
  })
}

/** The proof of a transfer: its bytes are read only once the address, its limits and the length are known to be good. */
export function serveSharedVouchers(server: FastifyInstance, needs: ShareNeeds): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...VOUCHER_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const links = new WeakMap<FastifyRequest, FoundLink>()
    scope.put(API_BASE + SHARED_VOUCHER_PATH, {
      bodyLimit: MAX_VOUCHER_BYTES,
      onRequest: async (request) => {
        const link = await openLink(
          needs,
          voucherParams(request.params).token,
          networkOf(request.ip),
        )
        await needs.limits.consume('voucherLink', `link:${link.linkId}`)
        links.set(request, link)
      },
      handler: async (request, reply) => {
        const link = links.get(request)
        if (link === undefined) throw new NotFound()
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { key } = voucherParams(request.params)
        await withinOrganisation(link.organisationId, () =>
          keepVoucher(needs.db, link, { key, bytes }),
        )
        return reply.code(204).send()
      },
    })
  })
}

function voucherParams(params: unknown): { token: string; key: string } {
  const found = z.object({ token, key: z.uuid() }).safeParse(params)
  if (!found.success) throw new NotFound()
  return found.data
}

const token = z.string().regex(/^[\w-]{43}$/)
const receiptParams = z.object({ token })
const fileParams = z.object({
  token,
  kind: z.enum(['pdf', 'xml']),
})

async function shown(needs: ViewNeeds, { organisationId, documentId }: FoundLink) {
  const document = await issuedDocument(needs, { organisationId, id: documentId })
  if (document === null) return null
  const reference = `${mailTexts('es').document.fileNames[document.kind]} ${document.folio ?? ''}`
  const payment = await sharedPaymentOf(needs, { organisationId, documentId }, reference)
  return { ...document, payment }
}

type Issued = NonNullable<Awaited<ReturnType<typeof issuedDocument>>>

type ViewNeeds = Pick<ShareNeeds, 'db' | 'clock'>

/** Null: it is the organisation's and not issued. Another organisation's document is not found. */
async function ownDocument(
  needs: ViewNeeds,
  { organisationId }: Session,
  id: number,
): Promise<Issued | null> {
  const row = await needs.db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return issuedDocument(needs, { organisationId, id })
}

type Amount = { text: 'whatsapp' | 'whatsappToPay'; clp: number } | { text: 'whatsappPlain' }

/** What its client is still asked for; its total where nobody follows its payment, and nothing once nothing is. */
async function amountSaid(
  db: ShareNeeds['db'],
  at: { organisationId: number; documentId: number },
  document: Issued | null,
): Promise<Amount> {
  const receivable = await readReceivable(db, at)
  const total = document?.total ?? null
  if (receivable === null) {
    return total === null ? { text: 'whatsappPlain' } : { text: 'whatsapp', clp: total }
  }
  const toPayClp = undeclaredClp(receivable)
  return toPayClp === 0 ? { text: 'whatsappPlain' } : { text: 'whatsappToPay', clp: toPayClp }
}

function shareToWire(
  { links, publicUrl }: ShareNeeds,
  document: Issued | null,
  link: LinkRow | null,
  amount: Amount,
) {
  const url = link === null ? null : urlOf(links, publicUrl(), link)
  return {
    url,
    whatsapp_text: url === null || document === null ? null : whatsappText(document, url, amount),
    views: link?.views ?? 0,
    last_viewed_at: link?.last_viewed_at ?? null,
  }
}

/** In Spanish in every language: the document and whom it is for are. */
function whatsappText({ kind, folio, company }: Issued, url: string, amount: Amount): string {
  const texts = mailTexts('es').document
  return fill(texts[amount.text], {
    document: `${texts.fileNames[kind]} N° ${folio ?? ''}`,
    company: company.name,
    amount: 'clp' in amount ? formatClp(clp(amount.clp)) : '',
    url,
  })
}
