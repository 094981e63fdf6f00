import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createClientActivity } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import type { Client } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import '#web/texts/directory.ts'
import { IconPencil } from '#web/ui/icons.ts'
import { Card } from '../directory/Card.tsx'
import classes from '../directory/Directory.module.css'
import { CardButton, EditCard, EditForm, useSaved } from '../directory/EditCard.tsx'
import { AddressForm, type Address } from './AddressForm.tsx'

/** Where its facturas are addressed: added and corrected, for all the rules that use one. */
export function Addresses({ client }: { client: Client }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Address | 'new' | null>(null)
  const end = () => setOpen(null)
  return (
    <Card
      title={t('clients.addresses')}
      action={
        open !== 'new' && (
          <CardButton onClick={() => setOpen('new')}>{t('clients.addAddress')}</CardButton>
        )
      }
    >
      {client.addresses.length === 0 && open !== 'new' && (
        <p className="muted">{t('clients.noAddresses')}</p>
      )}
      {client.addresses.length > 0 && (
        <ul className={classes.items}>
          {client.addresses.map((address) => (
            <li key={address.id}>
              {open !== 'new' && open?.id === address.id ? (
                <AddressForm clientId={client.id} known={address} onEnd={end} />
              ) : (
                <Shown address={address} onEdit={() => setOpen(address)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' && <AddressForm clientId={client.id} onEnd={end} />}
    </Card>
  )
}

function Shown({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const { t } = useTranslation()
  const place = [address.commune, address.city].filter((part) => part !== '').join(', ')
  return (
    <div className={classes.item}>
      <span className={classes.words}>
        <span>{address.street_and_number}</span>
        <span className="muted small">{place}</span>
      </span>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t('clients.editAddress', { address: address.street_and_number })}
        onClick={onEdit}
      >
        <IconPencil size={17} />
      </ActionIcon>
    </div>
  )
}

/** What it does, as its facturas say it. */
export function Activities({ client: { id: clientId, activities } }: { client: Client }) {
  const { t } = useTranslation()
  return (
    <EditCard
      title={t('clients.activities')}
      edit={t('clients.addActivity')}
      renderForm={(onEnd) => <ActivityForm clientId={clientId} onEnd={onEnd} />}
      isBelow
    >
      {activities.length === 0 && <p className="muted">{t('clients.noActivities')}</p>}
      {activities.length > 0 && (
        <ul className={classes.items}>
          {activities.map(({ id, description }) => (
            <li key={id} className={classes.item}>
              {description}
            </li>
          ))}
        </ul>
      )}
    </EditCard>
  )
}

function ActivityForm({ clientId, onEnd }: { clientId: number; onEnd: () => void }) {
  const { t } = useTranslation()
  const [description, setDescription] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isEmpty = description.trim() === ''
  const save = useMutateOnce({
    mutationFn: (_, key) =>
      send(createClientActivity, {
        body: { client: clientId, description: description.trim() },
        key,
      }),
    ...useSaved(onEnd),
  })
  return (
    <EditForm
      isComplete
      isBusy={save.isPending}
      onSave={() => {
        setIsTried(true)
        if (!isEmpty) save.mutate()
      }}
      onEnd={onEnd}
    >
      <TextInput
        label={t('clients.activity')}
        maxLength={40}
        value={description}
        autoFocus
        error={isTried && isEmpty && t('clients.activityMissing')}
        onChange={({ currentTarget: { value } }) => setDescription(value)}
      />
    </EditForm>
  )
}
