import { dayInChile, knownDay } from '#domain/day.ts'
import type { Clock } from '../../clock.ts'
import { shownFacts } from '../../standing/standing-facts.ts'
import { isAsking, STANDING_COLUMNS, standingIn } from './order-standing.ts'
import {
  findUpload,
  listUploads,
  type Db,
  type OfCompany,
  type StoredUpload,
  type UploadAt,
} from '../store.ts'

interface Needs {
  db: Db
  clock: Clock
}

export interface UploadSummary extends StoredUpload {
  /** Of what was ordered of it: how many wait until their person decides or mends something. */
  asking: number
}

/** The newest first, those before `before`. */
export async function listSummaries(
  needs: Needs,
  of: OfCompany,
  page: { before: number | null; limit: number },
): Promise<UploadSummary[]> {
  return withAsking(needs, of.organisationId, await listUploads(needs.db, of, page))
}

export async function findSummary(needs: Needs, at: UploadAt): Promise<UploadSummary | null> {
  const found = await findUpload(needs.db, at)
  if (found === null) return null
  const [summary] = await withAsking(needs, at.organisationId, [found])
  return summary ?? null
}

async function withAsking(
  needs: Needs,
  organisationId: number,
  uploads: readonly StoredUpload[],
): Promise<UploadSummary[]> {
  const asking = await countAsking(
    needs,
    organisationId,
    uploads.filter(({ ordered }) => ordered > 0).map(({ id }) => id),
  )
  return uploads.map((upload) => ({ ...upload, asking: asking.get(upload.id) ?? 0 }))
}

async function countAsking(
  { db, clock }: Needs,
  organisationId: number,
  uploads: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (uploads.length === 0) return new Map()
  const rows = await db
    .selectFrom('upload_order')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'upload_order.organisation_id')
        .onRef('document.id', '=', 'upload_order.document_id'),
    )
    .select(['upload_order.upload_id', 'document.issue_day', 'document.emission_day'])
    .select(STANDING_COLUMNS)
    .select(shownFacts(clock))
    .where('upload_order.organisation_id', '=', organisationId)
    .where('upload_order.upload_id', 'in', uploads)
    // Of all the others none asks: of thousands that are issued or on their way nothing more is read.
    .where((eb) =>
      eb.or([
        eb('document.state', 'in', ['needs_data', 'uncertain']),
        eb.and([
          eb('document.state', 'in', ['planned', 'waiting', 'queued']),
          eb('document.reason', 'is not', null),
        ]),
      ]),
    )
    .execute()
  const today = dayInChile(clock.now())
  const counts = new Map<number, number>()
  for (const { upload_id, issue_day, emission_day, ...row } of rows) {
    const day = knownDay(issue_day ?? emission_day)
    const standing = standingIn(row, { day, today })
    if (isAsking({ state: row.state, standing })) {
      counts.set(upload_id, (counts.get(upload_id) ?? 0) + 1)
    }
  }
  return counts
}
