import { addMonths, lastDayOf, monthOf } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import { ufSince } from '../documents/content/uf.ts'
import { NotFound } from '../http/errors.ts'
import { withOrders, type ClaimedOrder, type UploadKnown } from './ordered/claims.ts'
import { companyOf, readFacts, type CompanyFacts } from './facts.ts'
import { issuingOf, lacksOf } from './issuing.ts'
import { readOthers } from './others.ts'
import { lookUpsOf, requestLookUps } from './look-up/store.ts'
import { standingsOf } from './ordered/order-standing.ts'
import { mayBeOrdered } from './ordered/orders.ts'
import type { Presented } from './present.ts'
import { readInThread } from './reader.ts'
import type { UploadToRead } from './read-upload.ts'
import { readRecipients } from './recipients.ts'
import { findSummary } from './ordered/summaries.ts'
import {
  earlierThan,
  fileOf,
  findUpload,
  rememberedColumns,
  type Db,
  type OfCompany,
  type StoredFile,
  type UploadAt,
} from './store.ts'

export interface Needs {
  db: Db
  clock: Clock
}

/** A stored file, ready to be read by what holds now. */
export interface Opened {
  of: OfCompany & UploadAt
  file: StoredFile
  company: CompanyFacts
  facts: UploadToRead['facts']
  /** As it stands, or as it would be with another answer or other corrections. */
  read(said?: Partial<Pick<StoredFile, 'answer' | 'corrections'>>): Promise<UploadKnown>
}

/** 404 for one that is gone or somebody else's. */
export async function openFile(needs: Needs, at: UploadAt): Promise<Opened> {
  const upload = await findUpload(needs.db, at)
  const file = upload === null ? null : await fileOf(needs.db, at)
  if (upload === null || file === null) throw new NotFound()
  const of = { ...at, companyId: upload.companyId }
  const company = await companyOf(needs.db, of)
  const facts = await readFacts(needs, of, company, await lookUpsOf(needs.db, at))
  const remembered = await rememberedColumns(needs.db, of)
  const { fileName } = upload
  const { bytes, answer, corrections } = file
  const asStored = { bytes, fileName, answer, corrections, remembered, facts }
  const read: Opened['read'] = async (said = {}) =>
    withOrders(needs.db, of, await readInThread({ ...asStored, ...said }))
  return { of, file, company, facts, read }
}

/** With all that is shown beside its documents. Clients that we don't have are asked for at the SII from now on. */
export async function presentRead(
  { db, clock }: Needs,
  { of, company, facts }: Pick<Opened, 'of' | 'company' | 'facts'>,
  read: UploadKnown,
): Promise<Presented> {
  const documents = read.kind === 'judged' ? read.documents : []
  await requestLookUps(db, clock, of, documents)
  const upload = await findSummary({ db, clock }, of)
  if (upload === null) throw new NotFound()
  const issuing = await issuingOf(db, of)
  const orders = read.kind === 'judged' ? read.orders : new Map<string, ClaimedOrder>()
  const ordered = [...orders.values()].filter((order) => !mayBeOrdered(order))
  return {
    upload,
    earlier: await earlierThan(db, of),
    read,
    recipients: await readRecipients(db, of, documents),
    others: await readOthers(db, of, company, documents, facts.today),
    orders,
    standings: await standingsOf(
      { db, clock },
      of.organisationId,
      ordered.flatMap(({ documentId }) => documentId ?? []),
    ),
    issuing,
    lacks: lacksOf(issuing, documents),
    lookUps: facts.lookUps,
    ufToday: facts.ufRates.DAY_OF,
    ufValues: await ufSince(db, lastDayOf(addMonths(monthOf(facts.today), -1)), MAX_UF_DAYS),
  }
}

/** From the close of a month to the ninth of the second one after it, which is as far as it is published. */
const MAX_UF_DAYS = 100
