import { useEffect, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import type { Draft, DraftPlace } from './draft.ts'
import { readDraft, writeDraft } from './draft.ts'
import type { WizardState } from './wizard.ts'

/** What was left for that company, read once; the wizard begins with what of it is `usable`. */
export function useLeftDraft(
  place: DraftPlace,
  company: number | null,
  usable: (draft: Draft) => Draft | null,
): Draft | null {
  const [left] = useState(() => {
    const draft = readDraft(place, company, nowMs())
    return draft === null ? null : usable(draft)
  })
  return left
}

/** Keeps what is written as it is written, from the first change on, save while the rule itself is being saved. */
export function useKeptDraft(
  { user, facturatorId, purpose, ruleId }: DraftPlace,
  begun: WizardState,
  now: Draft & { isSaving: boolean },
): void {
  const { state, step, requestKey, isSaving } = now
  const isTouched = state !== begun
  useEffect(() => {
    if (!isTouched || isSaving) return
    writeDraft({ user, facturatorId, purpose, ruleId }, { state, step, requestKey }, nowMs())
  }, [user, facturatorId, purpose, ruleId, state, step, requestKey, isSaving, isTouched])
}
