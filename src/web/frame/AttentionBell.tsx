import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { whoMends } from '#domain/reason.ts'
import { attentionQuery } from '#web/api/agenda.ts'
import { PATHS } from '#web/paths.ts'
import { IconBell } from '#web/ui/icons.ts'
import classes from './AttentionBell.module.css'

const MOST = 99

/** How many things wait for this person, on every screen; what time heals isn't counted. */
export function AttentionBell() {
  const { t } = useTranslation()
  const { data } = useQuery(attentionQuery())
  const waiting = (data?.items ?? []).filter((item) => whoMends(item.code) === 'user').length
  const count = waiting + (data?.more ?? 0)
  const label =
    count === 0 ? t('attention.title') : t('attention.bell', { title: t('attention.title'), count })
  return (
    <NavLink to={PATHS.attention} className={classes.bell} aria-label={label} title={label}>
      <IconBell size={20} aria-hidden />
      {count > 0 && (
        <span className={`${classes.count} num`} aria-hidden="true">
          {count > MOST ? `${MOST}+` : count}
        </span>
      )}
    </NavLink>
  )
}
