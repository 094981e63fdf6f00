import type { ReactNode } from 'react'
import classes from './Directory.module.css'

/** One part of a page: its heading, what can be done with it, and what it holds. */
export function Card({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
