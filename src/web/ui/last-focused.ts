let lastFocused: Element | null = null

// The pages that are drawn without a browser have no focus.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null
})

/**
 * The element that has the focus, or had it until it was removed: without transitions, an item of a menu is gone
 * before the dialog that it opens is there.
 */
export function focusedBefore(): Element | null {
  const focused = document.activeElement
  const isRemoved = focused === document.body && lastFocused?.isConnected === false
  return isRemoved ? lastFocused : focused
}
