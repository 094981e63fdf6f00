import { useTranslation } from 'react-i18next'
import { Notice } from '#web/ui/Notice.tsx'
import { CertificatePassword } from '../../facturators/CertificatePassword.tsx'
import type { WizardFacts } from '../steps.ts'
import type { WizardFoot } from '../WizardButtons.tsx'
import { WizardButtons } from '../WizardButtons.tsx'
import { StepHead } from './StepHead.tsx'

export function CertStep({
  facturatorId,
  certificate,
  foot,
  onSaved,
}: {
  facturatorId: number
  foot: WizardFoot
  certificate: WizardFacts['certificate']
  onSaved: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <StepHead title={t('wizard.cert.title')} lead={t('wizard.cert.lead')} />
      <CertificatePassword
        facturatorId={facturatorId}
        submit={t('wizard.cert.submit')}
        above={
          certificate.password_state === 'rejected' && (
            <Notice tone="wrong">{t('wizard.cert.rejected')}</Notice>
          )
        }
        renderFoot={(button) => <WizardButtons {...foot}>{button}</WizardButtons>}
        onSaved={onSaved}
      />
    </>
  )
}
