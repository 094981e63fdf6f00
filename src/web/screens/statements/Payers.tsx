import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { removePayer } from '#contract/statements.ts'
import { showRut } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { payersQuery, statementsChanged } from '#web/api/statements.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Review.module.css'

/** Whom an owner let pay for a client: authorised with a payment, and ended here. */
export function Payers({ company }: { company: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const payers = useQuery(payersQuery(company)).data ?? []
  const removing = useMutateAlone({
    mutationFn: (id: number) => send(removePayer, { params: { id } }),
    onSuccess: () => toastSuccess(t('statements.payerRemoved')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('statements.actFailed')),
    onSettled: () => statementsChanged(client),
  })
  if (payers.length === 0) return null
  return (
    <section className={classes.payers} aria-labelledby="payers">
      <div>
        <h2 id="payers">{t('statements.payersTitle')}</h2>
        <p className="muted small">{t('statements.payersLead')}</p>
      </div>
      <ul>
        {payers.map((one) => (
          <li key={one.id} className={classes.payer}>
            <span className="num">
              {t('statements.payer', {
                payer: showRut(one.payer.identifier),
                client: showRut(one.client.identifier),
              })}
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('statements.removePayerNamed', {
                payer: showRut(one.payer.identifier),
              })}
              disabled={removing.isPending}
              onClick={() => removing.mutate(one.id)}
            >
              {t('statements.removePayer')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
