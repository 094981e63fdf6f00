import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import {
  releaseCompany,
  releaseIssuing,
  stopCompany,
  stopIssuing,
} from '#contract/issuing-stops.ts'
import type { Stops } from '#web/api/agenda.ts'
import { refreshAgenda, stopsQuery } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { companiesQuery } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconHand, IconPlay } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './IssuingStops.module.css'

/** What is switched: one company, or (null) all of them. */
interface Switch {
  company: { id: number; name: string } | null
  stop: Stops['everything']
}

/** The switches that stop issuing at once. Never optimistic: what stands still is what the server says. */
export function IssuingStops() {
  const { t } = useTranslation()
  const stops = useQuery(stopsQuery())
  const companies = useQuery(companiesQuery())
  const [asked, setAsked] = useState<Switch | null>(null)
  const all = companies.data ?? []
  const section = useRef<HTMLElement>(null)
  const isThere = stops.data !== undefined
  const { hash } = useLocation()
  useEffect(() => {
    // Whoever came for it finds it at once, as soon as it has its place.
    if (isThere && hash === '#stops') section.current?.scrollIntoView()
  }, [isThere, hash])
  return (
    <section ref={section} id="stops" aria-labelledby="stops-title" className={classes.stops}>
      <h2 id="stops-title" className={classes.title}>
        {t('stops.title')}
      </h2>
      <p className={classes.lead}>{t('stops.lead')}</p>
      {stops.isPending && <Skeleton height={72} radius={12} />}
      {stops.isError && stops.data === undefined && (
        <FaultNotice
          title={t('stops.notLoaded')}
          fault={stops.error}
          onRetry={() => void stops.refetch()}
        />
      )}
      {stops.data !== undefined && (
        <>
          {stops.data.by_operator && (
            <Notice tone="needsYou" title={t('stops.byUs')}>
              {t('stops.byUsBody')}
            </Notice>
          )}
          <ul className={classes.list} aria-live="polite">
            {switchesOf(stops.data, all).map((one) => (
              <li key={one.company?.id ?? 'everything'}>
                <SwitchRow one={one} stops={stops.data} onAsk={setAsked} />
              </li>
            ))}
          </ul>
        </>
      )}
      {asked !== null && stops.data !== undefined && (
        <SwitchDialog one={asked} waiting={stops.data.waiting} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

type Companies = { id: number; company_info: { name: string } }[]

/** All at once first; each company beside it when there are several, or when one is stopped. */
function switchesOf(stops: Stops, companies: Companies): Switch[] {
  const each = companies.map(({ id, company_info: { name } }) => ({
    company: { id, name },
    stop: stops.companies.find(({ company }) => company.id === id) ?? null,
  }))
  const isWorthIt = each.length > 1 || each.some(({ stop }) => stop !== null)
  return [{ company: null, stop: stops.everything }, ...(isWorthIt ? each : [])]
}

function SwitchRow({
  one,
  stops,
  onAsk,
}: {
  one: Switch
  stops: Stops
  onAsk: (one: Switch) => void
}) {
  const { t } = useTranslation()
  const { company, stop } = one
  const name = company?.name ?? t('stops.everything')
  const label = t(stop === null ? 'stops.stop' : 'stops.release')
  return (
    <div className={classes.row} data-stopped={stop !== null || undefined}>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.state}>
          {stop === null
            ? t(company !== null && stops.everything !== null ? 'stops.withAll' : 'stops.running')
            : t(stop.stopped_by === null ? 'stops.since' : 'stops.sinceBy', {
                when: formatInstant(stop.stopped_at),
                who: stop.stopped_by?.email ?? '',
              })}
        </span>
        {company === null && stop !== null && stops.waiting > 0 && (
          <span className={classes.state}>{t('stops.waiting', { count: stops.waiting })}</span>
        )}
      </span>
      <Button
        variant={stop === null ? 'default' : 'filled'}
        leftSection={stop === null ? <IconHand size={16} /> : <IconPlay size={16} />}
        aria-label={`${label}: ${name}`}
        onClick={() => onAsk(one)}
      >
        {label}
      </Button>
    </div>
  )
}

function SwitchDialog({
  one: { company, stop },
  waiting,
  onClose,
}: {
  one: Switch
  waiting: number
  onClose: () => void
}) {
  const { t } = useTranslation()
  const isStopping = stop === null
  const turn = useSwitch(company?.id ?? null, isStopping, onClose)
  const name = company?.name ?? t('stops.everything')
  return (
    <ConfirmDialog
      title={t(isStopping ? 'stops.stopTitle' : 'stops.releaseTitle')}
      body={
        isStopping
          ? t('stops.stopBody', { name })
          : t('stops.releaseBody', { name, count: waiting })
      }
      confirm={t(isStopping ? 'stops.stop' : 'stops.release')}
      isDangerous={isStopping}
      isBusy={turn.isPending}
      opened
      onClose={onClose}
      onConfirm={() => turn.mutate()}
    />
  )
}

function useSwitch(company: number | null, isStopping: boolean, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      if (company === null) return send(isStopping ? stopIssuing : releaseIssuing, {})
      const params = { company_id: company }
      return send(isStopping ? stopCompany : releaseCompany, { params })
    },
    onSuccess: (stops) => {
      client.setQueryData(stopsQuery().queryKey, stops)
      toastSuccess(t(isStopping ? 'stops.stopped' : 'stops.released'))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('stops.failed')),
    onSettled: async () => {
      onDone()
      await refreshAgenda(client)
    },
  })
}
