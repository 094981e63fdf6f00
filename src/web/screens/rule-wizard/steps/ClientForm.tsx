import { Button, NativeSelect, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { allCommunes } from '#domain/communes.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Client } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { RutInput } from '#web/ui/RutInput.tsx'
import { searchable, searchOptions } from '#web/ui/search-options.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { isDueDaysWrong, useCompanyDueDays } from '../due-days.ts'
import type { ChosenClient, Kind } from '../wizard.ts'
import type { ClientData } from './client-data.ts'
import { clientData, clientProblems, needsCity, saveClientData } from './client-data.ts'
import '#web/texts/wizard.ts'
import classes from './steps.module.css'

export interface ClientDialogProps {
  chosen: ChosenClient
  kind: Kind
  companyId: number
  onClose: () => void
  onSaved: (saved: ChosenClient) => void
}

type Props = ClientDialogProps & { client: Client }

export function ClientForm({ chosen, client, kind, companyId, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const [data, setData] = useState(() => clientData(chosen, client))
  const [isTried, setIsTried] = useState(false)
  const problems = clientProblems(data, client, kind)
  const save = useMutateOnce({
    mutationFn: (_, key) => saveClientData(chosen, client, data, { kind, companyId, key }),
    onSuccess: (saved) => {
      toastSuccess(t('wizard.clients.saved'))
      onSaved(saved)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('wizard.clients.saveFailed')),
  })
  const fields: FieldsProps = {
    client,
    data,
    kind,
    problems: isTried ? problems : null,
    onChange: (part) => setData((old) => ({ ...old, ...part })),
  }
  return (
    // The dialog is drawn elsewhere in the page but React still hands its submit to the wizard's form.
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        flushSync(() => setIsTried(true))
        if (Object.values(problems).includes(true)) focusFirstWrong(event.currentTarget)
        else save.mutate()
      }}
    >
      <Address {...fields} />
      {kind === 'factura' && <Activity {...fields} />}
      {kind === 'factura' && (
        <ContactPerson
          data={data}
          isRutWrong={problems.contactRut && (isTried || data.contactRut.length > STILL_TYPED)}
          onChange={fields.onChange}
        />
      )}
      <DueDays {...fields} companyId={companyId} />
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

/** A RUT of so few characters is not yet a wrong one. */
const STILL_TYPED = 8

interface FieldsProps {
  client: Client
  data: ClientData
  kind: Props['kind']
  /** Null until it was tried to save. */
  problems: ReturnType<typeof clientProblems> | null
  onChange: (part: Partial<ClientData>) => void
}

function Address({ client, data, kind, problems, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const isNew = client.addresses.every(({ id }) => id !== data.addressId)
  return (
    <>
      {client.addresses.length > 0 && (
        <NativeSelect
          label={t('wizard.clients.address')}
          value={data.addressId ?? ''}
          error={!isNew && problems?.commune === true && t('wizard.clients.communeUnknown')}
          data={[
            ...client.addresses.map(({ id, street_and_number, commune }) => ({
              value: String(id),
              label: `${street_and_number}, ${commune}`,
            })),
            { value: '', label: t('wizard.clients.otherAddress') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ addressId: value === '' ? null : Number(value), city: '' })
          }
        />
      )}
      {isNew && (
        <>
          <TextInput
            label={t('wizard.clients.street')}
            maxLength={70}
            value={data.street}
            data-autofocus
            error={problems?.street === true && t('wizard.clients.addressMissing')}
            onChange={({ currentTarget: { value } }) => onChange({ street: value })}
          />
          <Select
            label={t('wizard.clients.commune')}
            searchable
            selectFirstOptionOnChange
            {...searchable}
            filter={searchOptions}
            limit={50}
            nothingFoundMessage={t('wizard.clients.noCommune')}
            data={COMMUNES}
            value={data.commune === '' ? null : data.commune}
            error={problems?.commune === true && t('wizard.clients.communeMissing')}
            onChange={(value) => onChange({ commune: value ?? '' })}
          />
        </>
      )}
      {needsCity(data, client, kind) && (
        <TextInput
          label={t('wizard.clients.city')}
          maxLength={20}
          value={data.city}
          // The first for a dialog that opens with its data, the second for data that come later.
          data-autofocus={!isNew || undefined}
          autoFocus={!isNew}
          error={problems?.city === true && t('wizard.clients.cityMissing')}
          onChange={({ currentTarget: { value } }) => onChange({ city: value })}
        />
      )}
    </>
  )
}

const COMMUNES = allCommunes()
  .map(({ name }) => name)
  .sort()

function Activity({ client: { activities }, data, problems, onChange }: FieldsProps) {
  const { t } = useTranslation()
  if (activities.length === 0) {
    return (
      <TextInput
        label={t('wizard.clients.newActivity')}
        description={t('wizard.clients.newActivityHint')}
        maxLength={40}
        value={data.newActivity}
        error={problems?.newActivity === true && t('wizard.clients.newActivityMissing')}
        onChange={({ currentTarget: { value } }) => onChange({ newActivity: value })}
      />
    )
  }
  // The SII may have taken away the one that was chosen: nothing else may look chosen in its place.
  const known = activities.find(({ id }) => id === data.activityId)
  return (
    <NativeSelect
      label={t('wizard.clients.activity')}
      value={known?.id ?? ''}
      error={problems?.activity === true && t('wizard.clients.activityMissing')}
      data={[
        ...(known === undefined ? [{ value: '', label: t('wizard.issuer.choose') }] : []),
        ...activities.map(({ id, description }) => ({ value: String(id), label: description })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ activityId: Number(value) })}
    />
  )
}

/** Of all its documents whose rule says none; asked where payments are followed. */
function DueDays({ data, companyId, onChange }: FieldsProps & { companyId: number }) {
  const { t } = useTranslation()
  const ofCompany = useCompanyDueDays(companyId)
  if (ofCompany === null) return null
  return (
    <TextInput
      label={t('wizard.dates.dueDays')}
      description={t('wizard.clients.dueDaysHint', { count: ofCompany })}
      inputMode="numeric"
      maxLength={3}
      value={data.dueDays}
      error={isDueDaysWrong(data.dueDays) && t('wizard.dates.dueDaysWrong')}
      onChange={({ currentTarget: { value } }) => onChange({ dueDays: value })}
    />
  )
}

function ContactPerson({
  data,
  isRutWrong,
  onChange,
}: Pick<FieldsProps, 'data' | 'onChange'> & { isRutWrong: boolean }) {
  const { t } = useTranslation()
  const optional = t('wizard.clients.optional')
  return (
    <div className={classes.pair}>
      <TextInput
        label={`${t('wizard.clients.contactName')} (${optional})`}
        maxLength={80}
        value={data.contactName}
        onChange={({ currentTarget: { value } }) => onChange({ contactName: value })}
      />
      <RutInput
        label={`${t('wizard.clients.contactRut')} (${optional})`}
        value={data.contactRut}
        onChange={(contactRut) => onChange({ contactRut })}
        error={isRutWrong && t('wizard.clients.rutInvalid')}
      />
    </div>
  )
}
