import { eachOf } from '../../jobs/each-of.ts'

export interface Found {
  organisation_id: number
  id: number
}

export type OnFailure = (documentId: number, error: unknown) => void

/**
 * One that fails is told and stops no other. Answers how many didn't fail: one that always does keeps nobody from
 * resting.
 */
export function eachAlone(
  found: readonly Found[],
  work: (at: { organisationId: number; id: number }) => Promise<void>,
  onFailure: OnFailure,
): Promise<number> {
  return eachOf(
    found,
    ({ organisation_id: organisationId, id }) => work({ organisationId, id }),
    ({ id }, error) => onFailure(id, error),
  )
}
