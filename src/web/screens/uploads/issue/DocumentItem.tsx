import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import { companiesQuery } from '#web/api/queries.ts'
import type { JudgedUpload, OtherDocument, UploadDocument } from '#web/api/uploads.ts'
import { useDemonstration } from '#web/demonstration.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { IconAlert, IconClock, IconCopy } from '#web/ui/icons.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { rowList } from '../row-list.ts'
import { standingOf } from './choice.ts'
import { inWords, totalsOn, type IssueDate } from './issue-date.ts'
import type { Repeats, RepeatsByKey } from './repeats.ts'
import { sheetOfUpload, unusedRoles } from './sheet-of-upload.ts'
import classes from './Issue.module.css'

/** One document of the file: whether it is issued, to whom, what for, and itself when it is opened. */
export function DocumentItem({
  document,
  judged,
  company,
  date,
  repeats,
  isChosen,
  onToggle,
  onCorrect,
}: {
  document: UploadDocument
  judged: JudgedUpload
  company: number
  date: IssueDate
  repeats: RepeatsByKey
  isChosen: boolean
  onToggle: () => void
  onCorrect: () => void
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const standing = standingOf(document, repeats, date.day)
  const isOffered = standing === 'ready' || standing === 'repeated'
  const name = nameOf(t, document)
  const total = totalsOn(document, date)?.total ?? null
  const unused = unusedRoles(document)
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
        <Why
          document={document}
          judged={judged}
          date={date}
          repeats={repeats}
          onCorrect={onCorrect}
        />
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
      {isOpen && <Paper document={document} judged={judged} company={company} date={date} />}
    </li>
  )
}

function Paper({
  document,
  judged,
  company,
  date,
}: {
  document: UploadDocument
  judged: JudgedUpload
  company: number
  date: IssueDate
}) {
  const companies = useQuery(companiesQuery()).data ?? []
  const { demonstration } = useDemonstration()
  const facts = { company: companies.find(({ id }) => id === company), judged, date }
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
  date,
  repeats,
  onCorrect,
}: {
  document: UploadDocument
  judged: JudgedUpload
  date: IssueDate
  repeats: RepeatsByKey
  onCorrect: () => void
}) {
  const { t } = useTranslation()
  const standing = standingOf(document, repeats, date.day)
  const own = repeats.get(document.key)
  if (standing === 'waits') {
    return (
      <span className={classes.note}>
        <IconClock size={16} aria-hidden />
        {t('uploads.preview.waits')}
      </span>
    )
  }
  if (standing === 'wrong' || standing === 'dueBefore') {
    return (
      <span className={classes.note} data-tone="wrong">
        <IconAlert size={16} aria-hidden />
        {standing === 'wrong' ? wrongText(t, document, judged) : t('uploads.preview.dueBefore')}
        <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
          {t('uploads.preview.correct')}
        </Button>
      </span>
    )
  }
  return own === undefined ? null : <Alike document={document} repeats={own} />
}

function Alike({
  document: { same_as },
  repeats: { ofFile, others, beside },
}: {
  document: UploadDocument
  repeats: Repeats
}) {
  const { t } = useTranslation()
  const rows = (documents: readonly UploadDocument[]) =>
    documents.flatMap((other) => other.rows.slice(0, 1))
  const inSameWords = rows(ofFile.filter(({ key }) => same_as.includes(key)))
  const ofSameAmount = rows(ofFile.filter(({ key }) => !same_as.includes(key)))
  // Those that it may be once more; of others, the first tells enough.
  const shown = [...others.slice(0, MAX_REPEATED), ...beside.slice(0, 1)]
  const more = others.length + beside.length - shown.length
  return (
    <>
      {inSameWords.length > 0 && (
        <Note tone="repeated">{t('uploads.preview.sameAs', listed(inSameWords))}</Note>
      )}
      {ofSameAmount.length > 0 && (
        <Note tone="repeated">{t('uploads.preview.sameAmount', listed(ofSameAmount))}</Note>
      )}
      {shown.map((one) => (
        <Note key={one.ref} tone={others.includes(one) ? 'repeated' : undefined}>
          <OtherLink other={one}>{otherText(t, one, others.includes(one))}</OtherLink>
        </Note>
      ))}
      {more > 0 && (
        <span className={classes.note}>{t('uploads.preview.like.more', { count: more })}</span>
      )}
    </>
  )
}

const MAX_REPEATED = 3
const MAX_ROWS = 5

function listed(rows: readonly number[]) {
  const list = rowList(rows.slice(0, MAX_ROWS))
  return { count: rows.length, list: rows.length > MAX_ROWS ? `${list}…` : list }
}

function Note({ tone, children }: { tone: 'repeated' | undefined; children: ReactNode }) {
  return (
    <span className={classes.note} data-tone={tone}>
      <IconCopy size={16} aria-hidden />
      {children}
    </span>
  )
}

/** Opens it; what the SII's list alone has is no page of ours. */
function OtherLink({
  other: { document, rule },
  children,
}: {
  other: OtherDocument
  children: string
}) {
  if (document !== null) return <Link to={documentPath(document)}>{children}</Link>
  return rule === null ? children : <Link to={editRulePath(rule)}>{children}</Link>
}

function otherText(t: TFunction, one: OtherDocument, isRepeated: boolean): string {
  const { total } = one
  const amount = total === null ? '' : showClp(total)
  const values = { day: showDay(one.day), amount, folio: one.folio ?? '' }
  if (total === null) {
    return t(`uploads.preview.likeUnknown.${one.rule === null ? 'planned' : 'rule'}`, values)
  }
  const which = one.folio === null ? 'planned' : 'issued'
  return t(`uploads.preview.${isRepeated ? 'likeSame' : 'like'}.${which}`, values)
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
