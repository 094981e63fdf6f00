/** Nine elements a character, bar and space in turn, w for the wide ones; only what our bar codes hold. */
const patterns: Readonly<Record<string, string>> = {
  '0': 'nnnwwnwnn',
  '1': 'wnnwnnnnw',
  '2': 'nnwwnnnnw',
  '3': 'wnwwnnnnn',
  '4': 'nnnwwnnnw',
  '5': 'wnnwwnnnn',
  '6': 'nnwwwnnnn',
  '7': 'nnnwnnwnw',
  '8': 'wnnwnnwnn',
  '9': 'nnwwnnwnn',
  A: 'wnnnnwnnw',
  B: 'nnwnnwnnw',
  C: 'wnwnnwnnn',
  D: 'nnnnwwnnw',
  E: 'wnnnwwnnn',
  F: 'nnwnwwnnn',
  '*': 'nwnnwnwnn',
}

const NARROW = 1
const WIDE = 2.5

/** Where the bars of a Code 39 stand, in modules from the left. */
export function code39Bars(text: string): { at: number; width: number }[] {
  const bars: { at: number; width: number }[] = []
  let at = 0
  for (const character of `*${text}*`) {
    const pattern = patterns[character]
    if (!pattern) throw new RangeError(`Not in this Code 39: ${character}`)
    for (const [index, element] of [...pattern].entries()) {
      const width = element === 'w' ? WIDE : NARROW
      if (index % 2 === 0) bars.push({ at, width })
      at += width
    }
    at += NARROW
  }
  return bars
}
