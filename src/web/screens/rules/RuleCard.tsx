import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { wasIssued } from '#domain/counted.ts'
import { loudest } from '#domain/standing.ts'
import { showDay, showMonth } from '#texts/formats.ts'
import type { UpcomingRow } from '#web/api/agenda.ts'
import type { Rule } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { editRulePath, monthlyValuesPath } from '#web/paths.ts'
import {
  IconAlert,
  IconCalendar,
  IconDots,
  IconPause,
  IconPencil,
  IconPlay,
  IconTrash,
} from '#web/ui/icons.ts'
import { menuOptions } from '#web/ui/menu-options.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { ChosenBox } from '#web/ui/ChosenBox.tsx'
import type { Chosen } from '#web/ui/use-chosen.ts'
import { useStanding } from '#web/documents/standing.ts'
import { lineNames } from './line-names.ts'
import { IssueMonthItem } from './IssueMonthItem.tsx'
import { isPartial, obstacleText, readinessMend, readinessText } from './readiness-text.ts'
import { scheduleText } from './schedule-text.ts'
import { stillToLeave } from './still-to-leave.ts'
import classes from './RuleCard.module.css'

interface Props {
  rule: Rule
  /** This month's, of all its clients. */
  rows: UpcomingRow[]
  onToggle: () => void
  onAsk: (question: RuleQuestion) => void
}

/** What needs an answer before anything happens. */
export type RuleQuestion = 'delete' | 'onlyMonth' | 'issueMonth'

export function RuleCard({
  rule,
  rows,
  thisMonth,
  chosen,
  onToggle,
  onAsk,
}: Props & {
  thisMonth: string | undefined
  /** Null: nothing is being ticked. */
  chosen: Chosen | null
}) {
  const { t } = useTranslation()
  const hasUf = rule.invoice_lines_detail.some(({ currency }) => currency === 'UF')
  return (
    <li
      className={classes.card}
      data-paused={rule.is_paused || undefined}
      data-chosen={chosen?.isChosen(rule.id) === true || undefined}
    >
      <div className={classes.main}>
        <div className={classes.badges}>
          {chosen !== null && (
            <ChosenBox
              id={rule.id}
              label={t('bulk.rules.pick', { name: rule.name })}
              chosen={chosen}
            />
          )}
          <span className={classes.type}>{rule.document_type_name}</span>
          <Pill
            tone={rule.is_paused ? 'plain' : 'accent'}
            icon={rule.is_paused ? <IconPause size={14} aria-hidden /> : undefined}
          >
            {t(rule.is_paused ? 'rules.paused' : 'rules.active')}
          </Pill>
          {hasUf && <Pill>{t('rules.uf')}</Pill>}
        </div>
        <h2 className={classes.name}>
          <Link to={editRulePath(rule.id)}>{rule.name}</Link>
        </h2>
        <p className={classes.schedule}>
          {t('schedule.monthly')}, {scheduleText(t, rule)}
        </p>
        <LaterPrices rule={rule} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('rules.issuer')}</dt>
          <dd>{rule.facturator_comp_detail.company_info.name}</dd>
        </div>
        <div>
          <dt>{t('rules.clientCount', { count: rule.clients_detail.length })}</dt>
          <ClientNames rule={rule} />
        </div>
        <div>
          <dt>{t('rules.lineCount', { count: rule.invoice_lines_detail.length })}</dt>
          <dd>{lineNames(rule)[0]}</dd>
        </div>
      </dl>
      <div className={classes.next}>
        <span className={classes.nextLabel}>{t(nextLabel(rule))}</span>
        <span className={`${classes.nextDate} num`}>
          {rule.next_emission_date === null || rule.is_paused
            ? '—'
            : showDay(rule.next_emission_date)}
        </span>
        <LastEmission last={rule.last_emission} thisMonth={thisMonth} />
      </div>
      <RuleMenu rule={rule} rows={rows} onToggle={onToggle} onAsk={onAsk} />
      <Readiness rule={rule} />
    </li>
  )
}

