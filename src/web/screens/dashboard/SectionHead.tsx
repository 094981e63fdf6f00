import type { ReactNode } from 'react'
import classes from './Dashboard.module.css'

export function SectionHead({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children?: ReactNode
}) {
  return (
    <div className={classes.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
