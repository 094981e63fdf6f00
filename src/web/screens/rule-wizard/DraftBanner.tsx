import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#web/api/queries.ts'
import { newRulePath } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './RuleWizard.module.css'

/** What was left stands on the screen already; here it is kept or thrown away. */
export function DraftBanner({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className={classes.draft} role="status">
      <Notice
        tone="calm"
        title={t('wizard.draft.title')}
        action={
          <span className={classes.draftButtons}>
            <Button size="sm" variant="default" onClick={onDiscard}>
              {t('wizard.draft.discard')}
            </Button>
            <Button size="sm" onClick={() => setOpen(false)}>
              {t('wizard.draft.continue')}
            </Button>
          </span>
        }
      >
        {t('wizard.draft.body')}
      </Notice>
    </div>
  )
}

/** A new rule of another company was left: it stays as it is until somebody goes on with it. */
export function OtherDraft({ company }: { company: Company }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className={classes.draft} role="status">
      <Notice
        tone="calm"
        title={t('wizard.draft.otherTitle', { name: company.company_info.name })}
        action={
          <span className={classes.draftButtons}>
            <Button size="sm" variant="default" onClick={() => setOpen(false)}>
              {t('wizard.draft.otherLater')}
            </Button>
            <LinkButton size="sm" to={newRulePath(company.id)}>
              {t('wizard.draft.otherOpen')}
            </LinkButton>
          </span>
        }
      >
        {t('wizard.draft.otherBody')}
      </Notice>
    </div>
  )
}
