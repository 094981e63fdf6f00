import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { answerForm } from '#domain/answer-form.ts'
import { KEPT } from '#domain/kept.ts'
import type { Answer, LoginOutcome, SendOutcome } from '#sii/sii.ts'
import { instantText, type Clock } from '../clock.ts'
import { beyondOrganisations } from '../db/reach.ts'
import type { Schema } from '../db/schema.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

export type AnswerGroup = Selectable<Schema['unknown_answer']>
type Place = AnswerGroup['place']

const MOST_GROUPS = 500
/** The words of a page may hold somebody's name: what is not seen any more is not kept. */
const KEPT_MS = KEPT.unknownAnswerDays * 24 * 60 * 60_000
const LONGEST_FORM = 300

/**
 * Counts an answer whose cause nobody knows, by its form; any other is let by. The count is worth less than the
 * answer: one that can't be written is left out.
 */
export async function countUnknown(
  needs: Needs,
  place: Place,
  answer: Answer<unknown> | LoginOutcome | SendOutcome,
): Promise<void> {
  const unknown = unknownIn(answer)
  if (unknown === null) return
  const form = answerForm(unknown.text, LONGEST_FORM)
  try {
    await beyondOrganisations(() => count(needs, { place, kind: unknown.kind, form }))
  } catch {
    // The answer itself goes on.
  }
}

/** Newest first seen first, at most so many. */
export function answerGroups(db: Kysely<Schema>, limit: number): Promise<AnswerGroup[]> {
  return db
    .selectFrom('unknown_answer')
    .selectAll()
    .orderBy('first_seen_at', 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute()
}

/** A refusal in words we give no cause is one too: whoever gets it reads the SII's sentence, and nothing of ours. */
function unknownIn(
  answer: Answer<unknown> | LoginOutcome | SendOutcome,
): { kind: AnswerGroup['kind']; text: string } | null {
  switch (answer.kind) {
    case 'unavailable':
      return answer.cause === 'unknownPage' ? { kind: 'unknownPage', text: answer.text } : null
    case 'portalChanged':
      return { kind: 'portalChanged', text: answer.text }
    case 'loginRejected':
    case 'interstitial':
    case 'validationRejected':
    case 'unclear':
    case 'refused':
      return { kind: 'refused', text: answer.text }
    case 'uncertain': {
      const isRead = answer.cause === 'unrecognisedPage' || answer.cause === 'mismatch'
      return isRead ? { kind: 'unknownPage', text: answer.page ?? '' } : null
    }
    default:
      return null
  }
}

async function count(
  { db, clock }: Needs,
  group: Pick<AnswerGroup, 'place' | 'kind' | 'form'>,
): Promise<void> {
  const now = instantText(clock.now())
  const counted = await db
    .insertInto('unknown_answer')
    .values({ ...group, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['place', 'kind', 'form']).doUpdateSet((eb) => ({
        count: eb('unknown_answer.count', '+', 1),
        last_seen_at: now,
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (counted.count === 1) await forgetUnknownAnswers({ db, clock })
}

/** With each new one and every night: what is old, and what is more than so many, the longest unseen first. */
export async function forgetUnknownAnswers({ db, clock }: Needs): Promise<void> {
  await db
    .deleteFrom('unknown_answer')
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<=', instantText(clock.now() - KEPT_MS)),
        sql<boolean>`(place, kind, form) in (select place, kind, form from unknown_answer
          order by last_seen_at desc, first_seen_at desc offset ${MOST_GROUPS})`,
      ]),
    )
    .execute()
}
