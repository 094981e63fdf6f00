/** Drafts stand under one key (spec 2); whoever logs out takes them all along (D-39). */
export const DRAFT_KEY = 'folio.draft'

export function discardDraft(): void {
  localStorage.removeItem(DRAFT_KEY)
}
