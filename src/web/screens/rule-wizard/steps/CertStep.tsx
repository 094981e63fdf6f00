import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { certificateQuery } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { CertificatePassword } from '../../facturators/CertificatePassword.tsx'
import type { WizardFacts } from '../wizard.ts'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

/** The SII's own page on the centralized certificate. */
const GUIDE = 'https://www.sii.cl/servicios_online/1039-certificado_digital-1182.html'

interface Props {
  facturatorId: number
  certificate: WizardFacts['certificate']
  onSaved: () => void
}

export function CertStep(props: Props) {
  return props.certificate.has_centralized_cert ? (
    <Password {...props} />
  ) : (
    <NoCertificate {...props} />
  )
}

function Password({ facturatorId, certificate, onSaved }: Props) {
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

function NoCertificate({ facturatorId }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => client.refetchQueries({ queryKey: certificateQuery(facturatorId).queryKey }),
  })
  return (
    <>
      <StepHead title={t('wizard.cert.missingTitle')} lead={t('wizard.cert.missingBody')} />
      <div className={classes.choices}>
        <Button component="a" href={GUIDE} target="_blank" rel="noreferrer" variant="default">
          {t('wizard.cert.guide')}
        </Button>
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          {t('wizard.cert.check')}
        </Button>
      </div>
    </>
  )
}
