import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { showRut } from '#texts/formats.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import { IconBack, IconNext } from '#web/ui/icons.ts'
import { rowList } from '../row-list.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { SaveState } from './SaveState.tsx'
import type { WrongCell } from './sheet-data.ts'
import type { SheetState } from './use-sheet.ts'
import classes from './Forms.module.css'

/** On a phone: the documents in which something is wrong, and a form for each of them. */
export function DocumentForms({
  judged,
  sheet,
  onGoOn,
}: {
  judged: JudgedUpload
  sheet: SheetState
  onGoOn: () => void
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const documents = judged.documents.map((document) => ({
    document,
    wrong: sheet.wrong.filter(({ row }) => document.rows.includes(row)),
  }))
  const isOut = new Set(sheet.removed)
  const unmended = documents.filter(
    ({ document, wrong }) => wrong.length > 0 && !document.rows.every((row) => isOut.has(row)),
  )
  const shown = documents.find(({ document }) => document.key === open)
  if (shown !== undefined) {
    const others = unmended.filter(({ document }) => document.key !== open)
    const at = documents.indexOf(shown)
    const next = others.find((one) => documents.indexOf(one) > at) ?? others[0]
    return (
      <div className={classes.one}>
        <div className={classes.head}>
          <h2>{titleOf(t, shown.document)}</h2>
          <SaveState save={sheet.save} />
        </div>
        <DocumentForm
          key={shown.document.key}
          document={shown.document}
          wrong={shown.wrong}
          sheet={sheet}
          onRemove={(rows) => {
            sheet.changeRows(rows.map((row) => ({ row, isRemoved: true })))
            if (rows.length === shown.document.rows.length) setOpen(null)
          }}
        />
        <div className={classes.thumb}>
          <Button
            variant="default"
            leftSection={<IconBack size={16} />}
            onClick={() => setOpen(null)}
          >
            {t('uploads.forms.list')}
          </Button>
          {next === undefined ? (
            <Button onClick={() => setOpen(null)}>{t('uploads.forms.done')}</Button>
          ) : (
            <Button
              rightSection={<IconNext size={16} />}
              onClick={() => setOpen(next.document.key)}
            >
              {t('uploads.forms.next', { count: others.length })}
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <>
      <div className={classes.head}>
        <h2 aria-live="polite">{t('uploads.faults.count', { count: sheet.wrongCount })}</h2>
        <SaveState save={sheet.save} />
      </div>
      {sheet.removed.length > 0 && (
        <div className={classes.removed}>
          <span>{t('uploads.forms.removed', { count: sheet.removed.length })}</span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              sheet.changeRows(sheet.removed.map((row) => ({ row, isRemoved: false })))
            }
          >
            {t('uploads.forms.restore')}
          </Button>
        </div>
      )}
      <ul className={classes.list}>
        {unmended.map(({ document, wrong }) => (
          <li key={document.key}>
            <button type="button" className={classes.item} onClick={() => setOpen(document.key)}>
              <Wrong title={titleOf(t, document)} wrong={wrong} />
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.thumb}>
        <Button fullWidth onClick={onGoOn}>
          {t('uploads.goOn')}
        </Button>
      </div>
    </>
  )
}

function Wrong({ title, wrong }: { title: string; wrong: readonly WrongCell[] }) {
  const { t } = useTranslation()
  const [first] = wrong
  return (
    <>
      <span className={classes.title}>{title}</span>
      <span className={classes.wrong}>
        {t('uploads.forms.wrong', { count: wrong.length })}
        {first !== undefined && (
          <span className="muted">
            {' '}
            · {t(`uploads.roles.${first.role}`)}: {first.faults[0]?.cause}
          </span>
        )}
      </span>
    </>
  )
}

/** Its client, or its RUT, or where it stands. */
function titleOf(t: TFunction, { client, rut, rows, group }: UploadDocument): string {
  const name = client !== null && 'name' in client ? client.name : ''
  const place =
    group === ''
      ? t('uploads.rows', { count: rows.length, list: rowList(rows) })
      : t('uploads.group', { group })
  const who = name !== '' ? name : rut === null ? '' : showRut(rut)
  return who === '' ? place : `${who} · ${place}`
}
