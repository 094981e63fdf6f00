import { useTranslation } from 'react-i18next'
import { Notice } from '#web/ui/Notice.tsx'
import { CertificatePassword } from '../../facturators/CertificatePassword.tsx'
import type { WizardFacts } from '../steps.ts'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

export function CertStep({
  facturatorId,
  certificate,
  onSaved,
}: {
  facturatorId: number
  certificate: WizardFacts['certificate']
  onSaved: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <StepHead title={t('wizard.cert.title')} lead={t('wizard.cert.lead')} />
      <div className={classes.fields}>
        {certificate.password_state === 'rejected' && (
          <Notice tone="wrong">{t('wizard.cert.rejected')}</Notice>
        )}
        <CertificatePassword
          facturatorId={facturatorId}
          submit={t('wizard.cert.submit')}
          onSaved={onSaved}
        />
      </div>
    </>
  )
}
