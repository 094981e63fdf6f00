/** A month of the charts. */
export interface Point {
  name: string
  short: string
  sales: number
  purchases: number
  clients: number
}

export interface Scale {
  /** From zero up, evenly. */
  ticks: number[]
  top: number
}

/** Steps of 1, 2 or 5 that reach the highest value; a whole step at least where values are whole. */
export function scaleOf(values: readonly number[], steps: number): Scale {
  const highest = Math.max(1, ...values)
  const rough = highest / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((part) => part * power >= rough) ?? 10) * power)
  const count = Math.ceil(highest / step)
  const ticks = Array.from({ length: count + 1 }, (_, at) => Math.round(at * step))
  return { ticks, top: ticks.at(-1) ?? highest }
}

/** 'nov 26', as narrow as an axis needs it. */
export function shortMonth(name: string, month: string): string {
  return `${name.slice(0, 3)} ${month.slice(2, 4)}`
}

/** Every so many labels, so that those of `count` places in `width` stay apart. */
export function labelEvery(count: number, widthPx: number, labelPx: number): number {
  return Math.max(1, Math.ceil((count * labelPx) / Math.max(1, widthPx)))
}
