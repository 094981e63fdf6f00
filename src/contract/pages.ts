/** The public pages that are made at build, each in both languages at an address of its own. */
export const SITE_PAGES = ['home', 'terms', 'privacy'] as const
export type SitePage = (typeof SITE_PAGES)[number]
export const SITE_LANGUAGES = ['es', 'en'] as const
export type SiteLanguage = (typeof SITE_LANGUAGES)[number]

const SPANISH: Record<SitePage, string> = { home: '/', terms: '/terms', privacy: '/privacy' }

/** The specification gives the Spanish addresses; English has the same below /en, so that a search finds both. */
export function sitePath(page: SitePage, language: SiteLanguage): string {
  if (language === 'es') return SPANISH[page]
  return page === 'home' ? '/en' : `/en${SPANISH[page]}`
}

/** Under which name the build keeps it. */
export function siteFile(page: SitePage, language: SiteLanguage): string {
  return `${page}.${language}.html`
}

/** What a page says only once it is served: each is written {{so}} in the file. */
export interface SiteFacts extends Record<string, string> {
  /** 'https://folio.ejemplo.cl' */
  origin: string
  /** 'true' where nothing is real. */
  demonstration: string
  /** Whose service it is, as the legal texts name them. */
  operator: string
  supportEmail: string
  supportWhatsapp: string
  /** The number alone, for the address of a conversation. */
  whatsappDigits: string
  /** A sentence each: what a document costs in pesos at the UF of the day. */
  clpAlone: string
  clpWithMail: string
}
