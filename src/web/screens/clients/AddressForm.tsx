import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeClientAddress, createClientAddress } from '#contract/parties.ts'
import { allCommunes } from '#domain/communes.ts'
import { send } from '#web/api/client.ts'
import type { Client } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import '#web/texts/directory.ts'
import { searchOptions } from '#web/ui/search-options.ts'
import classes from '../directory/Directory.module.css'
import { EditForm, useSaved } from '../directory/EditCard.tsx'

export type Address = Client['addresses'][number]

const COMMUNES = allCommunes()
  .map(({ name }) => name)
  .sort()
const MAX_OPTIONS = 50

/** A new address, or one to be corrected. A commune that the SII wrote in its own way stays until another is chosen. */
export function AddressForm({
  clientId,
  known,
  onEnd,
}: {
  clientId: number
  known?: Address
  onEnd: () => void
}) {
  const { t } = useTranslation()
  const [street, setStreet] = useState(known?.street_and_number ?? '')
  const [commune, setCommune] = useState(known?.commune ?? '')
  const [city, setCity] = useState(known?.city ?? '')
  const [isTried, setIsTried] = useState(false)
  const isMissing = street.trim() === '' || commune === ''
  const save = useMutateOnce({
    mutationFn: (_, key) => {
      const body = { street_and_number: street.trim(), commune }
      if (known === undefined) {
        return send(createClientAddress, {
          body: { client: clientId, ...body, city: city.trim() },
          key,
        })
      }
      const ofCity = city.trim() === '' ? {} : { city: city.trim() }
      return send(changeClientAddress, { params: { id: known.id }, body: { ...body, ...ofCity } })
    },
    ...useSaved(onEnd),
  })
  const options = COMMUNES.includes(commune) || commune === '' ? COMMUNES : [commune, ...COMMUNES]
  return (
    <EditForm
      isComplete
      isBusy={save.isPending}
      onSave={() => {
        setIsTried(true)
        if (!isMissing) save.mutate()
      }}
      onEnd={onEnd}
    >
      <TextInput
        label={t('clients.street')}
        maxLength={70}
        value={street}
        autoFocus
        error={isTried && isMissing && t('clients.addressMissing')}
        onChange={({ currentTarget: { value } }) => setStreet(value)}
      />
      <div className={classes.pair}>
        <Select
          label={t('clients.commune')}
          searchable
          selectFirstOptionOnChange
          filter={searchOptions}
          limit={MAX_OPTIONS}
          nothingFoundMessage={t('clients.noCommune')}
          data={options}
          value={commune === '' ? null : commune}
          onChange={(value) => setCommune(value ?? '')}
        />
        <TextInput
          label={t('clients.city')}
          maxLength={20}
          value={city}
          onChange={({ currentTarget: { value } }) => setCity(value)}
        />
      </div>
    </EditForm>
  )
}
