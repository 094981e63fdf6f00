import { ActionIcon, Menu } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UpcomingRow } from '#web/api/agenda.ts'
import { documentPath, editRulePath, repeatPath, replacePath } from '#web/paths.ts'
import {
  IconBan,
  IconCalendar,
  IconCopy,
  IconDots,
  IconEye,
  IconPencil,
  IconRefresh,
  IconSend,
} from '#web/ui/icons.ts'
import { menuOptions } from '#web/ui/menu-options.ts'
import type { Actable, Asked } from '../document/act.tsx'
import { useActWords } from '../document/act.tsx'
import { isEditable, possibleActions, type DocumentAction } from '../document/possible-actions.ts'
import { reasonText } from '#web/documents/reason-text.ts'
import { IssueMonthItem } from '../rules/IssueMonthItem.tsx'
import { sumOf } from '#web/documents/groups.ts'
import classes from './ThisMonth.module.css'

type Named = { id: number; name: string }

/** What somebody asks of a row; its dialog answers. */
export type Wish =
  | { kind: 'preview'; rows: UpcomingRow[] }
  | { kind: 'onlyMonth'; rule: Named; company: number; period: string }
  | {
      kind: 'issueMonth'
      rule: Named
      company: number
      period: string
      count: number
      total: number | null
    }
  | { kind: 'act'; document: Actable; action: Asked }

export interface RowProps {
  row: UpcomingRow
  /** All of its rule's on that day: what is asked of a rule is asked of all. */
  rows: UpcomingRow[]
  today: string
  onWish: (wish: Wish) => void
}

export function RowMenu({ row, rows, today, onWish }: RowProps) {
  const { t } = useTranslation()
  return (
    // Of its own: what drops down is no further cell of the row.
    <div>
      <Menu {...menuOptions} width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={t('thisMonth.menu', { name: nameOf(row, rows) })}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          {row.document === null ? (
            <ForecastItems rows={rows} today={today} onWish={onWish} />
          ) : (
            rows.length === 1 && <DocumentItems row={row} id={row.document} onWish={onWish} />
          )}
          {row.rule !== null && row.document !== null && row.state === 'planned' && (
            <RuleMonthItem row={row} onWish={onWish} />
          )}
          {row.rule !== null && (
            <Menu.Item
              leftSection={<IconPencil size={16} />}
              component={Link}
              to={editRulePath(row.rule.id)}
            >
              {t('thisMonth.editRule')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function nameOf(row: UpcomingRow, rows: UpcomingRow[]): string {
  return rows.length > 1 && row.rule !== null ? row.rule.name : row.recipient.name
}

function ForecastItems({ rows, today, onWish }: Pick<RowProps, 'rows' | 'today' | 'onWish'>) {
  const { t } = useTranslation()
  const [row] = rows
  if (row === undefined || row.rule === null) return null
  const { rule } = row
  const period = row.emission_date.slice(0, 7)
  const company = row.company.id
  const issue = { kind: 'issueMonth', rule, company, period, count: rows.length } as const
  return (
    <>
      <Menu.Item
        leftSection={<IconEye size={16} />}
        onClick={() => onWish({ kind: 'preview', rows })}
      >
        {t('thisMonth.preview')}
      </Menu.Item>
      <RuleMonthItem row={row} onWish={onWish} />
      {period === today.slice(0, 7) && (
        <IssueMonthItem
          label={t('thisMonth.issueNow')}
          why={obstacleOf(t, row)}
          onAsk={() => onWish({ ...issue, total: sumOf(rows).total })}
        />
      )}
    </>
  )
}

function RuleMonthItem({ row, onWish }: Pick<RowProps, 'row' | 'onWish'>) {
  const { t } = useTranslation()
  const { rule } = row
  if (rule === null) return null
  const company = row.company.id
  const period = row.emission_date.slice(0, 7)
  return (
    <Menu.Item
      leftSection={<IconCalendar size={16} />}
      onClick={() => onWish({ kind: 'onlyMonth', rule, company, period })}
    >
      {t('thisMonth.onlyThisMonth')}
    </Menu.Item>
  )
}

/** What keeps its month from being issued now. */
function obstacleOf(t: TFunction, { reason, stop }: UpcomingRow): string | null {
  const code = reason ?? stop
  return code === null ? null : reasonText(t, code).what
}

const ICONS = {
  skip: IconBan,
  issueNow: IconSend,
  issueMissed: IconSend,
  retry: IconRefresh,
  restore: IconRefresh,
}

/** What one confirmation settles without the document's own page before the eyes. */
function isShort(action: DocumentAction): action is keyof typeof ICONS {
  return Object.hasOwn(ICONS, action)
}

function DocumentItems({ row, id, onWish }: Pick<RowProps, 'row' | 'onWish'> & { id: number }) {
  const { t } = useTranslation()
  const document = { ...row, id }
  const words = useActWords(document)
  const actions = possibleActions({
    ...row,
    notas: [],
    looks_like: null,
    state: stateOf(row),
  })
  return (
    <>
      <Menu.Item leftSection={<IconEye size={16} />} component={Link} to={documentPath(id)}>
        {t('thisMonth.open')}
      </Menu.Item>
      {actions.map((action) => {
        if (!isShort(action)) return null
        const Icon = ICONS[action]
        return (
          <Menu.Item
            key={action}
            leftSection={<Icon size={16} />}
            onClick={() => onWish({ kind: 'act', document, action })}
          >
            {words[action].button}
          </Menu.Item>
        )
      })}
      {isEditable(row) && (
        <Menu.Item leftSection={<IconPencil size={16} />} component={Link} to={replacePath(id)}>
          {t('document.edit')}
        </Menu.Item>
      )}
      {row.document_type !== 61 && (
        <Menu.Item leftSection={<IconCopy size={16} />} component={Link} to={repeatPath(id)}>
          {t('document.repeat')}
        </Menu.Item>
      )}
    </>
  )
}

/** A row with a document is never a forecast; the wire has one list for both. */
function stateOf({ state }: UpcomingRow) {
  return state === 'forecast' ? ('planned' as const) : state
}
