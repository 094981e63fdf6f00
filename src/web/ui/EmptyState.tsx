import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** "Nothing yet" and "no results" are different screens, each with its next action. */
export function EmptyState({
  title,
  body,
  action,
  box,
}: {
  title: string
  body: ReactNode
  action?: ReactNode
  /** What the red box on the little sheet says; without it the sheet isn't drawn. */
  box?: string
}) {
  return (
    <div className={classes.empty}>
      {box !== undefined && <BlankSheet box={box} />}
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.body}>{body}</p>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}

function BlankSheet({ box }: { box: string }) {
  return (
    <div className={classes.sheet} aria-hidden="true">
      <div className={classes.box}>
        <span>R.U.T.: —</span>
        <span>{box}</span>
        <span>N° —</span>
      </div>
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
