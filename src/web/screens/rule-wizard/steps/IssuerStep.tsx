import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showRut } from '#texts/formats.ts'
import type { Company } from '#web/api/queries.ts'
import { isEmail } from '#web/ui/is-email.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { StepProps } from '../wizard.ts'
import { chooseCompany } from '../wizard.ts'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

export function IssuerStep({
  state,
  onChange,
  companies: all,
}: StepProps & { companies: Company[] }) {
  const { t } = useTranslation()
  const companies = all.filter(({ issues_facturas }) => issues_facturas)
  const company = companies.find(({ id }) => id === state.companyId)
  return (
    <>
      <StepHead title={t('wizard.issuer.title')} />
      <div className={classes.fields}>
        <NativeSelect
          label={t('wizard.issuer.company')}
          value={state.companyId ?? ''}
          data={[
            ...(company === undefined ? [{ value: '', label: t('wizard.issuer.choose') }] : []),
            ...companies.map(({ id, company_info: { name, identifier } }) => ({
              value: String(id),
              label: `${name} · ${showRut(identifier)}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const chosen = companies.find(({ id }) => String(id) === value)
            if (chosen !== undefined) onChange((old) => chooseCompany(old, chosen))
          }}
        />
        {company !== undefined && (
          <CompanyFields state={state} onChange={onChange} company={company} />
        )}
      </div>
    </>
  )
}

function CompanyFields({ state, onChange, company }: StepProps & { company: Company }) {
  const { t } = useTranslation()
  const { addresses, activities } = company
  const address = addresses.find(({ id }) => id === state.addressId)
  // What is being typed for the first time is not yet wrong.
  const [isJudged, setJudged] = useState(state.email !== '')
  return (
    <>
      {addresses.length === 0 ? (
        <Notice tone="needsYou">{t('wizard.issuer.noAddresses')}</Notice>
      ) : (
        <NativeSelect
          label={t('wizard.issuer.address')}
          value={state.addressId ?? ''}
          data={addresses.map(({ id, street_and_number, commune }) => ({
            value: String(id),
            label: `${street_and_number}, ${commune}`,
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange((old) => ({ ...old, addressId: Number(value), city: '' }))
          }
        />
      )}
      {address?.city === '' && (
        <TextInput
          label={t('wizard.issuer.city')}
          description={t('wizard.issuer.cityHint')}
          maxLength={20}
          value={state.city}
          onChange={({ currentTarget: { value } }) => onChange((old) => ({ ...old, city: value }))}
        />
      )}
      {activities.length === 0 ? (
        <Notice tone="needsYou">{t('wizard.issuer.noActivities')}</Notice>
      ) : (
        <NativeSelect
          label={t('wizard.issuer.activity')}
          value={state.activityId ?? ''}
          data={activities.map(({ id, description }) => ({
            value: String(id),
            label: description,
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange((old) => ({ ...old, activityId: Number(value) }))
          }
        />
      )}
      <TextInput
        label={t('wizard.issuer.email')}
        description={t('wizard.issuer.emailHint')}
        type="email"
        autoComplete="email"
        maxLength={80}
        value={state.email}
        error={isJudged && !isEmail(state.email) && t('wizard.issuer.emailInvalid')}
        onBlur={() => setJudged(true)}
        onChange={({ currentTarget: { value } }) => onChange((old) => ({ ...old, email: value }))}
      />
    </>
  )
}
