/** More and longer texts than these aren't kept: hostile files would fill the memory with them. */
const MOST = 50
const LONGEST = 20_000

/** What was made of a text that comes again and again, found by the whole text, to the letter. */
export class Recall<T> {
  private readonly made = new Map<string, T>()
  /** Comparing with the last one is cheaper than looking up a text as long. */
  private latest: { text: string; value: T } | null = null

  of(text: string, make: () => T): T {
    if (this.latest?.text === text) return this.latest.value
    const known = this.made.get(text)
    const value = known ?? make()
    if (text.length > LONGEST) return value
    const kept = detached(text)
    this.latest = { text: kept, value }
    if (known === undefined) {
      if (this.made.size >= MOST) this.made.clear()
      this.made.set(kept, value)
    }
    return value
  }
}

/** A slice keeps the whole text alive that it was cut from. */
export function detached(slice: string): string {
  const latin = Buffer.from(slice, 'latin1').toString('latin1')
  return latin === slice ? latin : Buffer.from(slice, 'utf16le').toString('utf16le')
}
