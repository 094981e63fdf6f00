import type { Besides } from '#domain/document.ts'
import { toWire } from '#domain/uf.ts'
import type { Issuing } from '../issuing.ts'
import type { UploadDocument } from '../judge/result.ts'
import type { Recipient } from '../recipients.ts'
import type { HeldDocument } from '../ordered/held.ts'

/** A document that may be issued, as data. Null where it says too little, which no valid one does. */
export function hold(
  document: UploadDocument,
  {
    issuing,
    recipient,
    besides,
  }: { issuing: Issuing; recipient: Recipient | undefined; besides: Besides },
): HeldDocument | null {
  const { kind, rut, lines, totals, sendsEmail, to, cc } = document
  if (kind === null || rut === null || recipient === undefined || lines.length === 0) return null
  return {
    group: document.group,
    rows: document.rows,
    kind,
    rut,
    recipient,
    withholder: document.withholder,
    ufDate: document.ufDate,
    dueDay: document.dueDay,
    serviceMonth: document.serviceMonth,
    mail: sendsEmail ? { account: issuing.account?.id ?? null, to, cc } : NO_MAIL,
    issuer: issuing.issuer,
    lines: lines.map(({ description, code, quantity, price }) => ({
      name: description,
      code,
      quantity: toWire(quantity),
      price: price.currency === 'CLP' ? String(price.unitClp) : toWire(price.unitUf),
      currency: price.currency,
    })),
    totalClp: totals?.totalClp ?? null,
    besides,
  }
}

const NO_MAIL = { account: null, to: [], cc: [] }
