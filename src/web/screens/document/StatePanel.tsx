import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isOfCertificatePassword } from '#domain/reason.ts'
import { showClp, showDay, showMonth } from '#texts/formats.ts'
import { companiesQuery, type DocumentDetail } from '#web/api/queries.ts'
import type { Standing } from '#domain/standing.ts'
import { formatInstant, msUntil } from '#web/clock.ts'
import { language } from '#web/language.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { Facts, FactsSkeleton } from '#web/ui/Facts.tsx'
import { StateBadge, toneOf } from '#web/ui/StateBadge.tsx'
import { TextBar } from '#web/ui/TextBar.tsx'
import { reasonText } from '#web/documents/reason-text.ts'
import { standingText, useStanding } from '#web/documents/standing.ts'
import { Actions } from './Actions.tsx'
import { Countdown } from './Countdown.tsx'
import { Differences } from './Differences.tsx'
import { Notas } from './Notas.tsx'
import { Files } from './Files.tsx'
import { kindWords } from './kind-words.ts'
import classes from './Document.module.css'

const MendCertificate = lazy(async () => ({
  default: (await import('../facturators/MendCertificate.tsx')).MendCertificate,
}))

/** What is happening, why, what to do, and the buttons for it. */
export function StatePanel({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const { state, total, folio, emission_date, wait_until } = document
  const standing = useStanding()(document)
  return (
    <section className={classes.card} aria-live="polite">
      <div className={classes.state}>
        <StateBadge of={standing} large />
        {total !== null && <span className={`${classes.total} num`}>{showClp(total)}</span>}
      </div>
      <p className={classes.says}>
        {t(`document.says.${standing.says}`, {
          date: showDay(emission_date),
          total: total === null ? '' : showClp(total),
          folio: folio ?? '',
          ...kindWords(t, document.document_type),
        })}
      </p>
      <Reason document={document} standing={standing} />
      <Differences detail={differencesOf(document)} />
      {standing.isInDoubt && <p className={classes.what}>{t('document.inDoubt')}</p>}
      <Certificate document={document} />
      <Alike
        alike={document.looks_like}
        isUnread={document.state === 'waiting' && document.document_type === 33}
      />
      {standing.mend !== 'ahead' && <Ahead ahead={document.waits_for} />}
      {state === 'waiting' && wait_until !== null && <Countdown until={wait_until} />}
      <Notas document={document} />
      <Files document={document} standing={standing} />
      <Actions document={document} standing={standing} />
      <About document={document} />
    </section>
  )
}

/** Asked about while its file waits; of one taken from the SII, told afterwards too. */
function differencesOf({ reason, reason_text, timeline }: DocumentDetail): string {
  if (reason === 'xmlDiffers') return reason_text ?? ''
  return String(timeline.findLast(({ kind }) => kind === 'takenOver')?.data['detail'] ?? '')
}

/** Their text is our own comparison, not the SII's words. */
const OF_OURS: ReadonlySet<string> = new Set(['xmlDiffers', 'xmlUnproved'])

function Reason({
  document: { reason, reason_text, next_try_at, draft },
  standing,
}: {
  document: DocumentDetail
  standing: Standing
}) {
  const { t } = useTranslation()
  const text = standingText(t, standing)
  if (text === null) return null
  const { what, todo } = text
  // Its turn may come later than its time: what has gone by is no promise any more.
  const isAhead = standing.hasNextTry && next_try_at !== null && msUntil(next_try_at) > 0
  return (
    <div className={classes.reason} data-tone={toneOf(standing)}>
      <p className={classes.what}>{what}.</p>
      <p>{todo}</p>
      {draft?.lacks
        .filter((code) => code !== reason)
        .map((code) => (
          <p key={code}>{t('document.alsoLacks', { what: reasonText(t, code).what })}</p>
        ))}
      {isAhead && (
        <p className="muted small num">
          {t('document.nextTry', { when: formatInstant(next_try_at) })}
        </p>
      )}
      {reason_text !== null && reason_text !== '' && !OF_OURS.has(reason ?? '') && (
        <details className={classes.verbatim}>
          <summary>{t('document.verbatim')}</summary>
          <blockquote lang="es">{reason_text}</blockquote>
        </details>
      )}
    </div>
  )
}

/** A refused certificate password is corrected here, by the person through whom the document is issued. */
function Certificate({ document: { reason, company, state } }: { document: DocumentDetail }) {
  const { data: companies } = useQuery(companiesQuery())
  const connection = companies?.find(({ id }) => id === company.id)?.facturator
  if (connection === undefined || !isOfCertificatePassword(reason)) return null
  if (state === 'skipped' || state === 'issued' || state === 'annulled') return null
  return (
    <Suspense>
      <MendCertificate facturatorId={connection} />
    </Suspense>
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

function About({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const { rule, origin, emission_date, service_month } = document
  const ofRule = rule && <Link to={editRulePath(rule.id)}>{rule.name}</Link>
  return (
    <Facts
      facts={[
        [t('document.emission'), showDay(emission_date)],
        [t('document.serviceMonth'), showMonth(service_month, language())],
        [
          t('document.rule'),
          origin === 'request' || origin === 'upload' ? t('document.ordered') : ofRule,
        ],
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
