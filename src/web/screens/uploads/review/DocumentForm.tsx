import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_UPLOAD_TEXT, UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import type { UploadDocument } from '#web/api/uploads.ts'
import { textAt } from '../grid/grid-data.ts'
import { choicesOf } from './choices.ts'
import type { WrongCell } from './sheet-data.ts'
import type { SheetState } from './use-sheet.ts'
import classes from './Forms.module.css'

interface Field {
  row: number
  role: UploadRole
}

/** What is wrong in one document, field by field; all of its cells on request. */
export function DocumentForm({
  document,
  wrong,
  sheet,
  onRemove,
}: {
  document: UploadDocument
  wrong: readonly WrongCell[]
  sheet: SheetState
  onRemove: (rows: readonly number[]) => void
}) {
  const { t } = useTranslation()
  const [hasAll, setHasAll] = useState(false)
  // What was wrong when it was opened stays in sight, mended, until one leaves.
  const [first] = useState(wrong)
  const asked: Field[] = hasAll
    ? document.rows.flatMap((row) => UPLOAD_ROLES.map((role) => ({ row, role })))
    : withoutTwice([...first, ...wrong])
  return (
    <div className={classes.form}>
      {asked.map((field) => (
        <CellField
          key={`${field.row} ${field.role}`}
          field={field}
          namesRow={document.rows.length > 1}
          wrong={wrong.find(({ row, role }) => row === field.row && role === field.role)}
          sheet={sheet}
        />
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => setHasAll(!hasAll)}>
        {t(hasAll ? 'uploads.forms.onlyWrong' : 'uploads.forms.all')}
      </Button>
      {document.state === 'new' && (
        <Removal rows={document.rows} asked={asked} onRemove={onRemove} />
      )}
    </div>
  )
}

/** One row of several where something is asked of it, or the whole document. */
function Removal({
  rows,
  asked,
  onRemove,
}: {
  rows: readonly number[]
  asked: readonly Field[]
  onRemove: (rows: readonly number[]) => void
}) {
  const { t } = useTranslation()
  const some = rows.length === 1 ? [] : rows.filter((row) => asked.some((one) => one.row === row))
  return (
    <div className={classes.removal}>
      {some.map((row) => (
        <Button key={row} variant="subtle" color="red" onClick={() => onRemove([row])}>
          {t('uploads.forms.removeRow', { row })}
        </Button>
      ))}
      <Button variant="subtle" color="red" onClick={() => onRemove(rows)}>
        {t('uploads.forms.remove', { count: rows.length })}
      </Button>
    </div>
  )
}

function withoutTwice(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map(({ row, role }) => [`${row} ${role}`, { row, role }])).values()]
}

/** The keyboard that a phone shows. */
const KEYBOARDS: Partial<Record<UploadRole, HTMLAttributes<HTMLElement>['inputMode']>> = {
  price: 'decimal',
  quantity: 'decimal',
  to: 'email',
  cc: 'email',
}

function CellField({
  field: { row, role },
  namesRow,
  wrong,
  sheet,
}: {
  field: Field
  namesRow: boolean
  wrong: WrongCell | undefined
  sheet: SheetState
}) {
  const { t } = useTranslation()
  const column = t(`uploads.roles.${role}`)
  const kept = textAt(sheet.data, row, role)
  const [typed, setTyped] = useState<string | null>(null)
  const write = (text: string) => {
    setTyped(null)
    if (text.trim() !== kept) sheet.write([{ row, role, text: text.trim() }])
  }
  const label = namesRow ? t('uploads.faults.at', { row, column }) : column
  const error = wrong?.faults.map(({ cause, instead }) => `${cause} ${instead}`).join(' ')
  const choices = choicesOf(t, role)
  if (choices !== null) {
    return (
      <NativeSelect
        label={label}
        value={kept}
        error={error}
        data={[...new Set([kept, '', ...choices])].map((value) => ({
          value,
          label: value === '' ? t('uploads.forms.empty') : value,
        }))}
        onChange={({ currentTarget: { value } }) => write(value)}
      />
    )
  }
  return (
    <TextInput
      label={label}
      value={typed ?? kept}
      error={error}
      maxLength={MAX_UPLOAD_TEXT}
      inputMode={KEYBOARDS[role]}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={({ currentTarget: { value } }) => write(value)}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') write(value)
      }}
    />
  )
}
