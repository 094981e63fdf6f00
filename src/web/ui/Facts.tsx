import type { ReactNode } from 'react'
import classes from './Facts.module.css'
import { TextBar } from './TextBar.tsx'

/** Few facts by their names, at the foot of a card; what is null isn't one. */
export function Facts({ facts }: { facts: [name: string, fact: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, fact]) => fact !== null)
        .map(([name, fact]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd className="num">{fact}</dd>
          </div>
        ))}
    </dl>
  )
}

export function FactsSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.facts} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.fact}>
          <TextBar width={90} />
          <TextBar width={110} />
        </div>
      ))}
    </div>
  )
}
