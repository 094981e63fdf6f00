import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import type { SiteLanguage, SitePage } from '#contract/pages.ts'
import { siteFile, SITE_LANGUAGES, SITE_PAGES } from '#contract/pages.ts'
import { webEs } from '#texts/es/web.ts'
import { Contact } from './Contact.tsx'
import { Faqs } from './Faqs.tsx'
import { Features } from './Features.tsx'
import { Head, type Assets } from './Head.tsx'
import { Hero } from './Hero.tsx'
import { Legal } from './Legal.tsx'
import { Prices } from './Prices.tsx'
import { SampleDashboard } from './SampleDashboard.tsx'
import { Shell } from './Shell.tsx'
import { SiteLanguageContext } from './site-language.ts'
import './site-styles.ts'

/** Every public page in every language, as the file that is served; run at build. */
export async function renderPages(assets: Assets): Promise<{ file: string; html: string }[]> {
  // The sample document's own words, in Spanish in every language: the document is.
  await i18next
    .use(initReactI18next)
    .init({ lng: 'es', defaultNS: 'web', resources: { es: { web: webEs } } })
  return SITE_LANGUAGES.flatMap((language) =>
    SITE_PAGES.map((page) => ({
      file: siteFile(page, language),
      html: `<!doctype html>${renderToStaticMarkup(document(page, language, assets))}\n`,
    })),
  )
}

function document(page: SitePage, language: SiteLanguage, assets: Assets): ReactNode {
  return (
    <SiteLanguageContext value={language}>
      <html lang={language} data-page={page} data-demonstration="{{demonstration}}">
        <Head page={page} assets={assets} />
        <body>
          <Shell page={page}>{page === 'home' ? <Home /> : <Legal page={page} />}</Shell>
        </body>
      </html>
    </SiteLanguageContext>
  )
}

function Home() {
  return (
    <>
      <Hero />
      <Features />
      <SampleDashboard />
      <Faqs />
      <Prices />
      <Contact />
    </>
  )
}
