import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeCredentials } from '#contract/facturators.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, isRefusal, isUnreachable } from '#web/api/fault.ts'
import { credentialsQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import classes from './Secret.module.css'

/** Tried once at the SII, like the first one. */
export function ChangeClave({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const eye = usePasswordEye('clave')
  const [clave, setClave] = useState('')
  const change = useMutateAlone({
    mutationFn: () => send(changeCredentials, { params: { id }, body: { password: clave } }),
    onSuccess: async (changed) => {
      client.setQueryData(credentialsQuery(id).queryKey, changed)
      toastSuccess(t('facturators.claveChanged'))
      onDone()
      // Rules and documents that waited for it go on.
      await refreshAgenda(client)
    },
    onError: (fault) => {
      if (isRefusal(fault)) setClave('')
    },
  })
  return (
    <form
      className={classes.secret}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (clave !== '' && !change.isPending) change.mutate()
      }}
    >
      {change.isError && (
        <Notice tone="wrong" isAlert>
          {isUnreachable(change.error)
            ? t('faults.connection')
            : (firstMessage(change.error) ?? t('onboarding.failed'))}
        </Notice>
      )}
      <PasswordInput
        label={t('facturators.newClave')}
        description={t('onboarding.claveHint')}
        autoComplete="off"
        {...eye}
        value={clave}
        maxLength={64}
        data-autofocus
        onChange={(event) => setClave(event.currentTarget.value)}
      />
      <p className="muted small">{t('onboarding.once')}</p>
      <Button type="submit" disabled={clave === ''} loading={change.isPending}>
        {t('actions.save')}
      </Button>
    </form>
  )
}
