import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { KhipuConnection } from '../connection.ts'
import type { IncomingNotice, Notification } from '../port.ts'
import { optionalText } from '../read-fields.ts'
import { parseJson } from '../request.ts'
import { isOutsideWindow, isSigned, readSignatureHeader } from '../signature.ts'
import { PAYMENT_ID } from './state.ts'

const notice = z.object({
  payment_id: z.string().regex(PAYMENT_ID),
  transaction_id: optionalText,
  conciliation_date: optionalText,
})

/** `t` in milliseconds, `s` in base64 over `t.body` (docs.khipu.com, "Notificación instantánea"). */
export function verifyKhipuNotification(
  connection: KhipuConnection,
  { rawBody, headers }: IncomingNotice,
  nowMs: number,
): Notification {
  const names = { timeName: 't', signatureName: 's' }
  const header = readSignatureHeader(headers['x-khipu-signature'], names)
  if (header === null) return { kind: 'forged' }
  const key = { secret: connection.notificationSecret, encoding: 'base64' } as const
  if (!isSigned(header, [`${header.time}.`, rawBody], key)) return { kind: 'forged' }
  const read = notice.safeParse(parseJson(rawBody.toString('utf8'))).data
  if (read === undefined) return { kind: 'unreadable' }
  const { payment_id: providerRef, transaction_id: buyOrder, conciliation_date: date } = read
  return {
    kind: 'authentic',
    // Other notices than of reconciliation may exist: without its date each body is a notice of its own.
    eventKey: `${providerRef}:${date ?? createHash('sha256').update(rawBody).digest('hex')}`,
    refs: { providerRef, paymentRef: null, buyOrder },
    isStale: isOutsideWindow(Number(header.time), nowMs),
  }
}
