import type { ReactNode } from 'react'
import classes from './FirstRows.module.css'

/** A row's number in its file, and what its cells show. */
interface Row {
  row: number
  cells: readonly string[]
}

/** A region that scrolls is reached by the keyboard. */
const SCROLLED_BY_KEYS = { role: 'region', tabIndex: 0 } as const

/** The first rows of a file, with something above each column where it is asked about. */
export function FirstRows({
  label,
  rows,
  headerRow = 0,
  renderAbove,
}: {
  label: string
  rows: readonly Row[]
  headerRow?: number
  /** Of a column, counted from 0. */
  renderAbove?: (column: number) => ReactNode
}) {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const columns = Array.from({ length: width }, (_, column) => column)
  return (
    <div className={classes.scroll} aria-label={label} {...SCROLLED_BY_KEYS}>
      <table className={classes.rows}>
        {renderAbove !== undefined && (
          <thead>
            <tr>
              <td className={classes.number}>#</td>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {renderAbove(column)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row} data-header={row === headerRow || undefined}>
              <td className={`${classes.number} num`}>{row}</td>
              {columns.map((column) => (
                <td key={column} className="num">
                  {cells[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
