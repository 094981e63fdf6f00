/**
 * For every menu of a row: it stays beside its button in the page's order. Fixed, as one that begins at its button would
 * reach over the edge before it is placed, and a phone that makes room for it moves the page.
 */
export const menuOptions = {
  position: 'bottom-end',
  floatingStrategy: 'fixed',
  withinPortal: false,
  withInitialFocusPlaceholder: false,
  radius: 'md',
} as const
