import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeClientAddress, readClientInfo } from '#contract/parties.ts'
import { rutProblem } from '#domain/rut.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Client } from '#web/api/queries.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { ChosenClient } from '../wizard.ts'
import classes from './steps.module.css'

interface Props {
  chosen: ChosenClient
  companyId: number
  onClose: () => void
  onSaved: (saved: ChosenClient) => void
}

/** Address, city, activity and contact of one client, as its facturas will carry them. */
export function ClientDialog(props: Props) {
  const { t } = useTranslation()
  const { chosen, companyId, onClose } = props
  const info = useQuery({
    queryKey: ['clientInfo', companyId, chosen.client.id],
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
      {info.isPending && <p role="status">{t('wizard.clients.dialogLoading')}</p>}
      {info.isError && <FaultState fault={info.error} onRetry={() => void info.refetch()} />}
      {info.data !== undefined && <Fields {...props} client={info.data} />}
    </Dialog>
  )
}

function Fields({ chosen, client, onClose, onSaved }: Props & { client: Client }) {
  const { t } = useTranslation()
  const { addresses, activities } = client
  const firstAddress = addresses.find(({ city }) => city !== '') ?? addresses[0]
  const [addressId, setAddressId] = useState(chosen.addressId ?? firstAddress?.id ?? null)
  const [activityId, setActivityId] = useState(chosen.activityId ?? activities[0]?.id ?? null)
  const [city, setCity] = useState('')
  const [contactName, setContactName] = useState(chosen.contactName)
  const [contactRut, setContactRut] = useState(chosen.contactRut)
  const [isTried, setIsTried] = useState(false)
  const address = addresses.find(({ id }) => id === addressId)
  const needsCity = address !== undefined && address.city === ''
  const problems = {
    address: address === undefined,
    city: needsCity && city.trim() === '',
    activity: !activities.some(({ id }) => id === activityId),
    contactRut: contactRut !== '' && rutProblem(contactRut) !== null,
  }
  const save = useMutation({
    mutationFn: async () => {
      if (!needsCity || address === undefined) return client
      const saved = await send(changeClientAddress, {
        params: { id: address.id },
        body: { city: city.trim() },
      })
      const updated = addresses.map((old) => (old.id === saved.id ? saved : old))
      return { ...client, addresses: updated }
    },
    onSuccess: (saved) => {
      toastSuccess(t('wizard.clients.saved'))
      onSaved({ ...chosen, client: saved, addressId, activityId, contactName, contactRut })
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('wizard.clients.saveFailed')),
  })
  const submit = () => {
    setIsTried(true)
    if (!Object.values(problems).includes(true)) save.mutate()
  }
  return (
    // The dialog is drawn elsewhere in the page but React still hands its submit to the wizard's form.
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      {addresses.length === 0 ? (
        <Notice tone="needsYou">{t('wizard.clients.noAddresses')}</Notice>
      ) : (
        <NativeSelect
          label={t('wizard.clients.address')}
          value={addressId ?? ''}
          error={isTried && problems.address && t('wizard.clients.addressMissing')}
          data={addresses.map(({ id, street_and_number, commune }) => ({
            value: String(id),
            label: `${street_and_number}, ${commune}`,
          }))}
          onChange={({ currentTarget: { value } }) => setAddressId(Number(value))}
        />
      )}
      {needsCity && (
        <TextInput
          label={t('wizard.clients.city')}
          maxLength={20}
          value={city}
          // The first for a dialog that opens with its data, the second for data that come later.
          data-autofocus
          autoFocus
          error={isTried && problems.city && t('wizard.clients.cityMissing')}
          onChange={({ currentTarget: { value } }) => setCity(value)}
        />
      )}
      {activities.length === 0 ? (
        <Notice tone="needsYou">{t('wizard.clients.noActivities')}</Notice>
      ) : (
        <NativeSelect
          label={t('wizard.clients.activity')}
          value={activityId ?? ''}
          error={isTried && problems.activity && t('wizard.clients.activityMissing')}
          data={activities.map(({ id, description }) => ({
            value: String(id),
            label: description,
          }))}
          onChange={({ currentTarget: { value } }) => setActivityId(Number(value))}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          label={`${t('wizard.clients.contactName')} (${t('wizard.clients.optional')})`}
          maxLength={80}
          value={contactName}
          onChange={({ currentTarget: { value } }) => setContactName(value)}
        />
        <RutInput
          label={`${t('wizard.clients.contactRut')} (${t('wizard.clients.optional')})`}
          value={contactRut}
          onChange={setContactRut}
          error={problems.contactRut && contactRut.length > 8 && t('wizard.clients.rutInvalid')}
        />
      </div>
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('actions.save')}
        </Button>
      </div>
    </form>
  )
}
