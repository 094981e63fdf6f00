/** One draft, under one key (spec 2); whoever logs out takes it along (D-39). */
export const DRAFT_KEY = 'folio.draft'

export function discardDraft(): void {
  localStorage.removeItem(DRAFT_KEY)
}
