import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import { firstMessage } from '#web/api/fault.ts'
import {
  answerColumns,
  showFile,
  uploadsChanged,
  type ColumnsAnswer,
  type ContentOf,
} from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { columnLetters } from '#web/ui/column-letters.ts'
import { FirstRows } from '#web/ui/FirstRows.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { missingColumns, roleAt, withColumn, type ChosenColumns } from './chosen-columns.ts'
import classes from './Columns.module.css'

/** Of a file that was read already nothing is missing. */
type Question = ContentOf<'columns'> | ContentOf<'judged'>
type Kind = NonNullable<ColumnsAnswer['document_type']>

/** A person says which sheet, row and columns are meant; the company's next files with these headings are read so. */
export function ColumnsQuestion({
  upload,
  question,
  onAnswered,
  onLeave,
}: {
  upload: number
  question: Question
  onAnswered?: () => void
  /** The columns stay as they are read. */
  onLeave?: () => void
}) {
  const { t } = useTranslation()
  const { sheets, sheet, preview } = question
  const several = question.kind === 'columns' ? question.several : []
  const answering = useAnswer(upload, onAnswered)
  const [columns, setColumns] = useState<ChosenColumns>(question.columns)
  const [headerRow, setHeaderRow] = useState(question.header_row || (preview[0]?.row ?? 0))
  const [kind, setKind] = useState<Kind | null>(question.document_type)
  const [isTried, setIsTried] = useState(false)
  const missing = missingColumns(columns, kind !== null)
  const submit = () => {
    setIsTried(true)
    if (missing.length > 0) return
    answering.mutate({ sheet, header_row: headerRow, columns, document_type: kind })
  }
  return (
    <section className={classes.question} aria-labelledby="upload-columns">
      <div className={classes.words}>
        <h2 id="upload-columns">{t('uploads.columns.title')}</h2>
        <p className="muted">{t('uploads.columns.lead')}</p>
      </div>
      <div className={classes.fields}>
        {sheets.length > 1 && (
          <NativeSelect
            label={t('uploads.columns.sheet')}
            value={sheet}
            data={sheets}
            disabled={answering.isPending}
            onChange={({ currentTarget: { value } }) =>
              answering.mutate({ sheet: value, header_row: 0, columns: {}, document_type: null })
            }
          />
        )}
        <NativeSelect
          label={t('uploads.columns.headings')}
          value={String(headerRow)}
          data={[
            ...preview.map(({ row }) => ({
              value: String(row),
              label: t('uploads.columns.row', { row }),
            })),
            { value: '0', label: t('uploads.columns.noHeadings') },
          ]}
          onChange={({ currentTarget: { value } }) => setHeaderRow(Number(value))}
        />
        {columns.kind === undefined && (
          <NativeSelect
            label={t('uploads.columns.kind')}
            value={kind === null ? '' : String(kind)}
            data={[
              { value: '', label: t('uploads.columns.kindUnsaid') },
              { value: '33', label: t('uploads.columns.kind33') },
              { value: '39', label: t('uploads.columns.kind39') },
            ]}
            onChange={({ currentTarget: { value } }) => setKind(kindOf(value))}
          />
        )}
      </div>
      <FirstRows
        label={t('uploads.columns.preview')}
        rows={preview}
        headerRow={headerRow}
        renderAbove={(column) => (
          <ColumnSelect
            column={column}
            role={roleAt(columns, column)}
            doubtful={several}
            onChange={(role) => setColumns(withColumn(columns, column, role))}
          />
        )}
      />
      {isTried && missing.length > 0 && (
        <Notice tone="wrong" isAlert>
          {t('uploads.columns.missing', {
            names: missing.map((role) => t(`uploads.roles.${role}`)).join(', '),
          })}
        </Notice>
      )}
      {answering.isError && (
        <Notice tone="wrong" isAlert>
          {firstMessage(answering.error) ?? t('uploads.columns.failed')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button loading={answering.isPending} onClick={submit}>
          {t('uploads.columns.goOn')}
        </Button>
        {onLeave !== undefined && (
          <Button variant="default" disabled={answering.isPending} onClick={onLeave}>
            {t('actions.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}

function kindOf(value: string): Kind | null {
  return value === '33' ? 33 : value === '39' ? 39 : null
}

function useAnswer(upload: number, onAnswered?: () => void) {
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: ColumnsAnswer) => answerColumns(upload, body),
    onSuccess: async (file) => {
      await showFile(client, file)
      void uploadsChanged(client)
      if (file.content.kind === 'judged') onAnswered?.()
    },
  })
}

/** What one column is, chosen above its own cells. */
function ColumnSelect({
  column,
  role,
  doubtful,
  onChange,
}: {
  column: number
  role: UploadRole | undefined
  doubtful: ContentOf<'columns'>['several']
  onChange: (role: string) => void
}) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      size="xs"
      aria-label={t('uploads.columns.column', { name: columnLetters(column) })}
      value={role ?? ''}
      error={
        role !== undefined && doubtful.includes(role) ? t('uploads.columns.doubtful') : undefined
      }
      data={[
        { value: '', label: t('uploads.columns.unread') },
        ...UPLOAD_ROLES.map((one) => ({ value: one, label: t(`uploads.roles.${one}`) })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}
