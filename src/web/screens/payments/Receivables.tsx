import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isGenericRut } from '#domain/rut.ts'
import { showClp, showRut } from '#texts/formats.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { paymentTermsQuery } from '#web/api/payment-terms.ts'
import { receivablesQuery, type Receivables } from '#web/api/payments.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/payments.ts'
import { About, ActCell, AmountCell, AmountTable } from '#web/ui/AmountTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ListFoot, type MoreToRead } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Declarations } from './Declarations.tsx'
import { MuteClient, useReminded, useReminds } from './MuteClient.tsx'
import classes from './Receivables.module.css'

/** Who owes how much and since when, what is expected, and what clients say they paid. */
export function ReceivablesScreen() {
  const { t } = useTranslation()
  const terms = useQuery(paymentTermsQuery())
  const owed = useInfiniteQuery(receivablesQuery())
  const [first] = owed.data?.pages ?? []
  const fault = terms.error ?? owed.error
  const isOff = terms.data?.every(({ enabled_from }) => enabled_from === null) ?? false
  return (
    <Page
      title={t('receivables.title')}
      lead={t('receivables.lead')}
      actions={
        <>
          <LinkButton to={PATHS.statements} variant="default">
            {t('receivables.statements')}
          </LinkButton>
          <LinkButton to={PATHS.paymentTerms} variant="default">
            {t('receivables.terms')}
          </LinkButton>
        </>
      }
    >
      {first === undefined || terms.data === undefined ? (
        fault === null ? (
          <Skeleton height={320} radius={12} role="status" aria-label={t('loading')} />
        ) : (
          <FaultState
            title={t('receivables.loadFailed')}
            fault={fault}
            onRetry={() => void Promise.all([terms.refetch(), owed.refetch()])}
          />
        )
      ) : (
        <Shown first={first} isOff={isOff}>
          <Debtors list={owed} pages={owed.data?.pages ?? []} />
        </Shown>
      )}
    </Page>
  )
}

function Shown({
  first,
  isOff,
  children,
}: {
  first: Receivables
  isOff: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (first.clients.length > 0) {
    return (
      <>
        <Declarations />
        <Cards owed={first} />
        {children}
      </>
    )
  }
  return (
    <>
      <Declarations />
      {isOff ? (
        <EmptyState
          title={t('receivables.offTitle')}
          body={t('receivables.offBody')}
          action={<LinkButton to={PATHS.paymentTerms}>{t('receivables.turnOn')}</LinkButton>}
        />
      ) : (
        <EmptyState title={t('receivables.emptyTitle')} body={t('receivables.emptyBody')} />
      )}
    </>
  )
}

function Cards({ owed: { total, expected } }: { owed: Receivables }) {
  const { t } = useTranslation()
  const cards = [
    ['total', total.open],
    ['overdue', total.open - total.not_due],
    ['thisMonth', expected.this_month],
    ['nextMonth', expected.next_month],
  ] as const
  return (
    <dl className={classes.cards}>
      {cards.map(([name, pesos]) => (
        <div
          key={name}
          className={classes.card}
          data-name={name}
          data-none={pesos === 0 || undefined}
        >
          <dt>{t(`receivables.${name}`)}</dt>
          <dd className="num">{showClp(pesos)}</dd>
        </div>
      ))}
    </dl>
  )
}

const BUCKETS = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_91'] as const

type Row = Receivables['clients'][number]

function Debtors({ list, pages }: { list: MoreToRead; pages: Receivables[] }) {
  const { t } = useTranslation()
  const clients = pages.flatMap((page) => page.clients)
  const total = pages[0]?.total.clients ?? 0
  const isPaged = list.hasNextPage || pages.length > 1
  return (
    <>
      <Ageing clients={clients} />
      <ListFoot
        list={list}
        more={t('receivables.more')}
        {...(isPaged && { shown: t('receivables.shown', { shown: clients.length, total }) })}
      />
    </>
  )
}

function Ageing({ clients }: { clients: Row[] }) {
  const { t } = useTranslation()
  const reminds = useReminds()
  return (
    <AmountTable
      label={t('receivables.title')}
      columns={[t('receivables.client')]}
      amounts={[...BUCKETS.map((name) => t(`receivables.buckets.${name}`)), t('receivables.sum')]}
      act={reminds ? t('receivables.reminders') : undefined}
    >
      {clients.map((row) => (
        <Debtor key={row.last_document} row={row} reminds={reminds} />
      ))}
    </AmountTable>
  )
}

/** A RUT that many clients share finds the documents of all of them. */
function searchOf({ identifier, name }: Row['client']): string {
  return isGenericRut(identifier) ? name : identifier
}

function Debtor({ row, reminds }: { row: Row; reminds: boolean }) {
  const { t } = useTranslation()
  const { client, company, usual_days: days } = row
  const namesCompany = useHasSeveralCompanies()
  const about = [
    showRut(client.identifier),
    namesCompany ? company.name : [],
    days === null ? [] : t('receivables.usual', { count: days }),
    useReminded(row) === 'no' ? t('receivables.notReminded') : [],
  ].flat()
  return (
    <tr>
      <th scope="row">
        <Link
          to={`${PATHS.documents}?search=${encodeURIComponent(searchOf(client))}`}
          className={classes.client}
        >
          {client.name}
        </Link>
        <About>{about.join(' · ')}</About>
      </th>
      {BUCKETS.map((bucket) => (
        <AmountCell
          key={bucket}
          name={t(`receivables.buckets.${bucket}`)}
          isEmpty={row[bucket] === 0}
        >
          {row[bucket] === 0 ? '—' : showClp(row[bucket])}
        </AmountCell>
      ))}
      <AmountCell name={t('receivables.sum')} isTotal>
        {showClp(row.open)}
      </AmountCell>
      {reminds && (
        <ActCell>
          <MuteClient company={company} client={client} />
        </ActCell>
      )}
    </tr>
  )
}
