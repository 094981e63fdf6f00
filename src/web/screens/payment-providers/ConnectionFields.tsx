import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FINTOC_IDS } from '#domain/banks.ts'
import type { ProviderName } from '#web/api/payments.ts'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import {
  FIELDS,
  isKey,
  type ConnectionProblem,
  type ConnectionWish,
  type TextField,
} from './connection-form.ts'
import classes from './PaymentProviders.module.css'

interface Fields {
  provider: ProviderName
  wish: ConnectionWish
  problems: Partial<Record<TextField, ConnectionProblem>>
  onChange: (part: Partial<ConnectionWish>) => void
}

/** The fields of one provider, by the names that it gives them. */
export function ConnectionFields(fields: Fields) {
  const { provider, wish, problems, onChange } = fields
  const labelOf = useLabel(provider)
  return (
    <>
      {FIELDS[provider].map((field) => (
        <OneField
          key={field}
          isSecret={isKey(field)}
          label={labelOf(field)}
          value={wish[field]}
          problem={problems[field]}
          onChange={(text) => onChange({ [field]: text })}
        />
      ))}
      {provider === 'fintoc' && <Recipient {...fields} />}
    </>
  )
}

function useLabel(provider: ProviderName): (field: TextField) => string {
  const { t } = useTranslation()
  return (field) => {
    if (field === 'api_key') {
      return provider === 'mercadoPago' ? '' : t(`providers.fields.api_key.${provider}`)
    }
    if (field === 'notification_secret') {
      return provider === 'transbank' ? '' : t(`providers.fields.notification_secret.${provider}`)
    }
    return t(`providers.fields.${field}`)
  }
}

function OneField({
  isSecret,
  label,
  value,
  problem,
  onChange,
}: {
  isSecret: boolean
  label: string
  value: string
  problem: ConnectionProblem | undefined
  onChange: (text: string) => void
}) {
  const { t } = useTranslation()
  const eye = usePasswordEye('clave')
  const shared = {
    label,
    value,
    autoComplete: 'off',
    error: problem && t(`providers.problems.${problem}`),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value),
  }
  return isSecret ? (
    <PasswordInput {...shared} {...eye} aria-invalid={problem !== undefined} />
  ) : (
    <TextInput {...shared} inputMode="numeric" />
  )
}

/** The bank account that is paid, where Fintoc doesn't collect for its customer. */
function Recipient({ wish, problems, onChange }: Fields) {
  const { t } = useTranslation()
  const errorOf = (field: TextField) => {
    const problem = problems[field]
    return problem && t(`providers.problems.${problem}`)
  }
  return (
    <>
      <Checkbox
        label={t('providers.fields.hasRecipient')}
        description={t('providers.fields.hasRecipientHint')}
        checked={wish.hasRecipient}
        onChange={({ currentTarget }) => onChange({ hasRecipient: currentTarget.checked })}
      />
      {wish.hasRecipient && (
        <div className={classes.pair}>
          <RutInput
            label={t('providers.fields.holder_rut')}
            value={wish.holder_rut}
            error={errorOf('holder_rut')}
            onChange={(holder_rut) => onChange({ holder_rut })}
          />
          <TextInput
            label={t('providers.fields.number')}
            inputMode="numeric"
            autoComplete="off"
            value={wish.number}
            error={errorOf('number')}
            onChange={({ currentTarget }) => onChange({ number: currentTarget.value })}
          />
          <NativeSelect
            label={t('providers.fields.type')}
            value={wish.type}
            data={(['checking_account', 'sight_account'] as const).map((value) => ({
              value,
              label: t(`providers.fields.types.${value}`),
            }))}
            onChange={({ currentTarget }) =>
              onChange({
                type:
                  currentTarget.value === 'sight_account' ? 'sight_account' : 'checking_account',
              })
            }
          />
          <NativeSelect
            label={t('providers.fields.institution_id')}
            data={[
              { value: '', label: t('providers.fields.chooseBank') },
              ...banksWith(wish.institution_id),
            ]}
            value={wish.institution_id}
            error={errorOf('institution_id')}
            onChange={({ currentTarget }) => onChange({ institution_id: currentTarget.value })}
          />
        </div>
      )}
    </>
  )
}

/** With one that is on record by another id. */
function banksWith(known: string): { value: string; label: string }[] {
  const banks = Object.entries(FINTOC_IDS).map(([label, value]) => ({ value, label }))
  const isListed = known === '' || banks.some(({ value }) => value === known)
  return isListed ? banks : [...banks, { value: known, label: known }]
}
