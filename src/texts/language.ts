export const languages = ['es', 'en'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'es'

/** The first of ours a browser's Accept-Language asks for, by its weights; Spanish when it names none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const asked = (acceptLanguage ?? '').slice(0, 200)
  const before = known.get(asked)
  if (before !== undefined) return before
  const found = firstOfOurs(asked)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(asked, found)
  return found
}

/** Browsers ask for the same few in every request. */
const known = new Map<string, Language>()
const MOST_KNOWN = 1_000

function firstOfOurs(acceptLanguage: string): Language {
  const asked = acceptLanguage.split(',').map(parseRange)
  const ranked = asked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of ranked) {
    const found = languages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (found) return found
  }
  return defaultLanguage
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality ? Number(quality.slice(2)) : 1
  return { tag, weight: Number.isFinite(weight) ? weight : 0 }
}
