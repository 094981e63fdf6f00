import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUpClient } from '#contract/parties.ts'
import { parseRut } from '#domain/rut.ts'
import { send } from '#web/api/client.ts'
import { directoryChanged } from '#web/api/directory.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Company } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import '#web/texts/directory.ts'
import '#web/texts/wizard.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import classes from '../directory/Directory.module.css'
import { NewClient } from '../rule-wizard/steps/NewClient.tsx'

/** A client by its RUT: as the SII knows it, or with the name that the user writes where the SII knows nobody. */
export function NewClientDialog({
  company,
  onMade,
  onClose,
}: {
  company: Company
  onMade: (id: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [rut, setRut] = useState('')
  const parsed = parseRut(rut)
  const made = async (id: number) => {
    toastSuccess(t('clients.created'))
    await directoryChanged(client)
    onMade(id)
  }
  const lookUp = useMutateAlone({
    mutationFn: (wanted: string) =>
      send(lookUpClient, { params: { company_id: company.id }, query: { rut: wanted } }),
    onSuccess: ({ id }) => made(id),
  })
  const isUnknown = hasStatus(lookUp.error, 404)
  return (
    <Dialog title={t('clients.new')} opened onClose={onClose}>
      {isUnknown && parsed !== null ? (
        <NewClient
          rut={rut}
          companyId={company.id}
          onCreated={({ id }) => void made(id)}
          onCancel={() => lookUp.reset()}
        />
      ) : (
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (parsed !== null) lookUp.mutate(parsed)
          }}
        >
          <RutInput
            label={t('clients.rut')}
            description={t('clients.lookUpHint')}
            value={rut}
            onChange={setRut}
            autoFocus
          />
          {lookUp.isError && (
            <Notice tone="wrong" isAlert>
              {firstMessage(lookUp.error) ?? t('directory.saveFailed')}
            </Notice>
          )}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" disabled={parsed === null} loading={lookUp.isPending}>
              {t('clients.lookUp')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
