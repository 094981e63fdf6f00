/** A link can't carry the bearer token, so the file comes by a call and is handed over here. */
export function keepFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
