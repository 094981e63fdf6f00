import { useEffect, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { discardDraft } from '#web/session/draft-storage.ts'
import type { Draft, DraftPlace } from './draft.ts'
import { readDraft, writeDraft } from './draft.ts'
import type { StepName } from './steps.ts'
import type { WizardState } from './wizard.ts'

/** What was left, read once; the wizard begins with it. */
export function useLeftDraft(place: DraftPlace, isUsable: (draft: Draft) => boolean): Draft | null {
  const [left] = useState(() => {
    const draft = readDraft(place, nowMs())
    return draft !== null && isUsable(draft) ? draft : null
  })
  return left
}

/** Keeps what is written as it is written, from the first change on. */
export function useKeptDraft(
  { user, facturatorId, ruleId }: DraftPlace,
  begun: WizardState,
  now: { state: WizardState; step: StepName; isSaved: boolean },
): void {
  const { state, step, isSaved } = now
  const isTouched = state !== begun
  useEffect(() => {
    if (isSaved) discardDraft()
    else if (isTouched) writeDraft({ user, facturatorId, ruleId }, { state, step }, nowMs())
  }, [user, facturatorId, ruleId, state, step, isSaved, isTouched])
}
