import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { msUntil } from '#web/clock.ts'
import { IconClock } from '#web/ui/icons.ts'
import { clockText } from './clock-text.ts'
import classes from './Document.module.css'

/** The undo window running out. Read out by nobody second by second; the sentence above has the hour. */
export function Countdown({ until }: { until: string }) {
  const { t } = useTranslation()
  const left = useMsLeft(until)
  return (
    <div className={classes.countdown}>
      <IconClock size={18} aria-hidden />
      {left > 0 ? (
        <p>
          {t('document.countdown')}{' '}
          <strong className="num" role="timer" aria-live="off">
            {clockText(left)}
          </strong>
          . <span className="muted">{t('document.countdownHint')}</span>
        </p>
      ) : (
        <p>{t('document.countdownOver')}</p>
      )}
    </div>
  )
}

function useMsLeft(until: string): number {
  const [left, setLeft] = useState(() => msUntil(until))
  useEffect(() => {
    const tick = () => setLeft(msUntil(until))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
