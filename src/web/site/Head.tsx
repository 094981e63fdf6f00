import type { SitePage } from '#contract/pages.ts'
import { SITE_LANGUAGES, sitePath } from '#contract/pages.ts'
import { useSite } from './site-language.ts'

export interface Assets {
  /** The style sheet's text: small enough to travel in the page, which then waits for nothing. */
  styles: string
  script: string
  /** What the script asks for first. */
  preloads: string[]
  font: string
}

export function Head({ page, assets }: { page: SitePage; assets: Assets }) {
  const { texts, language } = useSite()
  const { title, description } = headOf(page, texts)
  const address = `{{origin}}${sitePath(page, language)}`
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <Alternates page={page} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.brand} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={language === 'es' ? 'es_CL' : 'en'} />
      <meta property="og:image" content={`{{origin}}/share-${language}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={texts.home.shareAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="theme-color" content="#f5f7f6" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0e1514" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={assets.font} />
      {/* Before anything is drawn: colours, language, and whoever is signed in goes on. */}
      <script src="/color-scheme.js" />
      <style dangerouslySetInnerHTML={{ __html: assets.styles }} />
      {assets.preloads.map((file) => (
        <link key={file} rel="modulepreload" href={file} />
      ))}
      <script type="module" src={assets.script} />
    </head>
  )
}

function Alternates({ page }: { page: SitePage }) {
  return (
    <>
      {SITE_LANGUAGES.map((language) => (
        <link
          key={language}
          rel="alternate"
          hrefLang={language}
          href={`{{origin}}${sitePath(page, language)}`}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`{{origin}}${sitePath(page, 'es')}`} />
    </>
  )
}

function headOf(page: SitePage, texts: ReturnType<typeof useSite>['texts']) {
  if (page === 'home') return texts.home
  const { title, description } = texts.legal[page]
  return { title: `${title} · ${texts.brand}`, description }
}
