import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { core } from '#texts/es/web-core.ts'

export type Language = 'es' | 'en'

const STORAGE_KEY = 'folio.language'

/** How the English of each part that is here is fetched, until somebody asks for it. */
const english = [async (): Promise<object> => (await import('#texts/en/web-core.ts')).core]
/** Set while its texts are still on their way: a screen that comes meanwhile brings its own in it. */
let wanted: Language = 'es'
/** One after the other: whoever asks while a part is on its way waits for it too. */
let fetching = Promise.resolve()

/** Spanish is in the first download; English, complete by its type, comes when somebody asks for it. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'es',
    // What Spanish lacks is shown in English, which is then fetched, and never as a key.
    fallbackLng: ['es', 'en'],
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => {
      console.error(`No text for ${key}`)
      void fetchEnglish().catch(() => undefined)
    },
    parseMissingKeyHandler: () => '',
    missingInterpolationHandler: (text: string, [gap]: RegExpExecArray) => {
      console.error(`No value for ${gap} of: ${text}`)
      return ''
    },
    react: { bindI18nStore: 'added' },
    ns: ['web'],
    defaultNS: 'web',
    resources: { es: { web: core } },
    // React escapes.
    interpolation: { escapeValue: false },
  })
  if (localStorage.getItem(STORAGE_KEY) === 'en') await changeLanguage('en')
}

/** A part of the texts that comes with the screens that show it: web/texts has one file for each. */
export function addTexts(spanish: object, fetchEnglish: () => Promise<object>): void {
  i18next.addResourceBundle('es', 'web', spanish, true)
  english.push(fetchEnglish)
}

export async function changeLanguage(to: Language): Promise<void> {
  wanted = to
  if (to === 'en') await fetchEnglish()
  localStorage.setItem(STORAGE_KEY, to)
  document.documentElement.lang = to
  await i18next.changeLanguage(to)
}

/** Until what was added is there in the language asked for; a failed download leaves it in Spanish. */
export async function textsReady(): Promise<void> {
  if (wanted === 'en') await fetchEnglish().catch(() => undefined)
}

export function language(): Language {
  return i18next.language === 'en' ? 'en' : 'es'
}

function fetchEnglish(): Promise<void> {
  fetching = fetching.catch(() => undefined).then(fetchMissing)
  return fetching
}

async function fetchMissing(): Promise<void> {
  const missing = [...english]
  const parts = await Promise.all(missing.map((fetch) => fetch()))
  for (const part of parts) i18next.addResourceBundle('en', 'web', part, true)
  english.splice(0, missing.length)
}
