import { UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import type { ContentOf } from '#web/api/uploads.ts'

type Question = ContentOf<'columns'>
export type ChosenColumns = Question['columns']

export function roleAt(columns: ChosenColumns, column: number): UploadRole | undefined {
  return UPLOAD_ROLES.find((role) => columns[role] === column)
}

/** A column is one thing, and a thing stands in one column. '': the column isn't read. */
export function withColumn(columns: ChosenColumns, column: number, chosen: string): ChosenColumns {
  const role = UPLOAD_ROLES.find((one) => one === chosen)
  const kept: ChosenColumns = {}
  for (const one of UPLOAD_ROLES) {
    const at = columns[one]
    if (at !== undefined && at !== column && one !== role) kept[one] = at
  }
  if (role !== undefined) kept[role] = column
  return kept
}

/** What no column was chosen for and nothing can be read without; a code brings its description and price. */
export function missingColumns(columns: ChosenColumns, isKindSaid: boolean): UploadRole[] {
  const isMissing = (role: UploadRole) => columns[role] === undefined
  return [
    ...(isMissing('kind') && !isKindSaid ? (['kind'] as const) : []),
    ...(isMissing('rut') ? (['rut'] as const) : []),
    ...(isMissing('code') ? (['description', 'price'] as const).filter(isMissing) : []),
  ]
}
