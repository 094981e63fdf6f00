import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconSend } from '#web/ui/icons.ts'
import classes from './IssueMonthItem.module.css'

/** In a rule's menu: its month now; or, while something keeps it from issuing, `why` not. */
export function IssueMonthItem({
  label,
  why,
  onAsk,
}: {
  label: string
  why: string | null
  onAsk: () => void
}) {
  const { t } = useTranslation()
  const icon = <IconSend size={16} />
  if (why === null) {
    return (
      <Menu.Item leftSection={icon} onClick={onAsk}>
        {label}
      </Menu.Item>
    )
  }
  return (
    // Not `disabled`: the keys would pass over it, and nobody would hear why.
    <Menu.Item leftSection={icon} className={classes.item} aria-disabled closeMenuOnClick={false}>
      {label}
      <span className={classes.why}>{t('rules.notNow', { why })}</span>
    </Menu.Item>
  )
}
