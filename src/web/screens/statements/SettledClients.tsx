import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unsettleClient } from '#contract/settled-clients.ts'
import { showDay, showRut } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { settledClientsQuery, statementsChanged } from '#web/api/statements.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Review.module.css'

/** Of whom an owner said that what was issued before is paid: said at a movement, and taken back here. */
export function SettledClients({ company }: { company: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const settled = useQuery(settledClientsQuery(company)).data ?? []
  const removing = useMutateAlone({
    mutationFn: (id: number) => send(unsettleClient, { params: { id } }),
    onSuccess: () => toastSuccess(t('statements.unsettled')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('statements.actFailed')),
    onSettled: () => statementsChanged(client),
  })
  if (settled.length === 0) return null
  return (
    <section className={classes.payers} aria-labelledby="settled">
      <div>
        <h2 id="settled">{t('statements.settledTitle')}</h2>
        <p className="muted small">{t('statements.settledLead')}</p>
      </div>
      <ul>
        {settled.map((one) => (
          <li key={one.id} className={classes.payer}>
            <span className="num">
              {t('statements.settledUntil', {
                client: showRut(one.client.identifier),
                day: showDay(one.through_day),
              })}
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('statements.unsettleNamed', {
                client: showRut(one.client.identifier),
              })}
              disabled={removing.isPending}
              onClick={() => removing.mutate(one.id)}
            >
              {t('statements.unsettle')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
