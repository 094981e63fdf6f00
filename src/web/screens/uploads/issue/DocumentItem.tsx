import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import { clientsQuery, companiesQuery } from '#web/api/queries.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import { useDemonstration } from '#web/demonstration.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { IconAlert, IconClock, IconCopy } from '#web/ui/icons.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { rowList } from '../row-list.ts'
import { standingOf } from './choice.ts'
import { sheetOfUpload } from './sheet-of-upload.ts'
import classes from './Issue.module.css'

/** One document of the file: whether it is issued, to whom, what for, and itself when it is opened. */
export function DocumentItem({
  document,
  judged,
  company,
  day,
  isChosen,
  onToggle,
  onCorrect,
}: {
  document: UploadDocument
  judged: JudgedUpload
  company: number
  day: string | null
  isChosen: boolean
  onToggle: () => void
  onCorrect: () => void
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const standing = standingOf(document)
  const isOffered = standing === 'ready' || standing === 'repeated'
  const name = nameOf(t, document)
  return (
    <li className={classes.item} data-off={!isChosen || undefined}>
      <Checkbox
        className={classes.check ?? ''}
        checked={isChosen}
        disabled={!isOffered}
        aria-label={t('uploads.preview.issueOne', { name })}
        onChange={onToggle}
      />
      <div className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className="muted small num">{whatText(t, document)}</span>
        <span className="small">{linesText(t, document)}</span>
        <span className="muted small">{mailText(t, document)}</span>
      </div>
      <span className={`${classes.total} num`}>
        {document.totals === null ? '—' : showClp(document.totals.total)}
      </span>
      <div className={classes.notes}>
        <Why document={document} judged={judged} onCorrect={onCorrect} />
        {document.lines.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'uploads.preview.close' : 'uploads.preview.open')}
          </Button>
        )}
      </div>
      {isOpen && <Paper document={document} judged={judged} company={company} day={day} />}
    </li>
  )
}

function Paper({
  document,
  judged,
  company,
  day,
}: {
  document: UploadDocument
  judged: JudgedUpload
  company: number
  day: string | null
}) {
  const companies = useQuery(companiesQuery()).data ?? []
  const clients = useQuery(clientsQuery(company)).data ?? []
  const { demonstration } = useDemonstration()
  const facts = { company: companies.find(({ id }) => id === company), clients, judged, day }
  return (
    <div className={classes.paper}>
      <Sheet content={sheetOfUpload(document, facts)} demonstration={demonstration} />
    </div>
  )
}

/** Why it isn't issued, or what it may repeat. */
function Why({
  document,
  judged,
  onCorrect,
}: {
  document: UploadDocument
  judged: JudgedUpload
  onCorrect: () => void
}) {
  const { t } = useTranslation()
  const standing = standingOf(document)
  if (standing === 'waits') {
    return (
      <span className={classes.note}>
        <IconClock size={16} aria-hidden />
        {t('uploads.preview.waits')}
      </span>
    )
  }
  if (standing === 'wrong') {
    return (
      <span className={classes.note} data-tone="wrong">
        <IconAlert size={16} aria-hidden />
        {wrongText(t, document, judged)}
        <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
          {t('uploads.preview.correct')}
        </Button>
      </span>
    )
  }
  return <Likes document={document} judged={judged} />
}

function Likes({ document, judged }: { document: UploadDocument; judged: JudgedUpload }) {
  const { t } = useTranslation()
  const { same_as } = document
  const { shown, more } = likesShown(document)
  const rows = judged.documents
    .filter(({ key }) => same_as.includes(key))
    .flatMap((other) => other.rows.slice(0, 1))
  return (
    <>
      {rows.length > 0 && (
        <span className={classes.note} data-tone="repeated">
          <IconCopy size={16} aria-hidden />
          {t('uploads.preview.sameAs', { count: rows.length, list: rowList(rows) })}
        </span>
      )}
      {shown.map((one) => {
        const path = one.document === null ? null : documentPath(one.document)
        const to = path ?? (one.rule === null ? null : editRulePath(one.rule))
        const text = likeText(t, one)
        return (
          <span
            key={`${one.document} ${one.rule} ${one.day}`}
            className={classes.note}
            data-tone={one.is_same_amount ? 'repeated' : undefined}
          >
            <IconCopy size={16} aria-hidden />
            {to === null ? text : <Link to={to}>{text}</Link>}
          </span>
        )
      })}
      {more > 0 && (
        <span className={classes.note}>{t('uploads.preview.like.more', { count: more })}</span>
      )}
    </>
  )
}

const MAX_REPEATED = 3

/** Those of the same amount, because it may be one of them again; of others, the first tells enough. */
function likesShown({ like }: UploadDocument) {
  const repeated = like.filter(({ is_same_amount }) => is_same_amount).slice(0, MAX_REPEATED)
  const others = like.filter(({ is_same_amount }) => !is_same_amount).slice(0, 1)
  const shown = [...repeated, ...others]
  return { shown, more: like.length - shown.length }
}

function likeText(t: TFunction, one: UploadDocument['like'][number]): string {
  const amount = one.total === null ? '' : showClp(one.total)
  const values = { day: showDay(one.day), amount, folio: one.folio ?? '' }
  const which = one.document === null ? 'rule' : one.folio === null ? 'planned' : 'issued'
  return t(`uploads.preview.like.${which}`, values)
}

function wrongText(t: TFunction, { rows, client }: UploadDocument, judged: JudgedUpload): string {
  if (client?.kind === 'look_up' && client.look_up === 'failed') return client.message
  const count = judged.faults.filter(({ row }) => rows.includes(row)).length
  return count === 0 ? t('uploads.preview.wrong') : t('uploads.forms.wrong', { count })
}

export function nameOf(t: TFunction, { client, rut, rows }: UploadDocument): string {
  if (client !== null && 'name' in client && client.name !== '') return client.name
  return rut === null
    ? t('uploads.rows', { count: rows.length, list: rowList(rows) })
    : showRut(rut)
}

function whatText(t: TFunction, { document_type, rut, rows, due_day }: UploadDocument): string {
  const type = document_type === null ? [] : [t(`documentTypes.${TYPE_NAMES[document_type]}`)]
  return [
    ...type,
    ...(rut === null ? [] : [showRut(rut)]),
    t('uploads.rows', { count: rows.length, list: rowList(rows) }),
    ...(due_day === null ? [] : [t('uploads.preview.due', { day: showDay(due_day) })]),
  ].join(' · ')
}

function linesText(t: TFunction, { lines }: UploadDocument): string {
  const [first, ...others] = lines
  if (first === undefined) return ''
  if (others.length === 0) return first.description
  return t('uploads.preview.lines', { first: first.description, count: others.length })
}

function mailText(t: TFunction, { sends_email, to, cc }: UploadDocument): string {
  if (!sends_email) return t('uploads.preview.noMail')
  const all = [...to, ...cc]
  return all.length === 0
    ? t('uploads.preview.mailContacts')
    : t('uploads.preview.mail', { to: all.join(', ') })
}
