import type { Run } from './pipeline-run.ts'

/**
 * What the protocol asks the portal for one factura: company, form, list, form, recipient, preview, XML,
 * certificate, signature, sending; then company, PDF, and three for the XML. And for each person's log-in.
 */
export const REQUESTS = { issue: 10, file: 5, logIn: 3 }
/** What a factura takes on the portal at the very least, without looking and without its files. */
const LEAST_REQUESTS = 7

export interface Size {
  documents: number
  persons: number
  latencyMs: number
  slots: number
}

/**
 * The time that the portal takes for the protocol's requests over all slots, if nothing else took any; of fewer,
 * where some were not made while it was measured.
 */
function floorMs({ documents, persons, slots }: Size, latencyMs: number, asked: number): number {
  const requests = documents * (REQUESTS.issue + REQUESTS.file) + persons * REQUESTS.logIn
  return (Math.min(requests, asked) * latencyMs) / slots
}

/** Prints what was measured; answers how many times the floor it took. */
export function report(
  size: Size,
  { doneMs, cpuSeconds, facts, states, waited, kills, load }: Run,
): number {
  const asked = Object.values(facts.asked).reduce((sum, count) => sum + count, 0)
  const floor = floorMs(size, facts.latencyMs, asked)
  const least = (size.documents * LEAST_REQUESTS * size.latencyMs) / size.slots
  const times = doneMs.all / floor
  const perDocument = (seconds: number) => `${((1000 * seconds) / size.documents).toFixed(1)} ms`
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    [
      `${size.documents} documents of ${size.persons} persons, ${size.slots} slots, ${load}`,
      `half ${seconds(doneMs.half)}, 95 % ${seconds(doneMs.most)}, all ${seconds(doneMs.all)}`,
      `the portal's ${size.latencyMs} ms took ${facts.latencyMs.toFixed(1)} ms`,
      `floor ${seconds(floor)}: ${times.toFixed(2)} times; ${LEAST_REQUESTS} requests each would be ${seconds(least)}`,
      `processor for each document: workers ${perDocument(cpuSeconds.workers)}, PostgreSQL ${perDocument(cpuSeconds.postgres)}, portal ${perDocument(cpuSeconds.portal)}`,
      `requests ${asked}, faults ${facts.faults}, kills ${kills}, persons who had to wait ${waited}, states ${JSON.stringify(states)}`,
    ].join('\n'),
  )
  return times
}
