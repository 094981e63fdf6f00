// The machine's day, for what asks for it in a test file: libraries, and the clocks that must agree with them. It
// is the same in every run unless FOLIO_TEST_TODAY says otherwise (2026-12-31, or 2026-12-31T23:59:30Z).

const USUAL = '2026-11-20'
/** Set on the global object, because each file of a process has a module of its own. */
const MOVED = Symbol.for('folio.test.today')

moveToday(process.env.FOLIO_TEST_TODAY ?? USUAL)

/** Time goes on from there. A day without an hour begins at 15:00, because Chile is still in the day before at 00:00. */
function moveToday(today: string): void {
  const targetMs = Date.parse(today.includes('T') ? today : `${today}T15:00:00Z`)
  if (Number.isNaN(targetMs)) throw new Error(`FOLIO_TEST_TODAY is no day: ${today}`)
  const elapsedMs = (): number => Math.floor(performance.now())
  const startMs = targetMs - elapsedMs()
  // A process that runs several files moved it for the first one.
  if (MOVED in globalThis) return
  Object.defineProperty(globalThis, MOVED, { value: today })
  const now = (): number => startMs + elapsedMs()
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
