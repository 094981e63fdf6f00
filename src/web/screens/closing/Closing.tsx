import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { readClosing } from '#contract/closing.ts'
import { formatDay, knownDay } from '#domain/day.ts'
import { send } from '#web/api/client.ts'
import { PATHS } from '#web/paths.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TextBar } from '#web/ui/TextBar.tsx'
import '#web/texts/profile.ts'
import classes from './Closing.module.css'
import { ClosingForm } from './ClosingForm.tsx'

type WhatThereIs = ReplyOf<typeof readClosing>

/** What leaving means, told before it is asked for. */
export function Closing() {
  const { t } = useTranslation()
  const asked = useQuery({
    queryKey: ['closing'],
    queryFn: ({ signal }) => send(readClosing, {}, signal),
    staleTime: 0,
  })
  return (
    <Page
      title={t('closing.title')}
      lead={t('closing.lead')}
      above={<BackLink to={PATHS.profile}>{t('profile.title')}</BackLink>}
      narrow
    >
      {asked.isPending && (
        <div role="status" aria-label={t('loading')}>
          <ClosingSkeleton />
        </div>
      )}
      {asked.isError && asked.data === undefined && (
        <FaultState fault={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data !== undefined && (
        <>
          <Told there={asked.data} />
          {isInFlight(asked.data) ? (
            <InFlight there={asked.data} />
          ) : (
            <ClosingForm onRefused={() => void asked.refetch()} />
          )}
        </>
      )}
    </Page>
  )
}

function Told({ there }: { there: WhatThereIs }) {
  const { t } = useTranslation()
  if (there.has_other_members) return <p className={classes.part}>{t('closing.others')}</p>
  return (
    <>
      <section className={classes.part} aria-labelledby="lost">
        <h2 id="lost" className={classes.title}>
          {t('closing.lostTitle')}
        </h2>
        <ul className={classes.list}>
          {there.rules > 0 && <li>{t('closing.rules', { count: there.rules })}</li>}
          {there.documents_waiting > 0 && (
            <li>{t('closing.documents', { count: there.documents_waiting })}</li>
          )}
          {there.mails_waiting > 0 && <li>{t('closing.mails', { count: there.mails_waiting })}</li>}
          {there.clients > 0 && <li>{t('closing.clients', { count: there.clients })}</li>}
          {there.mailboxes > 0 && <li>{t('closing.mailboxes', { count: there.mailboxes })}</li>}
          <li>{t('closing.claves')}</li>
          <li>{t('closing.access')}</li>
        </ul>
      </section>
      <section className={classes.part} aria-labelledby="kept">
        <h2 id="kept" className={classes.title}>
          {t('closing.keptTitle')}
        </h2>
        {there.kept_until === null ? (
          <p>{t(there.in_flight > 0 ? 'closing.keptUnknown' : 'closing.nothingKept')}</p>
        ) : (
          <ul className={classes.list}>
            <li>{t('closing.atSii', { count: there.documents_issued })}</li>
            <li>
              {t('closing.kept', {
                count: there.documents_issued,
                day: formatDay(knownDay(there.kept_until)),
              })}
            </li>
            <li>{t('closing.charges')}</li>
          </ul>
        )}
        <p className={classes.copy}>
          {t('closing.exportFirst')} <Link to={PATHS.profile}>{t('closing.exportLink')}</Link>
        </p>
      </section>
    </>
  )
}

function ClosingSkeleton() {
  const parts = [
    ['45%', '60%', '35%', '80%', '70%'],
    ['90%', '75%'],
  ]
  return (
    <div aria-hidden="true">
      {parts.map((widths) => (
        <div key={widths.length} className={classes.part}>
          <div className={classes.title}>
            <TextBar width={180} />
          </div>
          <div className={classes.list}>
            {widths.map((width) => (
              <TextBar key={width} width={width} />
            ))}
          </div>
        </div>
      ))}
      <div className={classes.form}>
        <div className={classes.title}>
          <TextBar width={160} />
        </div>
        <FieldSkeleton />
        <FieldSkeleton />
        <div className={classes.buttons}>
          <Skeleton width={110} height={36} radius={8} />
          <Skeleton width={160} height={36} radius={8} />
        </div>
      </div>
    </div>
  )
}

function FieldSkeleton() {
  return (
    <div>
      <TextBar width={140} />
      <Skeleton height={36} radius={8} mt={4} />
    </div>
  )
}

/** Whoever leaves others behind leaves them what is on its way, too. */
function isInFlight(there: WhatThereIs): boolean {
  return !there.has_other_members && there.in_flight + there.money_in_flight > 0
}

function InFlight({ there }: { there: WhatThereIs }) {
  const { t } = useTranslation()
  const { in_flight: documents, money_in_flight: money } = there
  return (
    <Notice
      tone="needsYou"
      title={t('closing.inFlightTitle')}
      action={
        documents > 0 ? (
          <LinkButton to={PATHS.attention} variant="default">
            {t('closing.inFlightLink')}
          </LinkButton>
        ) : undefined
      }
    >
      {documents > 0 && <p>{t('closing.inFlight', { count: documents })}</p>}
      {money > 0 && <p>{t('closing.moneyInFlight', { count: money })}</p>}
    </Notice>
  )
}
