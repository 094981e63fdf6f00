/**
 * What every search compares: without accents, dots, hyphens or case, one space between words. So 'vina'
 * finds 'Viña' and '761920839' finds '76.192.083-9'.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\p{Pd}.]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** Every word of the needle is in the haystack, in any order; an empty needle is in all. */
export function matches(haystack: string, needle: string): boolean {
  const key = searchKey(haystack)
  return searchKey(needle)
    .split(' ')
    .every((word) => key.includes(word))
}
