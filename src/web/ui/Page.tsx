import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Page.module.css'

export interface PageProps {
  title: string
  /** Another heading than the window's title. */
  heading?: ReactNode
  lead?: ReactNode
  /** A way back above the heading. */
  above?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}

/** One screen: the window's title, the one h1, what it is for, and what can be done. */
export function Page({
  title,
  heading,
  lead,
  above,
  actions,
  narrow = false,
  children,
}: PageProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      <title>{`${title} · ${t('brand')}`}</title>
      {above}
      <header className={classes.header}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
