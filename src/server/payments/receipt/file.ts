import { z } from 'zod'
import { idInPath } from '#contract/fields.ts'
import { RECEIPT_PATH } from '#contract/receipts.ts'
import { receiptTexts } from '#texts/receipts.ts'
import { fill } from '#texts/translation.ts'
import type { Bytes, BytesRoute } from '../../http/bytes.ts'
import { NotFound } from '../../http/errors.ts'
import type { At, Db } from '../owed/receivable.ts'
import { printReceipt } from './print.ts'
import { documentsOf, receiptOfDocument } from './read.ts'

/** Of everything that paid a document. Throws NotFound while nothing did. */
export async function receiptFile(db: Db, at: At): Promise<Bytes> {
  const receipt = await receiptOfDocument(db, at)
  if (receipt === null) throw new NotFound()
  const name = fill(receiptTexts.es.fileName, { document: documentsOf(receipt) })
  return {
    bytes: await printReceipt(receipt),
    mediaType: 'application/pdf',
    fileName: `${name}.pdf`,
    download: true,
  }
}

export function receiptRoute({ db }: { db: Db }): BytesRoute {
  return {
    path: RECEIPT_PATH,
    async handle({ params, session }) {
      const asked = z.object({ id: idInPath }).safeParse(params)
      if (!asked.success) throw new NotFound()
      const { organisationId } = session
      return receiptFile(db, { organisationId, documentId: asked.data.id })
    },
  }
}
