import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WrongCell } from './sheet-data.ts'
import classes from './Review.module.css'

/** Of thousands nobody reads more at once. */
const SHOWN_AT_ONCE = 100

/** Every wrong cell with its cause and what to write instead; each leads to its cell. */
export function FaultList({
  wrong,
  onChoose,
}: {
  wrong: readonly WrongCell[]
  onChoose: (cell: WrongCell) => void
}) {
  const { t } = useTranslation()
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const more = wrong.length - count
  return (
    <div className={classes.faults}>
      <ul>
        {wrong.slice(0, count).map((cell) => (
          <li key={`${cell.row} ${cell.role}`}>
            <button type="button" className={classes.fault} onClick={() => onChoose(cell)}>
              <WrongWords cell={cell} />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setCount(count + SHOWN_AT_ONCE)}>
          {t('uploads.faults.more', { count: more })}
        </Button>
      )}
    </div>
  )
}

function WrongWords({ cell: { row, role, faults } }: { cell: WrongCell }) {
  const { t } = useTranslation()
  const value = faults[0]?.value ?? ''
  return (
    <>
      <span className={classes.place}>
        {t('uploads.faults.at', { row, column: t(`uploads.roles.${role}`) })}
        {value !== '' && <span className={classes.value}>«{value}»</span>}
      </span>
      {faults.map(({ code, cause, instead }) => (
        <span key={code} className={classes.cause}>
          {cause} <span className="muted">{instead}</span>
        </span>
      ))}
    </>
  )
}
