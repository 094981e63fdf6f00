import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconBack } from './icons.ts'
import classes from './BackLink.module.css'

/** Above a page's heading: where it belongs. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.back}>
      <IconBack size={16} aria-hidden />
      {children}
    </Link>
  )
}
