import {
  UPLOAD_ALREADY_ORDERED,
  UPLOAD_CONTENT_CHANGED,
  UPLOAD_LOOKS_REPEATED,
} from '#contract/upload-orders.ts'
import { MAX_DAYS_AHEAD } from '#contract/one-off.ts'
import { addDays, compare, dayInChile, formatDay, type Day } from '#domain/day.ts'
import type { Besides } from '#domain/document.ts'
import type { EmissionHours } from '#domain/departure.ts'
import { isDueBefore } from '#domain/receivable.ts'
import { MAX_OPEN_OF_UPLOADS } from '#domain/upload.ts'
import { uploadOrderText, type UploadOrderRefusal } from '#texts/upload-orders.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../../audit.ts'
import { atOneMoment, type Clock } from '../../clock.ts'
import { refuseOtherDate } from '../../documents/actions/order-one-off.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import { countClients, MOST_CLIENTS } from '../../parties/client-store.ts'
import { contentOf } from '../content.ts'
import { lacksOf } from '../issuing.ts'
import type { UploadDocument } from '../judge/result.ts'
import { lockUpload, mayBeOrdered } from '../ordered/orders.ts'
import type { Presented } from '../present.ts'
import type { Db } from '../store.ts'
import { openUpload, type By } from '../uploads.ts'
import { hold } from './hold.ts'
import { paceOn } from './pace.ts'
import { besidesOf, type Confirmed } from './repeats.ts'
import { countOpenOrders, writeOrders, type NewOrder } from './store.ts'

export type OrderNeeds = EmissionHours & { db: Db; clock: Clock }

export interface UploadOrder {
  id: number
  /** By the keys of documents: `contentOf` what the person saw of each. */
  documents: ReadonlyMap<string, string>
  /** What the person confirmed. */
  count: number
  issueDay: Day
  confirmed: Confirmed
}

/**
 * Orders these documents of an uploaded file, all of them or none: what the person saw is held as data in one
 * transaction, and workers make the documents of it. The file is judged behind the lock that its corrections take, too.
 */
export async function orderUpload(
  needs: OrderNeeds,
  by: By,
  order: UploadOrder,
  language: Language,
): Promise<void> {
  const { organisationId, userId } = by
  const at = { organisationId, id: order.id }
  const keys = [...order.documents.keys()]
  if (order.count !== keys.length) throw new InvalidInput({ count: ['invalid'] })
  const once = atOneMoment(needs)
  await needs.db.transaction().execute(async (trx) => {
    const locked = await lockUpload(trx, at)
    if (locked === null || locked.isGone) throw new NotFound()
    const opened = await openUpload({ ...once, db: trx }, at)
    const { read, orders: before } = opened
    const chosen = read.kind === 'judged' ? asSeen(opened, read.documents, order.documents) : []
    if (chosen.length < keys.length) {
      throw refused('contentChanged', language, UPLOAD_CONTENT_CHANGED)
    }
    if (keys.some((key) => !mayBeOrdered(before.get(key)))) {
      throw refused('alreadyOrdered', language, UPLOAD_ALREADY_ORDERED)
    }
    if (!chosen.every(({ isValid }) => isValid)) {
      throw new InvalidInput({ documents: [text('notValid', language)] })
    }
    const { companyId } = locked
    refuseDay(once, order.issueDay, companyId, chosen, language)
    await refuseTooMany(trx, { organisationId, companyId }, chosen, language)
    await refuseShortDay({ ...once, db: trx }, { organisationId, companyId }, order, language)
    const said = besidesOf({ ...opened, ...order, uploadId: order.id, chosen })
    if (said.kind === 'unsaid') {
      const row = said.document.rows[0] ?? 0
      throw refused('looksRepeated', language, UPLOAD_LOOKS_REPEATED, { row })
    }
    const orders = heldOf(chosen, { ...opened, besides: said.besides }, language)
    await writeOrders(
      trx,
      once.clock,
      { ...at, companyId, userId, issueDay: order.issueDay },
      orders,
    )
    await audit(trx, once.clock, by, {
      kind: 'uploadOrdered',
      subject: `upload:${order.id}`,
      data: { documents: orders.length, day: order.issueDay },
    })
  })
}

