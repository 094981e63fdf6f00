import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { columnRole } from '#contract/statements.ts'
import { COLUMN_ROLES, type ColumnRole } from '#domain/bank-statement.ts'
import type { StatementAnswers, UploadOf } from '#web/api/statements.ts'
import { columnLetters } from '#web/ui/column-letters.ts'
import { FirstRows } from '#web/ui/FirstRows.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './Upload.module.css'

type Columns = UploadOf<'columns'>['columns']
type Role = ColumnRole

/** A person points at the columns above the file's own rows; what the headings seem to say is chosen already. */
export function ColumnsQuestion({
  question,
  cancel,
  onAnswer,
}: {
  question: UploadOf<'columns'>
  cancel: ReactNode
  onAnswer: (part: StatementAnswers) => void
}) {
  const { t } = useTranslation()
  const { preview, why, ask } = question
  const [columns, setColumns] = useState<Columns>(question.columns)
  const [headerRow, setHeaderRow] = useState(question.header_row || (preview.rows[0]?.row ?? 0))
  const [isTried, setIsTried] = useState(false)
  const problem = problemOf(columns)
  const asked = new Set(ask.flatMap(({ role, options }) => [...options, columns[role]]))
  const submit = () => {
    setIsTried(true)
    if (problem !== null) return
    onAnswer({ columns, header_row: headerRow, sheet: preview.sheet })
  }
  return (
    <div className={classes.question}>
      <div className={classes.words}>
        <h2>{t('statements.columnsTitle')}</h2>
        <p className="muted">{t(`statements.columnsLead.${why}`)}</p>
      </div>
      <NativeSelect
        className={classes.headings ?? ''}
        label={t('statements.headings')}
        value={String(headerRow)}
        data={[
          ...preview.rows.map(({ row }) => ({
            value: String(row),
            label: t('statements.row', { row }),
          })),
          { value: '0', label: t('statements.noHeadings') },
        ]}
        onChange={({ currentTarget }) => setHeaderRow(Number(currentTarget.value))}
      />
      <FirstRows
        label={t('statements.preview')}
        rows={preview.rows}
        headerRow={headerRow}
        renderAbove={(column) => (
          <ColumnSelect
            column={column}
            chosen={roleAt(columns, column)}
            isAsked={asked.has(column)}
            onChange={(role) => setColumns(placed(columns, column, role))}
          />
        )}
      />
      {isTried && problem !== null && (
        <Notice tone="wrong" isAlert>
          {t(`statements.${problem}`)}
        </Notice>
      )}
      <div className={classes.choices}>
        <Button onClick={submit}>{t('statements.goOn')}</Button>
        {cancel}
      </div>
    </div>
  )
}

/** What one column is, chosen above its own cells. */
function ColumnSelect({
  column,
  chosen,
  isAsked,
  onChange,
}: {
  column: number
  chosen: Role | undefined
  isAsked: boolean
  onChange: (role: string) => void
}) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      size="xs"
      aria-label={t('statements.column', { name: columnLetters(column) })}
      value={chosen ?? ''}
      error={isAsked ? t('statements.doubtful') : undefined}
      data={[
        { value: '', label: t('statements.roles.none') },
        ...COLUMN_ROLES.map((one) => ({ value: one, label: t(`statements.roles.${one}`) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function problemOf(columns: Columns): 'needsDay' | 'needsMoney' | null {
  if (columns.date === undefined) return 'needsDay'
  const isMoney = columns.credit !== undefined || columns.amount !== undefined
  return isMoney ? null : 'needsMoney'
}

function roleAt(columns: Columns, column: number): Role | undefined {
  return COLUMN_ROLES.find((role) => columns[role] === column)
}

/** A column has one role, and a role one column. */
function placed(columns: Columns, column: number, chosen: string): Columns {
  const role = columnRole.safeParse(chosen)
  const others = COLUMN_ROLES.filter(
    (one) => columns[one] !== column && (!role.success || one !== role.data),
  )
  const kept: Columns = {}
  for (const one of others) if (columns[one] !== undefined) kept[one] = columns[one]
  if (role.success) kept[role.data] = column
  return kept
}
