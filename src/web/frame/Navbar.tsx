import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PATHS } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import classes from './Navbar.module.css'

// The menus come with a session: the landing has no use for them.
const Member = lazy(async () => ({ default: (await import('./signed-in.ts')).Member }))

export function Navbar() {
  const claims = useSession((state) => state.claims)
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to={claims === null ? PATHS.home : PATHS.dashboard} className={classes.brand}>
          <Logo />
        </Link>
        {claims === null ? (
          <Visitor />
        ) : (
          <Suspense>
            <Member name={claims.username} />
          </Suspense>
        )}
      </div>
    </header>
  )
}

function Visitor() {
  const { t } = useTranslation()
  return (
    <nav className={classes.visitor} aria-label={t('nav.main')}>
      <LinkButton to={PATHS.login} variant="subtle">
        {t('nav.login')}
      </LinkButton>
      <LinkButton to={PATHS.register} className={classes.register}>
        {t('nav.register')}
      </LinkButton>
    </nav>
  )
}
