import type { ReactNode } from 'react'
import classes from './Pill.module.css'

/** A small word in a frame: a type, an active or paused rule, UF. */
export function Pill({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: 'plain' | 'accent' | 'amber' | 'red'
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      {children}
    </span>
  )
}
