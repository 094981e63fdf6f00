interface Rule {
  id: string
  matches(element: Element, ...rest: unknown[]): boolean
}

interface Check {
  evaluate(element: Element, ...rest: unknown[]): boolean | undefined
}

/** What of axe decides which texts are judged for their contrast, and how. */
export interface Contrast {
  _audit: { rules: Rule[]; checks: Record<string, Check> }
}

/**
 * Has the axe of a page judge a kind of text once: what has the classes, states, colours, size and backgrounds of a
 * text that passed would pass too, and most of a page is the frame around it and rows that are alike. Those of
 * `known` passed before. It runs in the page, so it stands alone.
 */
export function judgeEachKindOnce(known: readonly string[]): void {
  const { rules, checks } = window.axe?.['_audit'] ?? {}
  const rule = rules?.find(({ id }) => id === 'color-contrast')
  const check = checks?.['color-contrast']
  if (rule === undefined || check === undefined) throw new Error('axe judges contrast otherwise')
  const { matches } = rule
  const { evaluate } = check
  const passed = new Set(known)
  let fresh: string[] = []
  let surroundings = new Map<Element, string>()
  const STATES = /^data-|^aria-(?:selected|checked|current|pressed|disabled|expanded|invalid)$/

  /** Two sums of 32 bits, by Bernstein's rule and by FNV's. */
  function shortened(text: string): string {
    let sum = 5381
    let product = 2166136261
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      sum = (Math.imul(sum, 33) + code) | 0
      product = Math.imul(product ^ code, 16777619)
    }
    return `${sum >>> 0} ${product >>> 0}`
  }

  function statesOf(element: Element): string {
    const states = [...element.attributes].filter(({ name }) => STATES.test(name))
    const isDisabled = element.matches(':disabled')
    return [isDisabled, ...states.map(({ name, value }) => `${name}=${value}`)].join(' ')
  }

  function surroundingsOf(element: Element | null): string {
    if (element === null) return ''
    const known = surroundings.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
    const drawn = [backgroundColor, backgroundImage, opacity, position].join(' ')
    const own = `${element.localName} ${element.getAttribute('class')} ${statesOf(element)} ${drawn}`
    const all = shortened(`${surroundingsOf(element.parentElement)}\n${own}`)
    surroundings.set(element, all)
    return all
  }

  function kindOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    return [surroundingsOf(element), color, fontSize, fontWeight, textShadow].join(' ')
  }

  function hasPassed(element: Element): boolean {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)
    return hasText && passed.has(kindOf(element))
  }

  function note(kind: string): void {
    if (passed.has(kind)) return
    passed.add(kind)
    fresh.push(kind)
  }

  rule.matches = function matchesUnlessPassed(element, ...rest) {
    return !hasPassed(element) && matches.call(this, element, ...rest)
  }
  check.evaluate = function evaluateAndNote(element, ...rest) {
    const result = evaluate.call(this, element, ...rest)
    if (result === true) note(kindOf(element))
    return result
  }
  window.takePassedKinds = () => {
    const taken = fresh
    fresh = []
    return taken
  }
  // What stands in the page has changed since the run before.
  window.beforeAxe = () => {
    surroundings = new Map()
  }
}