/** Those of the documents that stand as their person saw them. */
function asSeen(
  { recipients, issuing }: Pick<Presented, 'issuing' | 'recipients'>,
  documents: readonly UploadDocument[],
  seen: UploadOrder['documents'],
): UploadDocument[] {
  return documents.filter(
    (document) =>
      seen.get(document.key) === contentOf(document, recipients.get(document.key), issuing),
  )
}

/** The date is the one its person saw, and none is due before it. */
function refuseDay(
  needs: OrderNeeds,
  issueDay: Day,
  companyId: number,
  chosen: readonly UploadDocument[],
  language: Language,
): void {
  const last = addDays(dayInChile(needs.clock.now()), MAX_DAYS_AHEAD)
  if (compare(issueDay, last) > 0) {
    throw new InvalidInput({ issue_date: [text('tooFar', language, { last: formatDay(last) })] })
  }
  refuseOtherDate(needs, { issueDay, draft: { companyId } })
  const early = chosen.filter(({ dueDay }) => isDueBefore(dueDay, issueDay))
  if (early.length === 0) return
  const rows = early.map((document) => document.rows[0] ?? 0)
  const list = rows.slice(0, MAX_NAMED_ROWS).join(', ') + (rows.length > MAX_NAMED_ROWS ? ' …' : '')
  throw new InvalidInput({ issue_date: [text('dueBefore', language, { list })] })
}

/** More are not named in a refusal. */
const MAX_NAMED_ROWS = 20

/** What doesn't fit before the closing hour would be asked about on another day, with another date. */
async function refuseShortDay(
  needs: OrderNeeds,
  of: { organisationId: number; companyId: number },
  { count, issueDay }: UploadOrder,
  language: Language,
): Promise<void> {
  const { fits } = await paceOn(needs, of, issueDay)
  if (count <= fits) return
  const values = { fits, day: formatDay(issueDay), hour: needs.window.toHour }
  const code = fits === 0 ? 'dayFull' : 'dayTooShort'
  throw new InvalidInput({ issue_date: [text(code, language, values)] })
}

async function refuseTooMany(
  trx: Db,
  of: { organisationId: number; companyId: number },
  chosen: readonly UploadDocument[],
  language: Language,
): Promise<void> {
  const open = await countOpenOrders(trx, of.organisationId)
  if (open + chosen.length > MAX_OPEN_OF_UPLOADS) {
    const values = { open, limit: MAX_OPEN_OF_UPLOADS }
    throw new InvalidInput({}, [text('tooManyOpen', language, values)])
  }
  const made = new Set(chosen.flatMap(({ client, rut }) => (client?.kind === 'fromRow' ? rut : [])))
  if (made.size > 0 && (await countClients(trx, of)) + made.size > MOST_CLIENTS) {
    throw new InvalidInput({}, [text('tooManyClients', language, { limit: MOST_CLIENTS })])
  }
}

/** Issued by whom its person saw. */
function heldOf(
  chosen: readonly UploadDocument[],
  {
    issuing,
    recipients,
    besides,
  }: Pick<Presented, 'issuing' | 'recipients'> & { besides: ReadonlyMap<string, Besides> },
  language: Language,
): NewOrder[] {
  const lacks = lacksOf(issuing, chosen)
  if (lacks.length > 0) {
    throw new InvalidInput(
      {},
      lacks.map((code) => text(code, language)),
    )
  }
  const orders: NewOrder[] = []
  for (const document of chosen) {
    const held = hold(document, {
      issuing,
      recipient: recipients.get(document.key),
      besides: besides.get(document.key) ?? NOTHING,
    })
    if (held === null) throw new InvalidInput({ documents: [text('notValid', language)] })
    orders.push({ groupKey: document.key, position: document.rows[0] ?? 0, held })
  }
  return orders
}

const NOTHING: Besides = { keys: [], folios: [] }

function text(
  code: UploadOrderRefusal,
  language: Language,
  values: Record<string, string | number> = {},
): { text: string } {
  return { text: uploadOrderText(code, language, values) }
}

function refused(
  code: UploadOrderRefusal,
  language: Language,
  wireCode: string,
  values: Record<string, string | number> = {},
): Refused {
  return new Refused(409, text(code, language, values), { code: wireCode })
}
