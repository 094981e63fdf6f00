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
      <PageHead heading={heading ?? title} lead={lead} actions={actions} />
      {children}
    </div>
  )
}

/** Apart, for what is drawn before the program has come: a template has no window's title. */
export function PageHead({
  heading,
  lead,
  actions,
}: {
  heading: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {heading}
        </h1>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
