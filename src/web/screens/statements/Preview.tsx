import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadOf } from '#web/api/statements.ts'
import classes from './Upload.module.css'

type Shown = UploadOf<'columns'>['preview']

/** A region that scrolls is reached by the keyboard. */
const SCROLLED_BY_KEYS = { role: 'region', tabIndex: 0 } as const

/** The first rows of a file, with something above each column where it is asked about. */
export function Preview({
  preview,
  headerRow = 0,
  above,
}: {
  preview: Shown
  headerRow?: number
  above?: ReactNode[]
}) {
  const { t } = useTranslation()
  const columns = columnsOf(preview)
  return (
    <div className={classes.scroll} aria-label={t('statements.preview')} {...SCROLLED_BY_KEYS}>
      <table className={classes.preview}>
        {above !== undefined && (
          <thead>
            <tr>
              <td className={classes.number}>#</td>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {above[column]}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {preview.rows.map(({ row, cells }) => (
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

/** The places of its columns, from 0. */
export function columnsOf({ rows }: Shown): number[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return Array.from({ length: width }, (_, column) => column)
}
