import type { ReactNode } from 'react'
import { IconAlert, IconInfo, IconShield } from './icons.ts'
import classes from './Notice.module.css'

const ICONS = { needsYou: IconAlert, wrong: IconAlert, calm: IconInfo, safe: IconShield }

/** Something to know, said beside what it is about. */
export function Notice({
  tone,
  title,
  children,
  action,
  isAlert = false,
}: {
  tone: keyof typeof ICONS
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Read out at once: it has just happened. */
  isAlert?: boolean
}) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.beside}>
        <div className={classes.words}>
          {title !== undefined && <p className={classes.title}>{title}</p>}
          {children !== undefined && <div className={classes.body}>{children}</div>}
        </div>
        {action !== undefined && <div className={classes.action}>{action}</div>}
      </div>
    </div>
  )
}
