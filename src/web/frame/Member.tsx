import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { facturatorsQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { logOut } from './log-out.ts'
import { IconLogout } from '#web/ui/icons.ts'
import { AttentionBell } from './AttentionBell.tsx'
import { PaletteKey } from './PaletteKey.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { FacturatorChoice } from './FacturatorChoice.tsx'
import { MENU_PLACES, PLACES } from './places.ts'
import classes from './Navbar.module.css'

/** The places of whoever is signed in, who that is, and the way out. */
export function Member({ name }: { name: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(facturatorsQuery())
  const isConnected = (data?.facturators.length ?? 0) > 0
  const places = isConnected ? PLACES : []
  return (
    <>
      <nav className={classes.places} aria-label={t('nav.main')}>
        {places.map((place) => (
          <NavLink key={place} to={PATHS[place]} className={classes.place}>
            {t(`nav.${place}`)}
          </NavLink>
        ))}
      </nav>
      <div className={classes.member}>
        {isConnected && <PaletteKey />}
        {isConnected && <AttentionBell />}
        {data !== undefined && <FacturatorChoice facturators={data} />}
        <Link to={PATHS.profile} className={classes.name} title={t('nav.profile')}>
          {name}
        </Link>
        <ActionIcon
          variant="subtle"
          size={36}
          className={classes.logout}
          aria-label={t('nav.logout')}
          title={t('nav.logout')}
          onClick={() => void logOut()}
        >
          <IconLogout size={18} />
        </ActionIcon>
        <PhoneMenu
          places={isConnected ? MENU_PLACES : []}
          name={name}
          onLeave={() => void logOut()}
        />
      </div>
    </>
  )
}
