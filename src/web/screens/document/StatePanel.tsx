import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay, showMonth } from '#texts/formats.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { language } from '#web/language.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { Facts, FactsSkeleton } from '#web/ui/Facts.tsx'
import { StateBadge, toneOf } from '#web/ui/StateBadge.tsx'
import { TextBar } from '#web/ui/TextBar.tsx'
import { reasonText } from '../documents/reason-text.ts'
import { Actions } from './Actions.tsx'
import { Countdown } from './Countdown.tsx'
import { Notas } from './Notas.tsx'
import { possibleActions } from './possible-actions.ts'
import { Files } from './Files.tsx'
import { kindWords } from './kind-words.ts'
import classes from './Document.module.css'

/** What is happening, why, what to do, and the buttons for it. */
export function StatePanel({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const { state, total, folio, emission_date, wait_until } = document
  const says = saysOf(document)
  return (
    <section className={classes.card} aria-live="polite">
      <div className={classes.state}>
        <StateBadge state={state} large />
        {total !== null && <span className={`${classes.total} num`}>{showClp(total)}</span>}
      </div>
      <p className={classes.says}>
        {t(`document.says.${says}`, {
          date: showDay(emission_date),
          total: total === null ? '' : showClp(total),
          folio: folio ?? '',
          ...kindWords(t, document.document_type),
        })}
      </p>
      <Reason document={document} />
      {document.annulment !== null && <p>{t('document.annulling')}</p>}
      <Alike
        alike={document.looks_like}
        isUnread={document.state === 'waiting' && document.document_type === 33}
      />
      <Ahead ahead={document.waits_for} />
      {state === 'waiting' && wait_until !== null && <Countdown until={wait_until} />}
      <Notas document={document} />
      <Actions document={document} />
      <Files document={document} />
      <About document={document} />
    </section>
  )
}

/** What somebody made at the portal isn't issued by us: it is looked for. */
function saysOf(document: DocumentDetail) {
  if (possibleActions(document).includes('decide')) return 'decide'
  const { state, reason, timeline } = document
  if (state === 'queued' && reason === 'looksRepeated') return 'repeated'
  const isTold = timeline.some(({ kind }) => kind === 'told')
  if (isTold && state === 'queued') return 'told'
  return isTold && state === 'failed' ? 'toldNotFound' : state
}

/** Once it is issued, only a file that doesn't match what was asked, and what became of its annulment. */
const WORTH_A_WORD: ReadonlySet<string> = new Set([
  'xmlDiffers',
  'twinFound',
  'annulmentRefused',
  'annulmentUnclear',
])

function Reason({
  document: { reason, reason_text, state, next_try_at },
}: {
  document: DocumentDetail
}) {
  const { t } = useTranslation()
  if (reason === null || (state === 'issued' && !WORTH_A_WORD.has(reason))) return null
  const { what, todo } = reasonText(t, reason)
  return (
    <div className={classes.reason} data-tone={toneOf(state)}>
      <p className={classes.what}>{what}.</p>
      <p>{todo}</p>
      {next_try_at !== null && state !== 'planned' && (
        <p className="muted small num">
          {t('document.nextTry', { when: formatInstant(next_try_at) })}
        </p>
      )}
      {reason_text !== null && reason_text !== '' && (
        <details className={classes.verbatim}>
          <summary>{t('document.verbatim')}</summary>
          <blockquote lang="es">{reason_text}</blockquote>
        </details>
      )}
    </div>
  )
}

/** What it seems to repeat, to be looked at before saying whether this one is another. */
function Alike({
  alike,
  isUnread,
}: {
  alike: DocumentDetail['looks_like']
  /** Nobody has looked yet whether a nota takes it back. */
  isUnread: boolean
}) {
  const { t } = useTranslation()
  if (alike === null) return null
  const what = { folio: alike.folio ?? '', date: showDay(alike.date) }
  if (alike.document === null) {
    const lowered = showClp(alike.lowered)
    return (
      <p>
        {t('document.alikeOutside', what)}{' '}
        {alike.lowered > 0 && t('document.alikeLowered', { lowered })}
        {alike.lowered === 0 && isUnread && t('document.alikeUnread')}
      </p>
    )
  }
  const text = alike.folio === null ? t('document.alikeOnItsWay', what) : t('document.alike', what)
  return (
    <p>
      <Link to={documentPath(alike.document)}>{text}</Link>
    </p>
  )
}

/** The one to be cleared up before this one's turn comes. */
function Ahead({ ahead }: { ahead: DocumentDetail['waits_for'] }) {
  const { t } = useTranslation()
  if (ahead === null) return null
  return (
    <p>
      <Link to={documentPath(ahead.document)}>{t('document.waitsFor', { name: ahead.name })}</Link>
    </p>
  )
}

function About({ document: { rule, emission_date, service_month } }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const ofRule = rule && <Link to={editRulePath(rule.id)}>{rule.name}</Link>
  return (
    <Facts
      facts={[
        [t('document.emission'), showDay(emission_date)],
        [t('document.serviceMonth'), showMonth(service_month, language())],
        [t('document.rule'), ofRule],
      ]}
    />
  )
}

export function StatePanelSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={`${classes.state} ${classes.total}`}>
        <TextBar width={120} />
        <TextBar width={100} />
      </div>
      <TextBar width="85%" />
      <Skeleton height={36} radius={8} />
      <FactsSkeleton count={3} />
    </div>
  )
}
