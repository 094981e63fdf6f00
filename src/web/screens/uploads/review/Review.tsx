import { Button } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JudgedUpload, UploadSummary } from '#web/api/uploads.ts'
import { IconTable } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ColumnsQuestion } from '../columns/ColumnsQuestion.tsx'
import { DocumentForms } from './DocumentForms.tsx'
import { LookUps } from './LookUps.tsx'
import { useSheet } from './use-sheet.ts'
import { WideReview } from './WideReview.tsx'
import classes from './Review.module.css'

const SETTLED_MS = 200

/** Everything that is wrong with a file, mended in its cells: a grid, or on a phone a form for each document. */
export function Review({
  upload,
  judged,
  onGoOn,
}: {
  upload: UploadSummary
  judged: JudgedUpload
  onGoOn: () => void
}) {
  const { t } = useTranslation()
  const sheet = useSheet(upload.id, judged)
  const isWideNow = useMediaQuery('(min-width: 641px)', true, { getInitialValueInEffect: false })
  // What is chosen and written in the grid is not lost to a window that is narrow for a moment.
  const [isWide] = useDebouncedValue(isWideNow, SETTLED_MS)
  const [isMapping, setIsMapping] = useState(false)
  if (isMapping) {
    const leave = () => setIsMapping(false)
    return (
      <ColumnsQuestion upload={upload.id} question={judged} onAnswered={leave} onLeave={leave} />
    )
  }
  return (
    <div className={classes.review}>
      <LookUps upload={upload.id} judged={judged} />
      <FileNotes judged={judged} />
      {/* What was ordered was read by these columns. */}
      {sheet.rows.locked.size === 0 && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            ml={-8}
            leftSection={<IconTable size={16} />}
            // Otherwise what isn't saved would be lost.
            disabled={sheet.save.state === 'saving' || sheet.save.state === 'failed'}
            onClick={() => setIsMapping(true)}
          >
            {t('uploads.columns.change')}
          </Button>
        </div>
      )}
      {isWide ? (
        <WideReview sheet={sheet} onGoOn={onGoOn} />
      ) : (
        <DocumentForms judged={judged} sheet={sheet} onGoOn={onGoOn} />
      )}
    </div>
  )
}

/** What of the file is not read, so that nobody takes it for read. */
function FileNotes({ judged: { unread, other_sheets, hidden_rows } }: { judged: JudgedUpload }) {
  const { t } = useTranslation()
  const notes = [
    ...(unread.length > 0 ? [t('uploads.notes.unread', { names: unread.join(', ') })] : []),
    ...(other_sheets.length > 0
      ? [t('uploads.notes.otherSheets', { names: other_sheets.join(', ') })]
      : []),
    ...(hidden_rows.length > 0
      ? [t('uploads.notes.hiddenRows', { count: hidden_rows.length })]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <Notice tone="calm">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  )
}
