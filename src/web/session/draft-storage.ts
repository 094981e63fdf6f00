/** Drafts stand under one key; whoever logs out takes them all along. */
export const DRAFT_KEY = 'folio.draft'

export function discardDraft(): void {
  localStorage.removeItem(DRAFT_KEY)
}

/** What was chosen of uploaded files in this tab, under one key for the same reason. */
export const UPLOAD_CHOICES_KEY = 'folio.upload-choices'

export function discardUploadChoices(): void {
  sessionStorage.removeItem(UPLOAD_CHOICES_KEY)
}
