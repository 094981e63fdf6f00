import type { ReactNode } from 'react'
import type { SitePage } from '#contract/pages.ts'
import { SITE_LANGUAGES, sitePath } from '#contract/pages.ts'
import { PATHS } from '#web/paths.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { useSite } from './site-language.ts'
import footer from '#web/frame/Footer.module.css'
import frame from '#web/frame/Frame.module.css'
import navbar from '#web/frame/Navbar.module.css'
import classes from './Shell.module.css'

/** What stands around every public page: the same bar, banner and foot as in the product. */
export function Shell({ page, children }: { page: SitePage; children: ReactNode }) {
  const { texts } = useSite()
  return (
    <>
      <a href="#main" className={frame.skip}>
        {texts.skip}
      </a>
      {/* Shown where the installation says that nothing is real: it knows, the build doesn't. */}
      <aside className={`${frame.demo} ${classes.demo}`} aria-label={texts.demoMark}>
        {texts.demoBanner}
      </aside>
      <Bar page={page} />
      <main id="main" tabIndex={-1} className={frame.main}>
        {children}
      </main>
      <Foot page={page} />
    </>
  )
}

const SECTIONS = {
  features: 'caracteristicas',
  faqs: 'faqs',
  prices: 'precios',
  contact: 'contacto',
} as const
const SECTION_NAMES = ['features', 'faqs', 'prices', 'contact'] as const

function Bar({ page }: { page: SitePage }) {
  const { texts, pathTo } = useSite()
  return (
    <header className={`${navbar.header} ${classes.header}`}>
      <div className={navbar.bar}>
        <a href={pathTo('home')} className={navbar.brand}>
          <Logo />
        </a>
        {page === 'home' && (
          <nav className={`${navbar.places} ${classes.sections}`} aria-label={texts.nav.sections}>
            {SECTION_NAMES.map((name) => (
              <a key={name} href={`#${SECTIONS[name]}`} className={navbar.place}>
                {texts.nav[name]}
              </a>
            ))}
          </nav>
        )}
        <nav className={navbar.visitor} aria-label={texts.nav.main}>
          <a href={PATHS.login} className="button subtle visitors">
            {texts.nav.login}
          </a>
          <a href={PATHS.register} className="button visitors">
            {texts.nav.register}
          </a>
          <a href={PATHS.dashboard} className="button members">
            {texts.nav.dashboard}
          </a>
        </nav>
      </div>
    </header>
  )
}

function Foot({ page }: { page: SitePage }) {
  const { texts, pathTo } = useSite()
  return (
    <footer className={footer.footer} aria-label={texts.footer.label}>
      <div className={footer.inner}>
        <p className={footer.claim}>
          {texts.footer.claim}
          <span className={classes.operator}>{'{{operator}}'}</span>
        </p>
        <div className={footer.links}>
          <a href={pathTo('terms')}>{texts.footer.terms}</a>
          <a href={pathTo('privacy')}>{texts.footer.privacy}</a>
        </div>
        <div className={footer.choices}>
          <LanguageChoice page={page} />
          <SchemeChoice />
        </div>
      </div>
    </footer>
  )
}

/** Works by its script; without one, the link to the other language does. */
function LanguageChoice({ page }: { page: SitePage }) {
  const { texts, language } = useSite()
  return (
    <>
      <select
        className="scripted"
        aria-label={texts.language}
        defaultValue={language}
        data-language-choice={page}
      >
        {SITE_LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {texts.languages[one]}
          </option>
        ))}
      </select>
      <OtherLanguage page={page} />
    </>
  )
}

function OtherLanguage({ page }: { page: SitePage }) {
  const { language, texts } = useSite()
  const other = language === 'es' ? 'en' : 'es'
  return (
    <a href={sitePath(page, other)} lang={other} hrefLang={other} className="unscripted">
      {texts.languages[other]}
    </a>
  )
}

const SCHEMES = ['auto', 'light', 'dark'] as const

function SchemeChoice() {
  const { texts } = useSite()
  return (
    <select
      className="scripted"
      aria-label={texts.scheme}
      defaultValue="auto"
      data-scheme-choice=""
    >
      {SCHEMES.map((scheme) => (
        <option key={scheme} value={scheme}>
          {texts.schemes[scheme]}
        </option>
      ))}
    </select>
  )
}
