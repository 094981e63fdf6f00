import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveCertificatePassword } from '#contract/facturators.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages } from '#web/api/fault.ts'
import { certificateQuery } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
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
  const client = useQueryClient()
  const eye = usePasswordEye('clave')
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: () =>
      send(saveCertificatePassword, {
        params: { id: facturatorId },
        body: { certificate_password: password },
      }),
    onSuccess: (saved) => {
      client.setQueryData(certificateQuery(facturatorId).queryKey, saved)
      toastSuccess(t('wizard.cert.saved'))
      onSaved()
    },
    onError: (fault) => toastError(refusal(fault)),
  })
  const refusal = (fault: unknown) =>
    fieldMessages(fault, 'certificate_password')[0] ?? t('wizard.cert.failed')
  return (
    <>
      <StepHead title={t('wizard.cert.title')} lead={t('wizard.cert.lead')} />
      <div className={classes.fields}>
        {certificate.password_state === 'rejected' && (
          <Notice tone="wrong">{t('wizard.cert.rejected')}</Notice>
        )}
        <PasswordInput
          label={t('wizard.cert.label')}
          autoComplete="off"
          {...eye}
          value={password}
          maxLength={128}
          error={save.isError && refusal(save.error)}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form around is the wizard's: Enter here saves the password.
            event.preventDefault()
            if (password !== '' && !save.isPending) save.mutate()
          }}
        />
        <p className="muted small">{t('wizard.cert.sealed')}</p>
        <Button
          className={classes.own}
          disabled={password === ''}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('wizard.cert.submit')}
        </Button>
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
