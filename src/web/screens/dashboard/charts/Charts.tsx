import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showClp } from '#texts/formats.ts'
import type { Analysis } from '#web/api/analytics.ts'
import { installationQuery } from '#web/api/queries.ts'
import '#web/texts/analysis.ts'
import panel from '../Analysis.module.css'
import classes from './Charts.module.css'
import { Bars } from './Bars.tsx'
import { Lines } from './Lines.tsx'
import { shortMonth, type Point } from './scale.ts'

/** The two charts, each of which can be read as a table instead. */
export function Charts({ figures: { temporal, ours } }: { figures: Analysis }) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const read = ours.months.filter(({ read_at }) => read_at !== null)
  const points = temporal.map(({ month_name: month, sales, purchases }, at) => ({
    name: today.startsWith(read[at]?.month ?? '-')
      ? t('analysis.charts.inCourse', { month })
      : month,
    short: shortMonth(month, read[at]?.month ?? ''),
    sales: sales.amount,
    purchases: purchases.amount,
    clients: sales.unique_clients,
  }))
  return (
    <div className={panel.charts}>
      <Figure
        title={t('analysis.charts.evolution')}
        headings={[
          t('analysis.charts.month'),
          t('analysis.charts.sales'),
          t('analysis.charts.purchases'),
        ]}
        rows={points.map(({ name, sales, purchases }) => [
          name,
          showClp(sales),
          showClp(purchases),
        ])}
        chart="lines"
        points={points}
      />
      <Figure
        title={t('analysis.charts.clients')}
        headings={[t('analysis.charts.month'), t('analysis.charts.unique')]}
        rows={points.map(({ name, clients }) => [name, String(clients)])}
        chart="bars"
        points={points}
      />
    </div>
  )
}

function Figure({
  title,
  headings,
  rows,
  chart,
  points,
}: {
  title: string
  headings: string[]
  rows: string[][]
  chart: 'lines' | 'bars'
  points: Point[]
}) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const { ref, width } = useElementSize()
  return (
    <section className={`${panel.panel} ${classes.figure}`} aria-label={title}>
      <div className={classes.head}>
        <h2 className={panel.panelTitle}>{title}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${title}: ${t(isTable ? 'analysis.charts.asChart' : 'analysis.charts.asTable')}`}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'analysis.charts.asChart' : 'analysis.charts.asTable')}
        </Button>
      </div>
      <div ref={ref} className={classes.body}>
        {isTable && <Table headings={headings} rows={rows} />}
        {!isTable && width > 0 && chart === 'lines' && <Lines points={points} width={width} />}
        {!isTable && width > 0 && chart === 'bars' && <Bars points={points} width={width} />}
      </div>
    </section>
  )
}

/** The newest first. */
function Table({ headings, rows }: { headings: string[]; rows: string[][] }) {
  return (
    <table className={panel.top}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={headings[at + 1]} className="num">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
