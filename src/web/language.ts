import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { webEs } from '#texts/es/web.ts'

export type Language = 'es' | 'en'

const STORAGE_KEY = 'folio.language'

/** Spanish is in the first download; English, complete by its type, comes when somebody asks for it. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'es',
    fallbackLng: 'es',
    ns: ['web'],
    defaultNS: 'web',
    resources: { es: { web: webEs } },
    // React escapes.
    interpolation: { escapeValue: false },
  })
  if (localStorage.getItem(STORAGE_KEY) === 'en') await changeLanguage('en')
}

export async function changeLanguage(to: Language): Promise<void> {
  if (to === 'en' && !i18next.hasResourceBundle('en', 'web')) {
    const { webEn } = await import('#texts/en/web.ts')
    i18next.addResourceBundle('en', 'web', webEn)
  }
  localStorage.setItem(STORAGE_KEY, to)
  document.documentElement.lang = to
  await i18next.changeLanguage(to)
}

export function language(): Language {
  return i18next.language === 'en' ? 'en' : 'es'
}
