import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showClp } from '#texts/formats.ts'
import classes from './Charts.module.css'
import { labelEvery, scaleOf, type Point } from './scale.ts'

const HEIGHT = 232
const TOP = 8
const BOTTOM = 26
const LABEL_PX = 50
/** Of a figure of the axis, about. */
const FIGURE_PX = 7

/** Two filled lines by month, from zero up; what is pointed at stands in words above. */
export function Lines({ points, width }: { points: Point[]; width: number }) {
  const { t } = useTranslation()
  const [pointed, point] = useState<number | null>(null)
  const { ticks, top } = scaleOf(
    points.flatMap(({ sales, purchases }) => [sales, purchases]),
    4,
  )
  const left = showClp(top).length * FIGURE_PX + 10
  const x = (at: number) =>
    points.length === 1
      ? (left + width) / 2
      : left + 8 + (at * (width - left - 16)) / (points.length - 1)
  // A month in which notas de crédito outweigh the sales stands at zero; the table has its figure.
  const y = (amount: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, amount) / Math.max(1, top))
  const every = labelEvery(points.length, width - left, LABEL_PX)
  const shown = points[pointed ?? points.length - 1]
  const place = (clientX: number, box: DOMRect) => {
    const distances = points.map((_, at) => Math.abs(x(at) - (clientX - box.left)))
    point(distances.indexOf(Math.min(...distances)))
  }
  return (
    <>
      <p className={classes.legend}>
        <span className={classes.month}>{shown?.name}</span>
        <Key kind="sales" name={t('analysis.charts.sales')} amount={shown?.sales ?? 0} />
        <Key
          kind="purchases"
          name={t('analysis.charts.purchases')}
          amount={shown?.purchases ?? 0}
        />
      </p>
      <svg
        className={classes.chart}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={t('analysis.charts.evolution')}
        onPointerMove={(event) => place(event.clientX, event.currentTarget.getBoundingClientRect())}
        onPointerLeave={() => point(null)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.grid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text className={classes.tick} x={left - 8} y={y(tick) + 4} textAnchor="end">
              {showClp(tick)}
            </text>
          </g>
        ))}
        {points.map(
          ({ short }, at) =>
            (points.length - 1 - at) % every === 0 && (
              <text
                key={short}
                className={classes.tick}
                x={x(at)}
                y={HEIGHT - 6}
                textAnchor={at === points.length - 1 ? 'end' : 'middle'}
                dx={at === points.length - 1 ? 8 : 0}
              >
                {short}
              </text>
            ),
        )}
        {(['sales', 'purchases'] as const).map((side) => (
          <Line
            key={side}
            kind={side}
            line={points.map((one, at) => `${x(at)},${y(one[side])}`)}
            from={`${x(0)},${y(0)}`}
            to={`${x(points.length - 1)},${y(0)}`}
          />
        ))}
        {pointed !== null && shown !== undefined && (
          <g>
            <line className={classes.pointer} x1={x(pointed)} x2={x(pointed)} y1={TOP} y2={y(0)} />
            <circle className={classes.sales} cx={x(pointed)} cy={y(shown.sales)} r={4} />
            <circle className={classes.purchases} cx={x(pointed)} cy={y(shown.purchases)} r={4} />
          </g>
        )}
        {points.length === 1 && shown !== undefined && (
          <g>
            <circle className={classes.sales} cx={x(0)} cy={y(shown.sales)} r={4} />
            <circle className={classes.purchases} cx={x(0)} cy={y(shown.purchases)} r={4} />
          </g>
        )}
      </svg>
    </>
  )
}

function Line({
  kind,
  line,
  from,
  to,
}: {
  kind: 'sales' | 'purchases'
  line: string[]
  from: string
  to: string
}) {
  return (
    <g className={classes[kind]}>
      <polygon points={[from, ...line, to].join(' ')} />
      <polyline points={line.join(' ')} />
    </g>
  )
}

function Key({
  kind,
  name,
  amount,
}: {
  kind: 'sales' | 'purchases'
  name: string
  amount: number
}) {
  return (
    <span className={classes.key}>
      <svg width={18} height={8} aria-hidden="true" className={classes[kind]}>
        <polyline points="1,4 17,4" />
      </svg>
      {name} <b className="num">{showClp(amount)}</b>
    </span>
  )
}
