import { useId, type ReactNode } from 'react'
import classes from './Profile.module.css'

export function Section({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}

/** What it is, how it stands, and what can be done. */
export function Row({
  name,
  mark,
  state,
  needsYou = false,
  children,
}: {
  name: ReactNode
  mark?: ReactNode
  state: ReactNode
  needsYou?: boolean
  children?: ReactNode
}) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.name}>
          {name} {mark}
        </h3>
        <p className={classes.state} data-needs-you={needsYou || undefined}>
          {state}
        </p>
      </div>
      {children !== undefined && <div className={classes.buttons}>{children}</div>}
    </div>
  )
}
