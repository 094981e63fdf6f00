import { useTranslation } from 'react-i18next'
import { showClp } from '#texts/formats.ts'
import pay from '../Pay.module.css'
import classes from './Together.module.css'
import { nameOf } from './document-name.ts'
import type { Access } from './use-together.ts'

/** Each document stands open in the list below then. */
const CAME_TO_NOTHING: ReadonlySet<string> = new Set([
  'failed',
  'cancelled',
  'expired',
  'notOwed',
  'notStarted',
])

/** What became of the payment of several documents that was begun here last, and what it is of each. */
export function JointAttempt({ attempt, issuer }: { attempt: Access['attempt']; issuer: string }) {
  const { t } = useTranslation()
  if (attempt === null) return null
  const provider = t(`pay.providers.${attempt.provider}`)
  return (
    <div className={classes.attempt}>
      <p className={pay.says} data-attempt={attempt.state} aria-live="polite">
        {t(`pay.attempt.${attempt.state}`, { amount: showClp(attempt.amount), provider, issuer })}
      </p>
      {!CAME_TO_NOTHING.has(attempt.state) && (
        <ul className={classes.parts}>
          {attempt.documents.map((document) => (
            <li key={`${document.document_type} ${document.folio}`} className={classes.part}>
              <span>{nameOf(t, document)}</span>
              <span className="num">{showClp(document.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
