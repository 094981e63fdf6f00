import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { activateFacturator } from '#contract/facturators.ts'
import { send } from '#web/api/client.ts'
import type { Facturators } from '#web/api/queries.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './FacturatorChoice.module.css'

/** Spec 2: a selector when there is more than one, the label of the single one otherwise. */
export function FacturatorChoice({
  facturators: { facturators, active },
}: {
  facturators: Facturators
}) {
  const { t } = useTranslation()
  const activate = useActivateFacturator()
  const [only] = facturators
  if (only === undefined) return null
  if (facturators.length === 1) {
    return (
      <span className={classes.label} title={`${t('nav.facturator')}: ${only.label}`}>
        {only.label}
      </span>
    )
  }
  return (
    <NativeSelect
      aria-label={t('nav.facturator')}
      size="sm"
      className={classes.select}
      disabled={activate.isPending}
      value={active?.id ?? ''}
      data={[
        // Without it the first would seem chosen, and could not be.
        ...(active === null ? [{ value: '', label: t('nav.chooseFacturator') }] : []),
        ...facturators.map(({ id, label }) => ({ value: String(id), label })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') activate.mutate(Number(value))
      }}
    />
  )
}

/** Changes it on the server and loads the page anew: nothing of the former may stay (spec 2, D-40). */
export function useActivateFacturator() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (id: number) => send(activateFacturator, { body: { type: 'sii', id } }),
    onSuccess: () => window.location.reload(),
    onError: () => toastError(t('nav.activateFailed')),
  })
}
