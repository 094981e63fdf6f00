import type { ReactNode } from 'react'
import classes from './steps.module.css'

/** The one decision of this view. */
export function StepHead({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <header className={classes.head}>
      <h2 id="step-title" tabIndex={-1}>
        {title}
      </h2>
      {lead !== undefined && <p className="muted">{lead}</p>}
    </header>
  )
}
