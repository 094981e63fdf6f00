import { createContext, useContext } from 'react'
import type { SiteLanguage, SitePage } from '#contract/pages.ts'
import { sitePath } from '#contract/pages.ts'
import { siteEn } from '#texts/en/site.ts'
import { siteEs } from '#texts/es/site.ts'

const TEXTS = { es: siteEs, en: siteEn }

export function textsIn(language: SiteLanguage) {
  return TEXTS[language]
}

export const SiteLanguageContext = createContext<SiteLanguage>('es')

/** The page's texts, its language, and the way to the other pages in it. */
export function useSite() {
  const language = useContext(SiteLanguageContext)
  return {
    language,
    texts: textsIn(language),
    pathTo: (page: SitePage) => sitePath(page, language),
  }
}
