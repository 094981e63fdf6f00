import { create } from 'zustand'

/** Whether hints of changes arrive by the stream, in this tab or another of the same browser. */
export const useWatch = create<{ live: boolean }>(() => ({ live: false }))

const WITHOUT_STREAM_MS = 15_000
/** With the stream too: a lost hint must not leave a screen wrong for ever. */
const WITH_STREAM_MS = 60_000

export function watchInterval(): number {
  return useWatch.getState().live ? WITH_STREAM_MS : WITHOUT_STREAM_MS
}
