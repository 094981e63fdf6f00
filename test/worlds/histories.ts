import type { HistoryName, Pair } from './faults.ts'
import type { AimedFault } from './trouble.ts'

/** So long that somebody else gets a word in, and the lease lasts. */
const A_MOMENT = [1_500, 3_000] as const

/** Faults one after the other, each of which alone does no harm. */
export const HISTORIES: Record<HistoryName, readonly AimedFault[]> = {
  // One stops with its intent on record; a person says that nothing was issued; another tries again, and
  // only then the first finds out that it must not send.
  'a late answer meets a later attempt': [
    { ...at('boundary', 'afterIntent', 'paused'), until: 'afterIntent' },
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: A_MOMENT },
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
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: A_MOMENT },
  ],
  // One stops before its intent; another has taken over and is about to send something else.
  'superseded when about to send': [
    { ...at('boundary', 'beforeIntent', 'paused'), until: 'afterIntent' },
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: A_MOMENT },
  ],
  // A person skips what was prepared a moment ago.
  'skipped when about to be sent': [
    { ...at('boundary', 'beforeIntent', 'paused'), pauseMs: A_MOMENT },
  ],
  // It says something else than what was prepared a moment ago.
  'frozen anew when about to be sent': [
    { ...at('boundary', 'beforeIntent', 'paused'), pauseMs: A_MOMENT },
  ],
  // A person skips it, and only then the portal fails.
  'left out while the portal fails': [
    { ...at('boundary', 'beforePreview', 'paused'), pauseMs: A_MOMENT },
    at('portal', 'mipeDisplayPreView.cgi', 'error-before'),
  ],
  // A person tries to skip what is about to leave, and the answer is lost.
  'left out when it is on its way': [
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: A_MOMENT },
    at('portal', 'mipeSendXML.cgi', 'drop-answer'),
  ],
  // The SII reckons otherwise for hours.
  'the preview says something else': [],
  // The request leaves when another has made sure that nothing can arrive any more.
  'taken over with a request on its way': [
    { ...at('portal', 'mipeSendXML.cgi', 'paused-before'), until: 'event fenced' },
  ],
  // One stops while it logs in; another logs in and is about to send when the first has its session, and
  // sends only when somebody has taken over from it.
  'a session opened late meets another in use': [
    { ...at('portal', 'siihome.cgi', 'paused-before'), until: 'afterIntent' },
    { ...at('boundary', 'afterIntent', 'paused'), pauseMs: A_MOMENT },
    { ...at('portal', 'mipeSendXML.cgi', 'paused-before'), until: 'event fenced' },
  ],
  // Somebody issues the same at the portal when the request was lost.
  'one like it is issued by hand when it is lost': [
    at('portal', 'mipeSendXML.cgi', 'drop-request'),
    { ...at('boundary', 'afterSend', 'paused'), pauseMs: A_MOMENT },
  ],
  // One has the clave in its hands when it stops; another logs in meanwhile.
  'superseded when about to log in': [
    { ...at('database', 'secret opened', 'paused-after'), skip: 1, until: 'siihome.cgi' },
  ],
}

function at(place: Pair['place'], step: string, fault: Pair['fault']): AimedFault {
  return { pair: { place, step, fault }, skip: 0 }
}
