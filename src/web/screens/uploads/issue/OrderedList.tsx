import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { showClp, showDay } from '#texts/formats.ts'
import type { OrderedDocument } from '#web/api/uploads.ts'
import { documentPath } from '#web/paths.ts'
import {
  IconAlert,
  IconBan,
  IconCalendar,
  IconCircleCheck,
  IconClock,
  IconHelp,
  IconProgress,
  IconSearch,
} from '#web/ui/icons.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { rowList } from '../row-list.ts'
import classes from './Issue.module.css'

type State = OrderedDocument['state']

const LOOKS: Record<State, { tone: string; icon: typeof IconClock }> = {
  ordering: { tone: 'calm', icon: IconClock },
  planned: { tone: 'calm', icon: IconCalendar },
  waiting: { tone: 'busy', icon: IconClock },
  needs_data: { tone: 'needsYou', icon: IconHelp },
  queued: { tone: 'busy', icon: IconProgress },
  issuing: { tone: 'busy', icon: IconProgress },
  uncertain: { tone: 'needsYou', icon: IconSearch },
  issued: { tone: 'done', icon: IconCircleCheck },
  failed: { tone: 'wrong', icon: IconAlert },
  refused: { tone: 'wrong', icon: IconAlert },
  skipped: { tone: 'calm', icon: IconBan },
  cancelled: { tone: 'calm', icon: IconBan },
  annulled: { tone: 'calm', icon: IconBan },
}

const ASKS = { tone: 'needsYou', icon: IconHelp }

function needsPerson({ state, asks }: OrderedDocument): boolean {
  return asks || state === 'failed' || state === 'refused'
}

const SHOWN_AT_ONCE = 100

/** What was ordered, in the order of the file; each leads to its own page. */
export function OrderedList({ documents }: { documents: OrderedDocument[] }) {
  const { t } = useTranslation()
  const [isFiltered, setIsFiltered] = useState(false)
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const needsYou = documents.filter(needsPerson)
  const listed = isFiltered && needsYou.length > 0 ? needsYou : documents
  return (
    <section className={classes.documents} aria-label={t('uploads.progress.list')}>
      {needsYou.length > 0 && (
        <div className={classes.filter}>
          <Segments
            label={t('uploads.preview.filter')}
            value={isFiltered ? 'needsYou' : 'all'}
            options={[
              { value: 'all', label: t('uploads.progress.all', { count: documents.length }) },
              {
                value: 'needsYou',
                label: t('uploads.progress.needsYou', { count: needsYou.length }),
              },
            ]}
            onChange={(value) => setIsFiltered(value === 'needsYou')}
          />
        </div>
      )}
      <ul className={classes.list}>
        {listed.slice(0, count).map((document) => (
          <li key={document.key}>
            <Leading to={document.document}>
              <Row document={document} />
            </Leading>
          </li>
        ))}
      </ul>
      {listed.length > count && (
        <Button variant="default" onClick={() => setCount(count + SHOWN_AT_ONCE)}>
          {t('uploads.preview.more', { count: listed.length - count })}
        </Button>
      )}
    </section>
  )
}

function Leading({ to, children }: { to: number | null; children: ReactNode }) {
  if (to === null) return <div className={classes.ordered}>{children}</div>
  return (
    <Link to={documentPath(to)} className={classes.ordered}>
      {children}
    </Link>
  )
}

function Row({ document }: { document: OrderedDocument }) {
  const { t } = useTranslation()
  const { state, asks, folio, recipient, rows, date, total, message } = document
  const { tone, icon: Icon } = asks ? ASKS : LOOKS[state]
  return (
    <>
      <span className={classes.who}>
        <span className={classes.name}>{recipient}</span>
        <span className="muted small num">
          {t('uploads.rows', { count: rows.length, list: rowList(rows) })} · {showDay(date)}
        </span>
      </span>
      <span className={classes.badge} data-tone={tone}>
        <Icon size={16} aria-hidden />
        {t(`uploads.states.${asks ? 'asks' : state}`)}
        {folio !== null && <span className="num">{t('documents.number', { folio })}</span>}
      </span>
      <span className={`${classes.total} num`}>{total === null ? '—' : showClp(total)}</span>
      {message !== null && <span className={classes.message}>{message}</span>}
    </>
  )
}
