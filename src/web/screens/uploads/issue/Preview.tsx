import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type {
  JudgedUpload,
  OrderedDocument,
  UploadDocument,
  UploadSummary,
} from '#web/api/uploads.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { LookUps } from '../review/LookUps.tsx'
import { choose, isChosen, standingOf, type Standing } from './choice.ts'
import { DocumentItem, nameOf } from './DocumentItem.tsx'
import { issueDateOf } from './issue-date.ts'
import { IssuePanel } from './IssuePanel.tsx'
import { keepChoice, readChoice, type KeptChoice } from './kept-choice.ts'
import { OrderedList } from './OrderedList.tsx'
import { repeatsOn } from './repeats.ts'
import { useIssueDay } from './use-issue-day.ts'
import classes from './Issue.module.css'

type Shown = 'all' | 'repeated' | 'not'

const STANDINGS: Readonly<Record<Shown, readonly Standing[]>> = {
  all: ['ready', 'repeated', 'waits', 'wrong', 'dueBefore'],
  repeated: ['repeated'],
  not: ['waits', 'wrong', 'dueBefore'],
}

/** So many more at each press: a document is opened to be read, and nobody reads hundreds. */
const SHOWN_AT_ONCE = 50

/** Each document as it will be issued, which of them are, on which day, and what that costs and takes. */
export function Preview({
  upload,
  judged,
  onCorrect,
  onOrdered,
}: {
  upload: UploadSummary
  judged: JudgedUpload
  onCorrect: () => void
  onOrdered: () => void
}) {
  const { t } = useTranslation()
  const [{ choice, day: wished }, say] = useKeptChoice(upload.id)
  const [shown, setShown] = useState<Shown>('all')
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const issueDay = useIssueDay(upload.company, wished)
  const { day } = issueDay
  const date = useMemo(() => issueDateOf(judged, day), [judged, day])
  const repeats = useMemo(() => repeatsOn(judged, date), [judged, date])
  const isAmong = (what: Shown) => (document: UploadDocument) =>
    STANDINGS[what].includes(standingOf(document, repeats, date.day))
  const open = judged.documents.filter(({ state }) => state === 'new')
  const chosen = open.filter((document) => isChosen(document, choice, repeats, date.day))
  const repeated = open.filter(isAmong('repeated'))
  const early = open.filter((one) => standingOf(one, repeats, date.day) === 'dueBefore')
  const areAllTaken = repeated.every((document) => isChosen(document, choice, repeats, date.day))
  const countOf = (what: Shown) => open.filter(isAmong(what)).length
  const listed = open.filter(isAmong(shown))
  const take = (documents: UploadDocument[], isWanted: boolean) =>
    say((now) => ({ ...now, choice: choose(now.choice, documents, isWanted, repeats) }))
  if (open.length === 0) {
    return (
      <div className={classes.stack}>
        <EmptyState title={t('uploads.preview.doneTitle')} body={t('uploads.preview.doneBody')} />
        <OrderedList documents={judged.documents.flatMap((one) => orderedOf(t, one))} />
      </div>
    )
  }
  const offered = (['all', 'repeated', 'not'] as const).filter(
    (what) => what === 'all' || what === shown || countOf(what) > 0,
  )
  return (
    <div className={classes.stack}>
      <LookUps upload={upload.id} judged={judged} />
      <div className={classes.preview}>
        <IssuePanel
          upload={upload}
          judged={judged}
          chosen={chosen}
          repeats={repeats}
          wrong={countOf('not') - early.length}
          early={early}
          repeated={repeated.length}
          issueDay={issueDay}
          onWish={(day) => say((now) => ({ ...now, day }))}
          onKeepFirst={(first) => take(chosen.slice(first), false)}
          date={date}
          onCorrect={onCorrect}
          onOrdered={onOrdered}
        />
        <section className={classes.documents} aria-label={t('uploads.preview.list')}>
          {offered.length > 1 && (
            <div className={classes.filter}>
              <Segments
                label={t('uploads.preview.filter')}
                value={shown}
                options={offered.map((what) => ({
                  value: what,
                  label: t(`uploads.preview.shown.${what}`, { count: countOf(what) }),
                }))}
                onChange={(next) => {
                  setShown(next)
                  setCount(SHOWN_AT_ONCE)
                }}
              />
            </div>
          )}
          {shown === 'repeated' && repeated.length > 1 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => take(repeated, !areAllTaken)}
            >
              {t(areAllTaken ? 'uploads.preview.leaveAll' : 'uploads.preview.takeAll')}
            </Button>
          )}
          <ul className={classes.list}>
            {listed.slice(0, count).map((document) => (
              <DocumentItem
                key={document.key}
                document={document}
                judged={judged}
                company={upload.company}
                date={date}
                repeats={repeats}
                isChosen={isChosen(document, choice, repeats, date.day)}
                onToggle={() => take([document], !isChosen(document, choice, repeats, date.day))}
                onCorrect={onCorrect}
              />
            ))}
          </ul>
          {listed.length > count && (
            <Button variant="default" onClick={() => setCount(count + SHOWN_AT_ONCE)}>
              {t('uploads.preview.more', { count: listed.length - count })}
            </Button>
          )}
        </section>
      </div>
    </div>
  )
}

/** As it stands, also where it was ordered from another file. */
function orderedOf(t: TFunction, document: UploadDocument): OrderedDocument[] {
  const { key, group, rows, ordered, totals } = document
  if (ordered === null) return []
  const total = totals?.total ?? null
  const said = { key, group, rows, recipient: nameOf(t, document), total }
  return [{ ...said, ...ordered, document: document.document }]
}

/** Kept while the preview is left and comes back. */
function useKeptChoice(upload: number) {
  const [kept, say] = useState<KeptChoice>(() => readChoice(upload))
  useEffect(() => keepChoice(upload, kept), [upload, kept])
  return [kept, say] as const
}
