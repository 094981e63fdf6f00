import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissedMonths, UpcomingRow } from '#web/api/agenda.ts'
import { missedMonthsQuery, thisMonthQuery } from '#web/api/agenda.ts'
import type { Rule } from '#web/api/queries.ts'
import { rulesQuery } from '#web/api/queries.ts'
import { NEW_RULE, PATHS } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { someNames } from '#web/ui/some-names.ts'
import { toastError } from '#web/ui/toast.ts'
import { hideUndo } from '#web/ui/undo-toast.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import type { RuleFilter } from './filter-rules.ts'
import { filterRules, NO_FILTER, readRuleFilter, writeRuleFilter } from './filter-rules.ts'
import { useDeleteRule, useTogglePause, undoId } from './rule-actions.ts'
import { IssueMonthDialog } from './IssueMonthDialog.tsx'
import { stillToLeave } from './still-to-leave.ts'
import { ResumeDialog } from './ResumeDialog.tsx'
import { OnlyMonthDialog } from './OnlyMonthDialog.tsx'
import { sumOf } from '#web/documents/groups.ts'
import type { RuleQuestion } from './RuleCard.tsx'
import { RuleCard, RuleCardSkeleton } from './RuleCard.tsx'
import { ExcelMenu } from './at-once/ExcelMenu.tsx'
import { useChosen } from '#web/ui/use-chosen.ts'
import '#web/texts/bulk.ts'
import classes from './Rules.module.css'

const RulesAtOnce = lazy(async () => ({
  default: (await import('./at-once/RulesAtOnce.tsx')).RulesAtOnce,
}))

export function Rules() {
  const { t } = useTranslation()
  const rules = useQuery(rulesQuery())
  useEffect(() => {
    if (rules.isLoadingError) toastError(t('rules.loadFailed'))
  }, [rules.isLoadingError, t])
  return (
    <Page
      title={t('rules.title')}
      lead={t('rules.lead')}
      actions={
        <>
          <LinkButton to={PATHS.clients} variant="default">
            {t('nav.clients')}
          </LinkButton>
          <LinkButton to={PATHS.products} variant="default">
            {t('nav.products')}
          </LinkButton>
          <LinkButton to={NEW_RULE} leftSection={<IconPlus size={16} />}>
            {t('rules.create')}
          </LinkButton>
        </>
      }
    >
      {rules.isPending && <Loading />}
      {rules.isLoadingError && (
        <FaultState
          title={t('rules.loadFailed')}
          fault={rules.error}
          onRetry={() => void rules.refetch()}
        />
      )}
      {rules.data?.length === 0 && <NoRules />}
      {rules.data !== undefined && rules.data.length > 0 && <Filtered rules={rules.data} />}
    </Page>
  )
}

function Filtered({ rules }: { rules: Rule[] }) {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const filter = readRuleFilter(query)
  const change = (part: Partial<RuleFilter>) =>
    changeQuery((now) => writeRuleFilter({ ...readRuleFilter(now), ...part }))
  const shown = filterRules(rules, filter)
  const isFiltered = writeRuleFilter(filter).size > 0
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <div className={classes.filters} role="search">
        <SearchBox
          label={t('rules.search')}
          value={filter.search}
          onChange={(search) => change({ search })}
        />
        <NativeSelect
          aria-label={t('rules.type')}
          value={filter.type}
          data={[
            { value: '', label: t('rules.allTypes') },
            { value: '33', label: t('rules.typeFacturas') },
            { value: '39', label: t('rules.typeBoletas') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ type: value === '33' || value === '39' ? value : '' })
          }
        />
        <NativeSelect
          aria-label={t('rules.status')}
          value={filter.status}
          data={[
            { value: '', label: t('rules.allStatuses') },
            { value: 'active', label: t('rules.onlyActive') },
            { value: 'paused', label: t('rules.onlyPaused') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ status: value === 'active' || value === 'paused' ? value : '' })
          }
        />
        {isFiltered && shown.length > 0 && (
          <Button variant="subtle" onClick={() => change(NO_FILTER)}>
            {t('rules.clear')}
          </Button>
        )}
        {!isChoosing && <ExcelMenu rules={rules} />}
        {rules.length > 1 && !isChoosing && (
          <Button variant="default" onClick={() => setIsChoosing(true)}>
            {t('bulk.choose')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t('rules.noResultsTitle')}
          body={t('rules.noResultsBody')}
          action={
            <Button variant="default" onClick={() => change(NO_FILTER)}>
              {t('rules.clear')}
            </Button>
          }
        />
      ) : (
        <Cards rules={shown} isChoosing={isChoosing} onEnd={() => setIsChoosing(false)} />
      )}
    </>
  )
}

