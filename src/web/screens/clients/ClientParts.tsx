import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createClientActivity } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { directoryChanged } from '#web/api/directory.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Client } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import '#web/texts/directory.ts'
import { IconPencil } from '#web/ui/icons.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Card } from '../directory/Card.tsx'
import classes from '../directory/Directory.module.css'
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
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen('new')}>
            {t('clients.addAddress')}
          </Button>
        )
      }
    >
      {client.addresses.length === 0 && open !== 'new' && (
        <p className="muted">{t('clients.noAddresses')}</p>
      )}
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
export function Activities({ client }: { client: Client }) {
  const { t } = useTranslation()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Card
      title={t('clients.activities')}
      action={
        !isAdding && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsAdding(true)}>
            {t('clients.addActivity')}
          </Button>
        )
      }
    >
      {client.activities.length === 0 && !isAdding && (
        <p className="muted">{t('clients.noActivities')}</p>
      )}
      <ul className={classes.items}>
        {client.activities.map(({ id, description }) => (
          <li key={id} className={classes.item}>
            {description}
          </li>
        ))}
      </ul>
      {isAdding && <ActivityForm clientId={client.id} onEnd={() => setIsAdding(false)} />}
    </Card>
  )
}

function ActivityForm({ clientId, onEnd }: { clientId: number; onEnd: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [description, setDescription] = useState('')
  const isEmpty = description.trim() === ''
  const save = useMutateOnce({
    mutationFn: (_, key) =>
      send(createClientActivity, {
        body: { client: clientId, description: description.trim() },
        key,
      }),
    onSuccess: async () => {
      await directoryChanged(queries)
      toastSuccess(t('directory.saved'))
      onEnd()
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('directory.saveFailed')),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) save.mutate()
      }}
    >
      <TextInput
        label={t('clients.activity')}
        maxLength={40}
        value={description}
        autoFocus
        onChange={({ currentTarget: { value } }) => setDescription(value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" disabled={isEmpty} loading={save.isPending}>
          {t('directory.save')}
        </Button>
      </div>
    </form>
  )
}
