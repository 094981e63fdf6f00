const PARTICLES = 20
/** Where the row of chance begins: the same page at every build. */
const SEED = 20_261_122

/** 2 to 6 px, moving for 10 to 30 s, after 0 to 20 s. */
export function particles() {
  const next = chance(SEED)
  const between = (least: number, most: number) => least + (most - least) * next()
  return Array.from({ length: PARTICLES }, (_, key) => {
    const size = `${between(2, 6).toFixed(1)}px`
    return {
      key,
      left: `${between(0, 100).toFixed(1)}%`,
      top: `${between(5, 95).toFixed(1)}%`,
      width: size,
      height: size,
      animationDuration: `${between(10, 30).toFixed(1)}s`,
      animationDelay: `${between(0, 20).toFixed(1)}s`,
    }
  })
}

/** A linear congruential row (Numerical Recipes), good enough for dots. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
