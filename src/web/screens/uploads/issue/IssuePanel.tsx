import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentCharge } from '#domain/prices.ts'
import { showClp, showDay } from '#texts/formats.ts'
import {
  uploadPaceQuery,
  type JudgedUpload,
  type UploadDocument,
  type UploadSummary,
} from '#web/api/uploads.ts'
import { formatTime } from '#web/clock.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { rowList } from '../row-list.ts'
import { lacksOf } from './choice.ts'
import { durationText } from './duration-text.ts'
import { totalOf, type IssueDate } from './issue-date.ts'
import { IssueDialog } from './IssueDialog.tsx'
import type { RepeatsByKey } from './repeats.ts'
import type { IssueDay } from './use-issue-day.ts'
import classes from './Issue.module.css'

/** How many are issued, for how much, when, what it costs and takes, and the button that orders them. */
export function IssuePanel({
  upload,
  judged,
  chosen,
  repeats,
  wrong,
  early,
  repeated,
  issueDay,
  onWish,
  onKeepFirst,
  date,
  onCorrect,
  onOrdered,
}: {
  upload: UploadSummary
  judged: JudgedUpload
  chosen: readonly UploadDocument[]
  repeats: RepeatsByKey
  wrong: number
  /** Due before the day of issue. */
  early: readonly UploadDocument[]
  repeated: number
  issueDay: IssueDay
  onWish: (day: string | null) => void
  /** Only so many of the chosen stay so. */
  onKeepFirst: (count: number) => void
  date: IssueDate
  onCorrect: () => void
  onOrdered: () => void
}) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const total = totalOf(chosen, date)
  const charge = chargeOf(chosen, date)
  const { day } = issueDay
  const lacks = lacksOf(judged, chosen)
  const pace = useQuery(uploadPaceQuery(upload.id, day)).data
  const fits = pace === undefined || chosen.length <= pace.fits
  const time =
    pace === undefined ? '…' : durationText(t, (pace.ahead + chosen.length) * pace.seconds_each)
  return (
    <aside className={classes.panel} aria-label={t('uploads.issue.title')}>
      <p className={classes.sum}>
        <strong className="num">{t('uploads.issue.count', { count: chosen.length })}</strong>
        <span className="num">
          {total.unknown === chosen.length && chosen.length > 0
            ? t('uploads.issue.totalUnknown')
            : t('uploads.issue.total', { total: showClp(total.knownClp) })}
        </span>
        {total.unknown > 0 && total.unknown < chosen.length && (
          <span className="muted small">
            {t('uploads.issue.unknown', { count: total.unknown })}
          </span>
        )}
      </p>
      <Facts
        facts={[
          [t('uploads.issue.charge'), charge === null ? t('uploads.issue.later') : showClp(charge)],
          [t('uploads.issue.time'), time],
        ]}
      />
      <When issueDay={issueDay} onWish={onWish} />
      {!fits && day !== null && (
        <Notice
          tone="needsYou"
          action={
            pace.fits > 0 && (
              <Button variant="default" size="compact-sm" onClick={() => onKeepFirst(pace.fits)}>
                {t('uploads.issue.keepFirst', { count: pace.fits })}
              </Button>
            )
          }
        >
          {t(pace.fits > 0 ? 'uploads.issue.tooMany' : 'uploads.issue.dayFull', {
            count: pace.fits,
            day: showDay(day),
            time: formatTime(pace.closes_at),
          })}
        </Notice>
      )}
      {wrong > 0 && (
        <p className={classes.hint}>
          {t('uploads.issue.wrong', { count: wrong })}{' '}
          <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
            {t('uploads.issue.correct')}
          </Button>
        </p>
      )}
      {early.length > 0 && <Early documents={early} onCorrect={onCorrect} />}
      {repeated > 0 && (
        <p className={classes.hint}>{t('uploads.issue.repeated', { count: repeated })}</p>
      )}
      {lacks.map(({ code, text }) => (
        <Notice key={code} tone="needsYou">
          {text}
        </Notice>
      ))}
      <Button
        disabled={chosen.length === 0 || day === null || lacks.length > 0 || !fits}
        onClick={() => setIsAsking(true)}
      >
        {t('uploads.issue.button', { count: chosen.length })}
      </Button>
      {isAsking && day !== null && (
        <IssueDialog
          upload={upload}
          chosen={chosen}
          repeats={repeats}
          total={total}
          day={day}
          onClose={() => setIsAsking(false)}
          onOrdered={onOrdered}
        />
      )}
    </aside>
  )
}

/** Due before the day that is chosen: another day, or another due day, issues them. */
function Early({
  documents,
  onCorrect,
}: {
  documents: readonly UploadDocument[]
  onCorrect: () => void
}) {
  const { t } = useTranslation()
  const list = rowList(documents.flatMap(({ rows }) => rows.slice(0, 1)))
  return (
    <p className={classes.hint}>
      {t('uploads.issue.early', { count: documents.length, list })}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onCorrect}>
        {t('uploads.issue.correct')}
      </Button>
    </p>
  )
}

function When({ issueDay, onWish }: { issueDay: IssueDay; onWish: (day: string | null) => void }) {
  const { t } = useTranslation()
  const { departure, wished, first, last, isRight } = issueDay
  return (
    <>
      <Choice
        label={t('uploads.issue.when')}
        options={[
          { value: 'now', label: departure.label, hint: departure.shown },
          { value: 'day', label: t('uploads.issue.otherDay') },
        ]}
        value={wished === null ? 'now' : 'day'}
        onChange={(value) => onWish(value === 'now' ? null : first)}
      />
      {wished !== null && (
        <TextInput
          type="date"
          label={t('uploads.issue.day')}
          min={first}
          max={last}
          value={wished}
          error={
            !isRight && t('uploads.issue.dayWrong', { first: showDay(first), last: showDay(last) })
          }
          onChange={({ currentTarget: { value } }) => onWish(value)}
        />
      )}
    </>
  )
}

/** By the UF of that day, with IVA; null while it isn't known. */
function chargeOf(documents: readonly UploadDocument[], { day, rates }: IssueDate): number | null {
  const rate = rates.get(day ?? '')
  if (rate === undefined) return null
  return documents.reduce(
    (sum, { sends_email }) => sum + documentCharge(sends_email, rate).totalClp,
    0,
  )
}
