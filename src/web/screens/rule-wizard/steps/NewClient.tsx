import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createClient } from '#contract/parties.ts'
import { parseRut } from '#domain/rut.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Client } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './steps.module.css'

/** Somebody the SII doesn't know: a boleta de honorarios is made to anybody. */
export function NewClient({
  rut,
  companyId,
  onCreated,
  onCancel,
}: {
  rut: string
  companyId: number
  onCreated: (client: Client) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const create = useMutateOnce({
    mutationFn: (_, key) =>
      send(createClient, {
        params: { company_id: companyId },
        body: { rut: parseRut(rut) ?? rut, name: name.trim() },
        key,
      }),
    onSuccess: onCreated,
    onError: (fault) => toastError(firstMessage(fault) ?? t('wizard.clients.saveFailed')),
  })
  const submit = () => {
    if (name.trim() !== '') create.mutate()
  }
  return (
    <div className={classes.product} role="group" aria-label={t('wizard.boleta.newClient')}>
      <p className="muted small">{t('wizard.boleta.unknown', { rut })}</p>
      <TextInput
        label={t('wizard.boleta.clientName')}
        maxLength={100}
        value={name}
        autoFocus
        // The form around is the wizard's: Enter here makes the client, Escape gives up.
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <div className={classes.dialogButtons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button size="sm" disabled={name.trim() === ''} loading={create.isPending} onClick={submit}>
          {t('wizard.boleta.addClient')}
        </Button>
      </div>
    </div>
  )
}
