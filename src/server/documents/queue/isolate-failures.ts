export interface Found {
  organisation_id: number
  id: number
}

export type OnFailure = (documentId: number, error: unknown) => void

/**
 * One that fails is told and stops no other. Answers how many didn't fail: one that always does keeps nobody from
 * resting.
 */
export async function eachAlone(
  found: readonly Found[],
  work: (at: { organisationId: number; id: number }) => Promise<void>,
  onFailure: OnFailure,
): Promise<number> {
  let done = 0
  for (const { organisation_id: organisationId, id } of found) {
    try {
      await work({ organisationId, id })
      done += 1
    } catch (error) {
      onFailure(id, error)
    }
  }
  return done
}
