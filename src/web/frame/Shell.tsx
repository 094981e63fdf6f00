import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next, useTranslation } from 'react-i18next'
import { core as en } from '#texts/en/web-core.ts'
import { core as es } from '#texts/es/web-core.ts'
import { PATHS } from '#web/paths.ts'
import { IconMenu } from '#web/ui/icons.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PageHead } from '#web/ui/Page.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { OPENINGS, type Opening } from './openings.ts'
import frame from './Frame.module.css'
import navbar from './Navbar.module.css'
import page from '#web/ui/Page.module.css'

/**
 * The frame of whoever is signed in as it stands before any program has come: a template for each language,
 * which color-scheme.js draws. Run at build. Everything has the place that the program gives it; as it is about to be
 * replaced, nothing of it is read aloud or takes the focus.
 */
export async function renderShells(): Promise<string> {
  const i18next = createInstance()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'es', defaultNS: 'web', resources: { es: { web: es }, en: { web: en } } })
  const shells: string[] = []
  for (const language of ['es', 'en']) {
    await i18next.changeLanguage(language)
    shells.push(`<template id="shell-${language}">${renderToStaticMarkup(<Shell />)}</template>`)
  }
  return shells.join('')
}

function Shell() {
  return (
    <>
      <DemoBanner />
      <header className={navbar.header} inert aria-hidden="true">
        <div className={navbar.bar}>
          <a href={PATHS.dashboard} className={navbar.brand}>
            <Logo />
          </a>
          <div className={navbar.member}>
            <span className={navbar.still} aria-hidden="true">
              <IconMenu size={20} />
            </span>
          </div>
        </div>
      </header>
      <main className={frame.main} inert aria-hidden="true">
        {Object.entries(OPENINGS).map(
          ([path, opening]) => opening && <Head key={path} path={path} opening={opening} />,
        )}
      </main>
    </>
  )
}

/** All of them; the one of the page's address stays. */
function Head({ path, opening: { title, heading, lead } }: { path: string; opening: Opening }) {
  const { t } = useTranslation()
  return (
    <div className={page.page} data-at={path}>
      <PageHead heading={t(heading ?? title)} lead={lead && t(lead)} />
    </div>
  )
}
