import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showRut } from '#texts/formats.ts'
import { IconAlert, IconCircleCheck, IconX } from '#web/ui/icons.ts'
import type { ChosenClient, Kind } from '../wizard.ts'
import { clientGap } from '../wizard.ts'
import classes from './steps.module.css'

export function ClientCard({
  chosen,
  kind,
  onEdit,
  onRemove,
}: {
  chosen: ChosenClient
  kind: Kind
  onEdit: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const { client } = chosen
  const gap = clientGap(chosen, kind)
  const isComplete = gap === null
  const address = client.addresses.find(({ id }) => id === chosen.addressId)
  const place = [address?.street_and_number, address?.commune, address?.city].filter(Boolean)
  return (
    <li className={classes.client}>
      <div className={classes.clientWords}>
        <p className={classes.clientName}>{client.client_info.name}</p>
        <p className="muted small">
          <span className="num">{showRut(client.client_info.identifier)}</span>
          {place.length > 0 && ` · ${place.join(', ')}`}
          {client.due_days !== null &&
            ` · ${t('wizard.clients.dueDays', { count: client.due_days })}`}
        </p>
        <p className={classes.clientState} data-complete={isComplete || undefined}>
          {isComplete ? (
            <IconCircleCheck size={15} aria-hidden />
          ) : (
            <IconAlert size={15} aria-hidden />
          )}
          {gap === null
            ? t('wizard.clients.complete')
            : `${t('wizard.clients.needsData')}: ${t(`wizard.clients.gaps.${gap}`)}`}
        </p>
      </div>
      <Button
        size="compact-sm"
        variant={isComplete ? 'subtle' : 'light'}
        aria-label={`${t(isComplete ? 'wizard.clients.edit' : 'wizard.clients.completeAction')} ${client.client_info.name}`}
        onClick={onEdit}
      >
        {t(isComplete ? 'wizard.clients.edit' : 'wizard.clients.completeAction')}
      </Button>
      <ActionIcon
        variant="subtle"
        size={28}
        aria-label={t('wizard.clients.remove', { name: client.client_info.name })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}
