import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { readClientInfo } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import type { ClientDialogProps } from './ClientForm.tsx'
import classes from './steps.module.css'

// With its first use: most clients have all that is needed.
const ClientForm = lazy(async () => ({
  default: (await import('./ClientForm.tsx')).ClientForm,
}))

/** Address, city and activity. */
const WAITING_FIELDS = [1, 2, 3]

/** Address, city, activity and contact of one client, as its facturas will carry them. */
export function ClientDialog(props: ClientDialogProps) {
  const { t } = useTranslation()
  const { chosen, companyId, onClose } = props
  const client = useQueryClient()
  const queryKey = ['clientInfo', companyId, chosen.client.id]
  const info = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      send(
        readClientInfo,
        { params: { company_id: companyId, client_id: chosen.client.id } },
        signal,
      ),
  })
  const name = chosen.client.client_info.name
  return (
    <Dialog title={t('wizard.clients.dialogTitle', { name })} opened onClose={onClose}>
      {info.isPending && <Waiting />}
      {info.isLoadingError && (
        <FaultNotice
          title={t('wizard.clients.dataError')}
          fault={info.error}
          onRetry={() => void info.refetch()}
        />
      )}
      {info.data !== undefined && (
        <Suspense fallback={<Waiting />}>
          <ClientForm
            {...props}
            client={info.data}
            onSaved={(saved) => {
              // Opened again at once, it knows what was saved: else the same would be asked for a second time.
              client.setQueryData(queryKey, saved.client)
              void client.invalidateQueries({ queryKey: ['forecast'] })
              props.onSaved(saved)
            }}
          />
        </Suspense>
      )}
    </Dialog>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <p role="status">{t('wizard.clients.dialogLoading')}</p>
      {WAITING_FIELDS.map((field) => (
        <Skeleton key={field} height={60} radius={8} />
      ))}
    </div>
  )
}
