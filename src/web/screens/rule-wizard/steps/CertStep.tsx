import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showRut } from '#texts/formats.ts'
import { credentialsQuery } from '#web/api/queries.ts'
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
  const { data: person } = useQuery(credentialsQuery(facturatorId))
  return (
    <>
      <StepHead title={t('wizard.cert.title')} lead={t('wizard.cert.lead')} />
      <CertificatePassword
        facturatorId={facturatorId}
        submit={t('wizard.cert.submit')}
        above={
          <>
            {certificate.has_centralized_cert && person !== undefined && (
              <p>{t('wizard.cert.whose', { name: person.label, rut: showRut(person.rut) })}</p>
            )}
            {certificate.password_state === 'rejected' && (
              <Notice tone="wrong">{t('wizard.cert.rejected')}</Notice>
            )}
          </>
        }
        renderFoot={(button) => <WizardButtons {...foot}>{button}</WizardButtons>}
        onSaved={onSaved}
      />
    </>
  )
}
