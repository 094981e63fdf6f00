import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { activateFacturator } from '#contract/facturators.ts'
import { send } from '#web/api/client.ts'
import type { Facturators } from '#web/api/queries.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './FacturatorChoice.module.css'
import { hideOverlay, showOverlay } from './overlay.ts'

/** A selector when there is more than one, the label of the single one otherwise. */
export function FacturatorChoice({
  facturators: { facturators, active },
}: {
  facturators: Facturators
}) {
  const { t } = useTranslation()
  const activate = useActivateFacturator()
  useEffect(followOtherTabs, [])
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

const CHANNEL = 'folio.facturator'

/**
 * Changes it on the server and loads the page anew, here and in the browser's other tabs: nothing of the former may
 * stay.
 */
export function useActivateFacturator() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (id: number) => send(activateFacturator, { body: { type: 'sii', id } }),
    onMutate: showOverlay,
    onSuccess: (_, id) => {
      const channel = new BroadcastChannel(CHANNEL)
      channel.postMessage(id)
      channel.close()
      window.location.reload()
    },
    onError: () => {
      hideOverlay()
      toastError(t('nav.activateFailed'))
    },
  })
}

/** Another tab chose another one: what stands here is of the former. */
function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', () => window.location.reload())
  return () => channel.close()
}
