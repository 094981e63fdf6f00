import { ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import { facturatorsQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { logOut } from '#web/session/log-out.ts'
import { IconLogout, IconMenu } from '#web/ui/icons.ts'
import { AttentionBell } from './AttentionBell.tsx'
import { PaletteKey } from './PaletteKey.tsx'
import { FacturatorChoice } from './FacturatorChoice.tsx'
import classes from './Navbar.module.css'

const PLACES = [
  'dashboard',
  'thisMonth',
  'documents',
  'rules',
  'facturators',
  'emailAccounts',
] as const

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
        <PhoneMenu places={places} name={name} onLeave={() => void logOut()} />
      </div>
    </>
  )
}

function PhoneMenu({
  places,
  name,
  onLeave,
}: {
  places: readonly (typeof PLACES)[number][]
  name: string
  onLeave: () => void
}) {
  const { t } = useTranslation()
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      width={240}
      radius="lg"
    >
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={40}
          className={classes.burger}
          aria-label={t('nav.openMenu')}
        >
          <IconMenu size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map((place) => (
          <Menu.Item key={place} component={Link} to={PATHS[place]} className={classes.item}>
            {t(`nav.${place}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label className={classes.itemName}>{name}</Menu.Label>
        <Menu.Item component={Link} to={PATHS.profile} className={classes.item}>
          {t('nav.profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={onLeave}
          className={classes.item}
        >
          {t('nav.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
