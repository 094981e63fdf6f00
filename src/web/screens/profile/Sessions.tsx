import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { closeOtherSessions, closeSession, type listSessions } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { formatInstant } from '#web/clock.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { sessionsQuery } from './own-queries.ts'
import classes from './Profile.module.css'
import { Row, Section } from './Section.tsx'

type OwnSession = ReplyOf<typeof listSessions>[number]

/** Where the account is open, and closing it there. */
export function Sessions() {
  const { t } = useTranslation()
  const sessions = useQuery(sessionsQuery())
  const own = sessions.data?.filter(({ is_current: isCurrent }) => isCurrent) ?? []
  const others = sessions.data?.filter(({ is_current: isCurrent }) => !isCurrent) ?? []
  return (
    <Section title={t('profile.sessions.title')} lead={t('profile.sessions.lead')}>
      {sessions.isPending && (
        <div className={classes.list} role="status" aria-label={t('loading')}>
          <Skeleton height={106} radius={12} />
        </div>
      )}
      {sessions.isError && sessions.data === undefined && (
        <div className={classes.foot}>
          <FaultNotice
            title={t('profile.sessions.notLoaded')}
            fault={sessions.error}
            onRetry={() => void sessions.refetch()}
          />
        </div>
      )}
      {sessions.data !== undefined && (
        <>
          <ul className={classes.list} aria-live="polite">
            {[...own, ...others].map((session) => (
              <li key={session.id}>
                <OneSession session={session} />
              </li>
            ))}
          </ul>
          <div className={classes.foot}>
            {others.length > 0 ? (
              <CloseOthers />
            ) : (
              <p className="muted small">{t('profile.sessions.alone')}</p>
            )}
          </div>
        </>
      )}
    </Section>
  )
}

function OneSession({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const device = useDeviceName(session)
  const when = formatInstant(session.last_used_at)
  const close = useClosing({
    ask: () => send(closeSession, { params: { id: session.id } }),
    done: 'profile.sessions.closed',
  })
  const since = t('profile.sessions.since', { when: formatInstant(session.created_at) })
  const used = session.is_current ? t('profile.sessions.now') : t('profile.sessions.used', { when })
  return (
    <Row
      name={device}
      mark={session.is_current && <Pill tone="accent">{t('profile.sessions.current')}</Pill>}
      state={<span className="num">{`${used}, ${since}`}</span>}
    >
      {!session.is_current && (
        <Button
          variant="default"
          aria-label={t('profile.sessions.closeNamed', { device, when })}
          loading={close.isPending}
          onClick={() => close.mutate()}
        >
          {t('profile.sessions.close')}
        </Button>
      )}
    </Row>
  )
}

function useDeviceName({ browser, system }: OwnSession): string {
  const { t } = useTranslation()
  if (browser !== '' && system !== '') return t('profile.sessions.device', { browser, system })
  return browser || system || t('profile.sessions.unknown')
}

function CloseOthers() {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const close = useClosing({
    ask: () => send(closeOtherSessions, {}),
    done: 'profile.sessions.othersClosed',
    onEnd: () => setIsAsking(false),
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('profile.sessions.closeOthers')}
      </Button>
      <ConfirmDialog
        title={t('profile.sessions.closeOthersTitle')}
        body={t('profile.sessions.closeOthersBody')}
        confirm={t('profile.sessions.closeOthers')}
        isBusy={close.isPending}
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => close.mutate()}
      />
    </>
  )
}

function useClosing({
  ask,
  done,
  onEnd,
}: {
  ask: () => Promise<unknown>
  done: 'profile.sessions.closed' | 'profile.sessions.othersClosed'
  onEnd?: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ask,
    onSuccess: () => toastSuccess(t(done)),
    onError: (fault) => {
      // Closed or run out meanwhile: that is what was wanted.
      if (hasStatus(fault, 404)) toastSuccess(t(done))
      else toastError(firstMessage(fault) ?? t('profile.sessions.failed'))
    },
    onSettled: async () => {
      onEnd?.()
      await client.invalidateQueries({ queryKey: sessionsQuery().queryKey })
    },
  })
}
