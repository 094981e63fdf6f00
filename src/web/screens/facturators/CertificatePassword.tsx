import { Button, PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveCertificatePassword } from '#contract/facturators.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages } from '#web/api/fault.ts'
import { certificateQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Secret.module.css'

/** Not a form: in the wizard it stands inside one. Enter saves all the same. */
export function CertificatePassword({
  facturatorId,
  submit,
  above,
  renderFoot,
  onSaved,
}: {
  facturatorId: number
  submit: string
  above?: ReactNode
  /** The bar that its button stands in, where there is one. */
  renderFoot?: (button: ReactNode) => ReactNode
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const eye = usePasswordEye('clave')
  const [password, setPassword] = useState('')
  const { data: certificate } = useQuery(certificateQuery(facturatorId))
  const triesLeft = certificate?.password_state === 'rejected' ? certificate.tries_left : null
  const refusal = (fault: unknown) =>
    fieldMessages(fault, 'certificate_password')[0] ?? t('wizard.cert.failed')
  const save = useMutateAlone({
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
  const button = (
    <Button disabled={password === ''} loading={save.isPending} onClick={() => save.mutate()}>
      {submit}
    </Button>
  )
  return (
    <>
      <div className={classes.secret}>
        {above}
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
            event.preventDefault()
            if (password !== '' && !save.isPending) save.mutate()
          }}
        />
        {triesLeft !== null && (
          <p className="small">{t('wizard.cert.tries', { count: triesLeft })}</p>
        )}
        <p className="muted small">{t('wizard.cert.sealed')}</p>
        {renderFoot === undefined && button}
      </div>
      {renderFoot?.(button)}
    </>
  )
}
