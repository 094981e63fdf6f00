import type { Answer, PortalSession } from '#sii/sii.ts'

/** Of no consequence for the person's session and pace, which others need to issue. */
export const LEFT = { kind: 'unavailable', cause: 'serverError', text: '' } as const

/**
 * The registers' own machine answers a page instead of data when a session has ended, and also when it has had
 * enough of us: the SII itself is asked which, before a good session is given up for a new log-in.
 */
export async function ofRegistersAlone<T>(
  session: PortalSession,
  answer: Answer<T>,
): Promise<Answer<T>> {
  if (answer.kind !== 'sessionExpired') return answer
  const alive = await session.isAlive()
  if (alive.kind !== 'ok') return alive
  return alive.value ? LEFT : answer
}
