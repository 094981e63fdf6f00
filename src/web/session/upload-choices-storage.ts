/** Choices of uploaded files stand under one key; whoever logs out takes them all along. */
export const UPLOAD_CHOICES_KEY = 'folio.upload-choices'

export function discardUploadChoices(): void {
  sessionStorage.removeItem(UPLOAD_CHOICES_KEY)
}
