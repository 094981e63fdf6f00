import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import { companiesQuery, type Client } from '#web/api/queries.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import { useDemonstration } from '#web/demonstration.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { IconAlert, IconClock, IconCopy } from '#web/ui/icons.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { rowList } from '../row-list.ts'
import { mayBeTheSame, standingOf } from './choice.ts'
import { inWords, totalsOn, type IssueDate } from './issue-date.ts'
import { sheetOfUpload, unusedRoles } from './sheet-of-upload.ts'
import classes from './Issue.module.css'

/** One document of the file: whether it is issued, to whom, what for, and itself when it is opened. */
export function DocumentItem({
  document,
  judged,
  company,
  clients,
  date,
  isChosen,
  onToggle,
  onCorrect,
}: {
  document: UploadDocument
  judged: JudgedUpload
  company: number
  /** Null until they are read. */
  clients: readonly Client[] | null
  date: IssueDate
  isChosen: boolean
  onToggle: () => void
  onCorrect: () => void
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const standing = standingOf(document)
  const isOffered = standing === 'ready' || standing === 'repeated'
  const name = nameOf(t, document)
  const total = totalsOn(document, date)?.total ?? null
  const unused = unusedRoles(document, clients ?? [])
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
        <span className="small">{linesText(t, document, date)}</span>
        <span className="muted small">{mailText(t, document, judged)}</span>
      </div>
      <span className={`${classes.total} num`}>{total === null ? '—' : showClp(total)}</span>
      <div className={classes.notes}>
        <Why document={document} judged={judged} onCorrect={onCorrect} />
        {unused.length > 0 && (
          <span className={classes.note}>
            {t('uploads.preview.unused', {
              names: unused.map((role) => t(`uploads.roles.${role}`)).join(', '),
            })}
          </span>
        )}
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
      {isOpen && (
        <Paper
          document={document}
          judged={judged}
          company={company}
          clients={clients}
          date={date}
        />
      )}
    </li>
  )
}

function Paper({
  document,
  judged,
  company,
  clients,
  date,
}: {
  document: UploadDocument
  judged: JudgedUpload
  company: number
  clients: readonly Client[] | null
  date: IssueDate
}) {
  const { t } = useTranslation()
  const companies = useQuery(companiesQuery()).data ?? []
  const { demonstration } = useDemonstration()
  // A known client's own data is issued: without it the paper would say something else.
  if (clients === null) {
    return (
      <Skeleton
        className={classes.paper ?? ''}
        height={420}
        role="status"
        aria-label={t('loading')}
      />
    )
  }
  const facts = { company: companies.find(({ id }) => id === company), clients, judged, date }
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
            data-tone={mayBeTheSame(one) ? 'repeated' : undefined}
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

/** Those that may be the same, because it may be one of them again; of others, the first tells enough. */
function likesShown({ like }: UploadDocument) {
  const repeated = like.filter(mayBeTheSame).slice(0, MAX_REPEATED)
  const others = like.filter((one) => !mayBeTheSame(one)).slice(0, 1)
  const shown = [...repeated, ...others]
  return { shown, more: like.length - shown.length }
}

function likeText(t: TFunction, one: UploadDocument['like'][number]): string {
  const amount = one.total === null ? '' : showClp(one.total)
  const values = { day: showDay(one.day), amount, folio: one.folio ?? '' }
  const which = one.document === null ? 'rule' : one.folio === null ? 'planned' : 'issued'
  return one.total === null
    ? t(`uploads.preview.likeUnknown.${which}`, values)
    : t(`uploads.preview.like.${which}`, values)
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

function linesText(t: TFunction, document: UploadDocument, date: IssueDate): string {
  const [line, ...others] = document.lines
  if (line === undefined) return ''
  const first = inWords(line.description, document, date)
  if (others.length === 0) return first
  return t('uploads.preview.lines', { first, count: others.length })
}

function mailText(
  t: TFunction,
  { sends_email, to, cc }: UploadDocument,
  { issuing: { mailbox } }: JudgedUpload,
): string {
  if (!sends_email) return t('uploads.preview.noMail')
  const all = [...to, ...cc]
  if (all.length === 0) return t('uploads.preview.mailContacts')
  const values = { to: all.join(', '), from: mailbox ?? '' }
  return t(mailbox === null ? 'uploads.preview.mail' : 'uploads.preview.mailFrom', values)
}
