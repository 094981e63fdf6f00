import type { HistoryName, Pair } from './faults.ts'
import type { AimedFault } from './trouble.ts'

/** Faults one after the other, each of which alone does no harm. */
export const HISTORIES: Record<HistoryName, readonly AimedFault[]> = {
  // One stops with its intent on record; a person says that nothing was issued; another tries again, and
  // only then the first finds out that it must not send.
  'a late answer meets a later attempt': [
    { ...at('boundary', 'afterIntent', 'paused'), until: 'afterIntent' },
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: [1_500, 3_000] },
  ],
  // One stops before it learns that the session is over; another logs in, sends with a session of its own
  // and dies before the answer; then the first goes on.
  'a dead session is dropped while another is in use': [
    { ...at('portal', 'mipeSelEmpresa.cgi', 'paused-before'), until: 'afterSend' },
    at('portal', 'mipeSelEmpresa.cgi', 'expire-before'),
    at('boundary', 'afterSend', 'killed'),
  ],
  // Both have seen that the person is free; the second claims when the first is about to send.
  'two claim one lease': [
    {
      ...at('database', 'persons due', 'paused-after'),
      after: 'event queued',
      until: 'afterIntent',
    },
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: [1_500, 3_000] },
  ],
  // One stops before its intent; another has taken over and is about to send something else.
  'overtaken when about to send': [
    { ...at('boundary', 'beforeIntent', 'paused'), until: 'afterIntent' },
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: [1_500, 3_000] },
  ],
  // A person skips what was prepared a moment ago.
  'skipped when about to be sent': [
    { ...at('boundary', 'beforeIntent', 'paused'), pauseMs: [1_500, 3_000] },
  ],
}

function at(place: Pair['place'], step: string, fault: Pair['fault']): AimedFault {
  return { pair: { place, step, fault }, skip: 0 }
}
