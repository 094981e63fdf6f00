import type { ReactNode } from 'react'
import classes from './AmountTable.module.css'

/** A table of money by rows, whose row headers are what it is about; on phones each row is a card. */
export function AmountTable({
  label,
  columns,
  amounts,
  act,
  children,
}: {
  label: string
  columns: readonly string[]
  amounts: readonly string[]
  /** What the last column's buttons do; without it there is none. */
  act?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {amounts.map((name) => (
              <th key={name} scope="col" className={classes.amount}>
                {name}
              </th>
            ))}
            {act !== undefined && <th scope="col" aria-label={act} />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function AmountCell({
  name,
  isTotal = false,
  isEmpty = false,
  children,
}: {
  /** Of its column: a card says it beside the amount. */
  name: string
  isTotal?: boolean
  /** Left out of a card. */
  isEmpty?: boolean
  children: ReactNode
}) {
  return (
    <td
      className={`${classes.amount} num`}
      data-name={name}
      data-total={isTotal || undefined}
      data-empty={isEmpty || undefined}
    >
      {children}
    </td>
  )
}

/** A button at the end of a row, and in the corner of its card. */
export function ActCell({ children }: { children: ReactNode }) {
  return <td className={classes.act}>{children}</td>
}

/** A line below a row's name. */
export function About({ children }: { children: ReactNode }) {
  return <span className={`${classes.about} num`}>{children}</span>
}
