import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#texts/formats.ts'
import type { UpcomingRow } from '#web/api/agenda.ts'
import { previewQuery } from '#web/api/agenda.ts'
import { useDemonstration } from '#web/demonstration.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconBack, IconNext } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { SheetSkeleton } from '#web/ui/sheet/SheetSkeleton.tsx'
import { reasonText } from '#web/documents/reason-text.ts'
import { sheetOf } from '../document/sheet-of.ts'
import { AskSii } from './AskSii.tsx'
import classes from './PreviewDialog.module.css'

/** The very documents that will be issued, one client after the other. */
export function PreviewDialog({ rows, onClose }: { rows: UpcomingRow[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [index, setIndex] = useState(0)
  const row = rows[index]
  if (row === undefined) return null
  return (
    <Dialog
      title={t('preview.title', { date: showDay(row.emission_date) })}
      size="xl"
      opened
      onClose={onClose}
    >
      {rows.length > 1 && (
        <div className={classes.pager}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('sheet.previous')}
            disabled={index === 0}
            onClick={() => setIndex(index - 1)}
          >
            <IconBack size={16} />
          </ActionIcon>
          <span className="num" aria-live="polite">
            {t('sheet.of', { index: index + 1, count: rows.length })} · {row.recipient.name}
          </span>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('sheet.nextOne')}
            disabled={index === rows.length - 1}
            onClick={() => setIndex(index + 1)}
          >
            <IconNext size={16} />
          </ActionIcon>
        </div>
      )}
      {row.rule !== null && row.client !== null && (
        <Shown row={row} rule={row.rule.id} client={row.client} />
      )}
    </Dialog>
  )
}

function Shown({ row, rule, client }: { row: UpcomingRow; rule: number; client: number }) {
  const { t } = useTranslation()
  const demonstration = useDemonstration((state) => state.demonstration)
  const preview = useQuery(previewQuery(rule, client))
  if (preview.isLoadingError) {
    return (
      <FaultNotice
        title={t('preview.failed')}
        fault={preview.error}
        onRetry={() => void preview.refetch()}
      />
    )
  }
  if (preview.data === undefined) {
    return (
      <div role="status" aria-label={t('loading')}>
        <SheetSkeleton />
      </div>
    )
  }
  const emission = preview.data.emissions.find((one) => one.emission_date === row.emission_date)
  const document = emission?.documents[0]
  if (document === undefined) return <Notice tone="needsYou">{t('preview.gone')}</Notice>
  if (document.content === null) {
    const { what, todo } = reasonText(t, document.reason ?? '')
    return (
      <Notice tone="needsYou" title={t('preview.notYet', { reason: what })}>
        {todo}
      </Notice>
    )
  }
  return (
    <div className={classes.shown}>
      {document.is_estimated && <Notice tone="calm">{t('preview.estimated')}</Notice>}
      <Sheet
        content={sheetOf({ ...row, ...document, folio: null })}
        demonstration={demonstration}
      />
      {row.document_type === 39 && (
        <AskSii
          key={`${client} ${row.emission_date}`}
          rule={rule}
          client={client}
          day={row.emission_date}
        />
      )}
      {document.lines.some(({ uf }) => uf !== null) && (
        <details className={classes.arithmetic}>
          <summary>{t('preview.arithmetic')}</summary>
          <ul className="num">
            {document.lines.map((line, index) => (
              <li key={index}>
                {line.name}: {line.arithmetic}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
