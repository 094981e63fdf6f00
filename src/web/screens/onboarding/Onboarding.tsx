import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useDemonstration } from '#web/demonstration.ts'
import { NEW_RULE } from '#web/paths.ts'
import { IconCheck, IconLock } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/connections.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import classes from './Onboarding.module.css'

const PROMISES = ['whatOnce', 'whatSealed', 'whatUse', 'whatLeave'] as const

export function Onboarding() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const demonstration = useDemonstration((state) => state.demonstration)
  return (
    <Page title={t('onboarding.title')} lead={t('onboarding.lead')}>
      <div className={classes.columns}>
        <div className={classes.card}>
          {demonstration && <Notice tone="needsYou">{t('onboarding.demo')}</Notice>}
          <CredentialsForm onDone={() => void navigate(NEW_RULE)} />
        </div>
        <aside className={classes.what}>
          <h2>
            <IconLock size={20} aria-hidden />
            {t('onboarding.whatTitle')}
          </h2>
          <ul>
            {PROMISES.map((promise) => (
              <li key={promise}>
                <IconCheck size={18} aria-hidden />
                {t(`onboarding.${promise}`)}
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </Page>
  )
}
