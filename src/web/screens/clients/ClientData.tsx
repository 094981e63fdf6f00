import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeClient } from '#contract/parties.ts'
import { showRut } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import type { ClientPage } from '#web/api/directory.ts'
import { fieldMessages } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import '#web/texts/directory.ts'
import classes from '../directory/Directory.module.css'
import { EditCard, EditForm, useSaved } from '../directory/EditCard.tsx'
import { isDueDaysWrong, readDueDays, useCompanyDueDays } from '../rule-wizard/due-days.ts'

/** Name and days to pay. The name that the SII gives stays. */
export function ClientData({ page }: { page: ClientPage }) {
  const { t } = useTranslation()
  return (
    <EditCard
      title={t('clients.data')}
      edit={t('directory.edit')}
      renderForm={(onEnd) => <Form page={page} onEnd={onEnd} />}
    >
      <Facts page={page} />
    </EditCard>
  )
}

function Facts({ page: { client, company } }: { page: ClientPage }) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  const ofCompany = useCompanyDueDays(company.id)
  const { due_days: own } = client
  return (
    <dl className={classes.facts}>
      <dt>{t('clients.rut')}</dt>
      <dd className="num">{showRut(client.rut)}</dd>
      <dt>{t('clients.name')}</dt>
      <dd>{client.client_info.name}</dd>
      <dt>{t('clients.dueDays')}</dt>
      <dd>
        {own === null
          ? [
              t('clients.companyDays'),
              ...(ofCompany === null ? [] : [t('clients.days', { count: ofCompany })]),
            ].join(': ')
          : t('clients.days', { count: own })}
      </dd>
      {namesCompany && (
        <>
          <dt>{t('clients.ofCompany')}</dt>
          <dd>{company.name}</dd>
        </>
      )}
    </dl>
  )
}

function Form({ page, onEnd }: { page: ClientPage; onEnd: () => void }) {
  const { t } = useTranslation()
  const { client, company, can_rename: canRename } = page
  const [name, setName] = useState(client.client_info.name)
  const [days, setDays] = useState(client.due_days === null ? '' : String(client.due_days))
  const isNameMissing = name.trim() === ''
  const areDaysWrong = isDueDaysWrong(days)
  const save = useMutateAlone({
    mutationFn: () =>
      send(changeClient, {
        params: { company_id: company.id, client_id: client.id },
        body: {
          due_days: readDueDays(days),
          ...(canRename && name.trim() !== client.client_info.name ? { name: name.trim() } : {}),
        },
      }),
    ...useSaved(onEnd),
  })
  return (
    <EditForm
      isComplete={!isNameMissing && !areDaysWrong}
      isBusy={save.isPending}
      onSave={() => save.mutate()}
      onEnd={onEnd}
    >
      <TextInput
        label={t('clients.name')}
        description={canRename ? undefined : t('clients.nameOfTheSii')}
        disabled={!canRename}
        maxLength={100}
        value={name}
        autoFocus={canRename}
        error={
          isNameMissing ? t('clients.nameMissing') : (fieldMessages(save.error, 'name')[0] ?? null)
        }
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        label={t('clients.dueDaysLabel')}
        description={t('clients.dueDaysHint')}
        inputMode="numeric"
        maxLength={3}
        value={days}
        autoFocus={!canRename}
        error={areDaysWrong && t('clients.dueDaysWrong')}
        onChange={({ currentTarget: { value } }) => setDays(value)}
      />
    </EditForm>
  )
}
