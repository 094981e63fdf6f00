import { WrongOrder } from '../common/control.ts'
import { emit } from './events.ts'
import { disputeShape } from './shape.ts'
import type { Dispute, DisputeStatus, Fintoc, Intent } from './state.ts'

/** How long the merchant may send documents; the sample of the documents has a week. */
const UPLOAD_MS = 7 * 24 * 3_600_000

/** The payer's bank contests a payment. Of cards by the documents; here of any, so that clients can be tried. */
export function dispute(fintoc: Fintoc, intent: Intent): Dispute {
  if (intent.status !== 'succeeded') throw new WrongOrder(`the payment is ${intent.status}`)
  const now = fintoc.now()
  const opened: Dispute = {
    organization: intent.organization,
    mode: intent.mode,
    id: `cb_${fintoc.random.mixed(16)}`,
    intent,
    createdAtMs: now,
    updatedAtMs: now,
    uploadUntilMs: now + UPLOAD_MS,
    status: 'waiting_documentation',
  }
  fintoc.disputes.set(opened.id, opened)
  // The documents name no events of disputes one by one; by their pattern it is resource.event [guess].
  emit(fintoc, opened, 'dispute.created', opened.id, disputeShape(opened))
  return opened
}

export function moveDispute(
  fintoc: Fintoc,
  id: string,
  status: Exclude<DisputeStatus, 'waiting_documentation'>,
): void {
  const found = fintoc.disputes.get(id)
  if (found === undefined) throw new WrongOrder('unknown dispute')
  if (['won', 'lost', 'expired'].includes(found.status)) {
    throw new WrongOrder(`the dispute is ${found.status}`)
  }
  found.status = status
  found.updatedAtMs = fintoc.now()
  emit(fintoc, found, `dispute.${status}`, found.id, disputeShape(found))
}