function Cards({
  rules,
  isChoosing,
  onEnd,
}: {
  rules: Rule[]
  isChoosing: boolean
  onEnd: () => void
}) {
  const [resumed, setResumed] = useState<{ rule: Rule; missed: MissedMonths } | null>(null)
  const toggle = useToggle((rule, missed) => setResumed({ rule, missed }))
  const month = useQuery(thisMonthQuery()).data?.months[0]
  const [asked, setAsked] = useState<{ rule: Rule; question: RuleQuestion } | null>(null)
  const chosen = useChosen(rules.map(({ id }) => id))
  const end = () => {
    chosen.choose([])
    onEnd()
  }
  const rowsOf = ({ id }: Rule) => (month?.rows ?? []).filter(({ rule }) => rule?.id === id)
  return (
    <>
      <ul className={classes.cards}>
        {rules.map((rule) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            rows={rowsOf(rule)}
            thisMonth={month?.month}
            chosen={isChoosing ? chosen : null}
            onToggle={() => void toggle(rule)}
            onAsk={(question) => setAsked({ rule, question })}
          />
        ))}
      </ul>
      {isChoosing && (
        <Suspense>
          <RulesAtOnce rules={rules} chosen={chosen} onEnd={end} />
        </Suspense>
      )}
      {resumed !== null && <ResumeDialog {...resumed} onClose={() => setResumed(null)} />}
      {asked?.question === 'onlyMonth' && (
        <OnlyMonthDialog
          rule={asked.rule}
          company={asked.rule.facturator_comp}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.question === 'issueMonth' && month !== undefined && (
        <IssueMonthDialog
          rule={asked.rule}
          company={asked.rule.facturator_comp}
          period={month.month}
          count={asked.rule.clients_detail.length}
          total={sumOf(rowsOf(asked.rule)).total}
          onClose={() => setAsked(null)}
        />
      )}
      <DeleteDialog
        rule={asked?.question === 'delete' ? asked.rule : null}
        rows={asked === null ? [] : rowsOf(asked.rule)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

/** A rule that goes on is asked first what its pause has missed; `onMissed` is told when there is something. */
function useToggle(onMissed: (rule: Rule, missed: MissedMonths) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const toggle = useTogglePause()
  return async (rule: Rule): Promise<void> => {
    if (!rule.is_paused) return toggle.mutate(rule)
    hideUndo(undoId(rule))
    try {
      const missed = await client.fetchQuery(missedMonthsQuery(rule.id))
      const hasMissed = missed.months.length > 0 && missed.catch_up !== 'skip'
      const isAsked = hasMissed || missed.stopped.length > 0
      if (isAsked) onMissed(rule, missed)
      else toggle.mutate(rule)
    } catch {
      toastError(t('rules.toggleFailed'))
    }
  }
}

/** Says what is cancelled with it, by name, and what stays. */
function DeleteDialog({
  rule,
  rows,
  onClose,
}: {
  rule: Rule | null
  rows: UpcomingRow[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const remove = useDeleteRule()
  const doomed = stillToLeave(rows)
  return (
    <ConfirmDialog
      title={t('rules.deleteTitle')}
      body={
        <>
          <strong>{rule?.name}</strong>
          <br />
          {t('rules.deleteBody')}
          {doomed.length > 0 && (
            <>
              <br />
              {t('rules.deleteCancels', {
                count: doomed.length,
                names: someNames(
                  t,
                  doomed.map(({ recipient }) => recipient.name),
                ),
              })}
            </>
          )}
        </>
      }
      confirm={t('rules.deleteConfirm')}
      isDangerous
      opened={rule !== null}
      onClose={onClose}
      onConfirm={() => {
        if (rule !== null) remove.mutate(rule)
        onClose()
      }}
    />
  )
}

function NoRules() {
  const { t } = useTranslation()
  return (
    <EmptyState
      box={t('sheet.type')}
      title={t('rules.emptyTitle')}
      body={t('rules.emptyBody')}
      action={<LinkButton to={NEW_RULE}>{t('rules.create')}</LinkButton>}
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={`${classes.filters} ${classes.filtersWaiting}`} />
      <div className={classes.cards}>
        <RuleCardSkeleton />
        <RuleCardSkeleton />
        <RuleCardSkeleton />
      </div>
    </div>
  )
}
