/** Drafts stand under one key; whoever logs out takes them all along. */
export const DRAFT_KEY = 'folio.draft'

export function discardDraft(): void {
  localStorage.removeItem(DRAFT_KEY)
}
