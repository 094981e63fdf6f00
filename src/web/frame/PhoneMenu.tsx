import { ActionIcon } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { PATHS } from '#web/paths.ts'
import { IconLogout, IconMenu } from '#web/ui/icons.ts'
import type { Place } from './places.ts'
import classes from './PhoneMenu.module.css'

/** The places and the way out, under one button. By hand: Mantine's menu is a seventh of the first download. */
export function PhoneMenu({
  places,
  name,
  onLeave,
}: {
  places: readonly Place[]
  name: string
  onLeave: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { isOpen, toggle, around, button } = useDisclosure()
  return (
    <div {...around} className={classes.phone}>
      <ActionIcon
        ref={button}
        variant="default"
        size={40}
        aria-label={t('nav.openMenu')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <IconMenu size={20} />
      </ActionIcon>
      <nav id={id} className={classes.list} aria-label={t('nav.main')} hidden={!isOpen}>
        {places.map((place) => (
          <NavLink key={place} to={PATHS[place]} className={classes.item}>
            {t(`nav.${place}`)}
          </NavLink>
        ))}
        <p className={classes.name}>{name}</p>
        <NavLink to={PATHS.profile} end className={classes.item}>
          {t('nav.profile')}
        </NavLink>
        <NavLink to={PATHS.usage} className={classes.item}>
          {t('nav.usage')}
        </NavLink>
        <button type="button" className={classes.item} onClick={onLeave}>
          <IconLogout size={16} aria-hidden />
          {t('nav.logout')}
        </button>
      </nav>
    </div>
  )
}

/** Closed by Escape, by what is pressed or focused beside it, and by having gone somewhere. */
function useDisclosure() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const press = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpenAt(null)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', escape)
    }
  }, [isOpen])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpenAt(null)
  }
  return {
    isOpen,
    toggle: () => setOpenAt(isOpen ? null : key),
    around: { ref: box, onBlur },
    button,
  }
}
