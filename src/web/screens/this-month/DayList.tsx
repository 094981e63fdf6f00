import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showClp, showWeekday } from '#texts/formats.ts'
import { language } from '#web/language.ts'
import { ActDialog } from '../document/act.tsx'
import { IssueMonthDialog } from '../rules/IssueMonthDialog.tsx'
import { OnlyMonthDialog } from '../rules/OnlyMonthDialog.tsx'
import { Estimated } from './Estimated.tsx'
import type { DayAhead } from '#web/documents/groups.ts'
import { sumOf } from '#web/documents/groups.ts'
import { GroupRows } from './GroupRows.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import type { Wish } from './RowMenu.tsx'
import { whenText } from './when-text.ts'
import classes from './ThisMonth.module.css'

/** Day by day what will be issued and what was. */
export function DayList({
  days,
  today,
  withoutHeads,
}: {
  days: DayAhead[]
  today: string
  withoutHeads: boolean
}) {
  const [wish, setWish] = useState<Wish | null>(null)
  return (
    <div className={classes.days}>
      {days.map((day) => (
        <section key={day.date} aria-labelledby={withoutHeads ? undefined : `day ${day.date}`}>
          {!withoutHeads && <DayHead day={day} today={today} />}
          <ul className={classes.list}>
            {day.groups.map((group) => (
              <GroupRows key={group.key} group={group} today={today} onWish={setWish} />
            ))}
          </ul>
        </section>
      ))}
      <WishDialog wish={wish} onClose={() => setWish(null)} />
    </div>
  )
}

function DayHead({ day, today }: { day: DayAhead; today: string }) {
  const { t } = useTranslation()
  const sum = sumOf(day.groups.flatMap(({ rows }) => rows))
  return (
    <div className={classes.dayHead}>
      <h2 id={`day ${day.date}`} className={classes.date}>
        {showWeekday(day.date, language())}
      </h2>
      <span className="muted small">{whenText(t, today, day.date)}</span>
      {day.groups.length > 1 && sum.total !== null && (
        <span className={`${classes.daySum} num`}>
          {sum.isEstimated && <Estimated />} {showClp(sum.total)}
        </span>
      )}
    </div>
  )
}

function WishDialog({ wish, onClose }: { wish: Wish | null; onClose: () => void }) {
  if (wish === null) return null
  switch (wish.kind) {
    case 'preview':
      return <PreviewDialog rows={wish.rows} onClose={onClose} />
    case 'onlyMonth':
      return (
        <OnlyMonthDialog
          rule={wish.rule}
          company={wish.company}
          period={wish.period}
          onClose={onClose}
        />
      )
    case 'issueMonth':
      return (
        <IssueMonthDialog
          rule={wish.rule}
          company={wish.company}
          period={wish.period}
          count={wish.count}
          total={wish.total}
          onClose={onClose}
        />
      )
    case 'act':
      return <ActDialog document={wish.document} asked={wish.action} onClose={onClose} />
  }
}
