import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company, EmailAccount, Emission, Installation } from '#web/api/queries.ts'
import { credentialsQuery } from '#web/api/queries.ts'
import { IconBack, IconNext } from '#web/ui/icons.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { isOfPerson, previewOf } from './preview.ts'
import { Summary } from './Summary.tsx'
import type { WizardState } from './wizard.ts'
import classes from './RuleWizard.module.css'

/** The document as it will be, beside the questions; folded away on phones. */
export function Aside({
  state,
  facturatorId,
  company,
  installation,
  accounts,
  emission,
}: {
  state: WizardState
  facturatorId: number
  company: Company | undefined
  installation: Installation
  accounts: EmailAccount[]
  emission: Emission | undefined
}) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 961px)', true, { getInitialValueInEffect: false })
  const [wanted, setWanted] = useState(0)
  const person = useQuery({
    ...credentialsQuery(facturatorId),
    enabled: isOfPerson(state, company),
  })
  const count = state.clients.length
  const index = Math.min(wanted, Math.max(0, count - 1))
  return (
    <aside className={classes.aside} aria-label={t('wizard.preview')}>
      <details className={classes.fold} open={isWide || undefined}>
        <summary>{t('wizard.showPreview')}</summary>
        <div className={classes.asideHead}>
          <h2 className={classes.asideTitle}>{t('wizard.preview')}</h2>
          {count > 1 && (
            <div className={classes.pager}>
              <ActionIcon
                variant="default"
                size={32}
                aria-label={t('sheet.previous')}
                disabled={index === 0}
                onClick={() => setWanted(index - 1)}
              >
                <IconBack size={16} />
              </ActionIcon>
              <span className="num" aria-live="polite">
                {t('sheet.of', { index: index + 1, count })}
              </span>
              <ActionIcon
                variant="default"
                size={32}
                aria-label={t('sheet.nextOne')}
                disabled={index === count - 1}
                onClick={() => setWanted(index + 1)}
              >
                <IconNext size={16} />
              </ActionIcon>
            </div>
          )}
        </div>
        <Sheet
          content={previewOf(state, company, state.clients[index], emission, person.data)}
          demonstration={installation.demonstration}
        />
        <Summary state={state} company={company} accounts={accounts} emission={emission} />
      </details>
    </aside>
  )
}