/** A price that is set for a later month, which the amounts beside it don't show yet. */
function LaterPrices({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const months = rule.invoice_lines_detail.flatMap(({ later_prices: later = [] }) =>
    later.map(({ from }) => from),
  )
  const [first] = months.toSorted()
  if (first === undefined) return null
  return (
    <p className={classes.schedule}>
      {t('bulk.rules.later', { month: showMonth(first, language()) })}
    </p>
  )
}

/** Without a next day it is paused, has ended, or waits for what it lacks. */
function nextLabel({ is_paused, next_emission_date }: Rule) {
  if (is_paused) return 'rules.noNext'
  return next_emission_date === null ? 'rules.noDate' : 'rules.nextEmission'
}

/** What became of the last month it made documents for: this one, or an earlier one. */
function LastEmission({ last, thisMonth }: { last: Rule['last_emission']; thisMonth?: string }) {
  const { t } = useTranslation()
  const standingOf = useStanding()
  const speaker = loudest((last?.states ?? []).map((of) => standingOf(of)))
  if (last === null || speaker === undefined) return null
  const count = last.states.reduce((sum, of) => sum + of.count, 0)
  const issued = last.states.reduce((sum, of) => sum + (wasIssued(of.state) ? of.count : 0), 0)
  return (
    <span className={classes.result}>
      <span className={classes.nextLabel}>
        {last.month === thisMonth ? t('rules.thisMonth') : showMonth(last.month, language())}
      </span>
      {issued > 0 && issued < count ? (
        <span>{t('thisMonth.issuedOf', { issued, count })}</span>
      ) : (
        <StateBadge of={speaker} />
      )}
    </span>
  )
}

const SHOWN_CLIENTS = 2

function ClientNames({ rule }: { rule: Rule }) {
  const clients = rule.clients_detail.map(({ client }) => client)
  const more = clients.length - SHOWN_CLIENTS
  return (
    <dd className={classes.clients}>
      {clients.length === 0 && '—'}
      {clients.slice(0, SHOWN_CLIENTS).map(({ id, client_info }, index) => (
        <span key={id} className={classes.client}>
          <span className={classes.clientName}>{client_info.name}</span>
          {more > 0 && index === SHOWN_CLIENTS - 1 && <Pill>+{more}</Pill>}
        </span>
      ))}
    </dd>
  )
}

function Readiness({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const [first, ...others] = rule.readiness
  if (first === undefined) return null
  const { to, label } = readinessMend(rule, first)
  const text = t(`rules.mend.${label}`)
  return (
    <p className={classes.notReady}>
      <IconAlert size={16} aria-hidden />
      <span>
        {t(isPartial(rule) ? 'rules.partNotReady' : 'rules.notReady')}: {readinessText(t, first)}
        {others.length > 0 && ` ${t('rules.andMore', { count: others.length })}`}.{' '}
        <Link to={to} aria-label={`${text}: ${rule.name}`}>
          {text}
        </Link>
      </span>
    </p>
  )
}

function RuleMenu({ rule, rows, onToggle, onAsk }: Props) {
  const { t } = useTranslation()
  const isOpen = rule.invoice_lines_detail.some(
    (line) => !line.quantity_is_fixed || !line.price_is_fixed,
  )
  const leaving = rule.is_paused ? 0 : stillToLeave(rows).length
  // Once something of this month is made, only its own documents can be hurried.
  const mayIssue = !rule.is_paused && rows.every(({ document }) => document === null)
  return (
    <Menu {...menuOptions} width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          className={classes.menu}
          aria-label={t('rules.menu', { name: rule.name })}
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={classes.toggle}
          leftSection={rule.is_paused ? <IconPlay size={16} /> : <IconPause size={16} />}
          onClick={onToggle}
        >
          {t(rule.is_paused ? 'rules.activate' : 'rules.pause')}
          {leaving > 0 && (
            <span className={classes.toggleHint}>{t('rules.pauseHint', { count: leaving })}</span>
          )}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          component={Link}
          to={editRulePath(rule.id)}
        >
          {t('rules.edit')}
        </Menu.Item>
        {isOpen && (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            component={Link}
            to={monthlyValuesPath(rule.id)}
          >
            {t('rules.values')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCalendar size={16} />} onClick={() => onAsk('onlyMonth')}>
          {t('rules.onlyMonth')}
        </Menu.Item>
        {mayIssue && (
          <IssueMonthItem
            label={t('rules.issueMonth')}
            why={obstacleText(t, rule, rows)}
            onAsk={() => onAsk('issueMonth')}
          />
        )}
        <Menu.Item
          className={classes.danger}
          leftSection={<IconTrash size={16} />}
          onClick={() => onAsk('delete')}
        >
          {t('rules.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export function RuleCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.main}>
        <Skeleton width={140} height={22} />
        <Skeleton width={200} height={20} mt={10} />
        <Skeleton width={220} height={14} mt={10} />
      </div>
      <div className={classes.facts}>
        <Skeleton height={34} className={classes.factWaiting} />
        <Skeleton height={34} className={classes.factWaiting} />
        <Skeleton height={34} className={classes.factWaiting} />
      </div>
      <div className={classes.next}>
        <Skeleton width={110} height={12} />
        <Skeleton width={110} height={20} mt={8} />
      </div>
    </div>
  )
}
