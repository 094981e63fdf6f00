import { useTranslation } from 'react-i18next'
import classes from './Charts.module.css'
import { labelEvery, scaleOf, type Point } from './scale.ts'

const HEIGHT = 260
const TOP = 18
const BOTTOM = 26
const LEFT = 30
const LABEL_PX = 50
const WIDEST_BAR = 34
/** Where a bar has room for its number above it. */
const NUMBERED_BAR = 14

/** How many clients bought in each month, in whole steps from zero up. */
export function Bars({ points, width }: { points: Point[]; width: number }) {
  const { t } = useTranslation()
  const { ticks, top } = scaleOf(
    points.map(({ clients }) => clients),
    4,
  )
  const room = (width - LEFT) / Math.max(1, points.length)
  const bar = Math.min(WIDEST_BAR, room * 0.64)
  const y = (count: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / Math.max(1, top))
  const every = labelEvery(points.length, width - LEFT, LABEL_PX)
  return (
    <svg
      className={classes.chart}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={t('analysis.charts.clients')}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text className={classes.tick} x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {points.map(({ name, short, clients }, at) => {
        const middle = LEFT + room * (at + 0.5)
        return (
          <g key={short}>
            <title>{`${name}: ${clients}`}</title>
            <rect
              className={classes.bar}
              x={middle - bar / 2}
              y={y(clients)}
              width={bar}
              height={y(0) - y(clients)}
              rx={3}
            />
            {bar >= NUMBERED_BAR && (
              <text className={classes.count} x={middle} y={y(clients) - 5} textAnchor="middle">
                {clients}
              </text>
            )}
            {(points.length - 1 - at) % every === 0 && (
              <text className={classes.tick} x={middle} y={HEIGHT - 6} textAnchor="middle">
                {short}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
