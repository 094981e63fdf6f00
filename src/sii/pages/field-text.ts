/** One line, no control characters, cut at the field's length. */
export function tidy(text: string, maxLength: number): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .trim()
}

export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const lastSpace = text.lastIndexOf(' ', maxLength)
  return text.slice(0, lastSpace > maxLength / 2 ? lastSpace : maxLength).trim()
}
