import { Button, MultiSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#web/api/queries.ts'
import { contactsQuery } from '#web/api/queries.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconAlert, IconCircleCheck, IconPlus } from '#web/ui/icons.ts'
import { searchable, searchOptions } from '#web/ui/search-options.ts'
import type { ChosenClient, StepProps } from '../wizard.ts'
import { changeClient, countTo } from '../wizard.ts'
import { ContactForm } from './ContactForm.tsx'
import mail from './mail.module.css'
import classes from './steps.module.css'

const ManageContacts = lazy(async () => ({
  default: (await import('./ManageContacts.tsx')).ManageContacts,
}))

/** One's contacts are asked for when it is opened: a rule may have 200 clients. */
const OPEN_AT_FIRST = 3
/** As many as the server takes for each. */
const MOST_PEOPLE = 20

/** To whom each client's mail goes. */
export function Recipients({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  if (state.clients.length === 0) {
    return <p className={classes.nobody}>{t('wizardEmail.clientsFirst')}</p>
  }
  return (
    <div className={mail.list} role="group" aria-label={t('wizardEmail.recipients')}>
      {state.clients.map((chosen, index) => (
        <ClientRecipients
          key={chosen.client.id}
          chosen={chosen}
          isOpenAtFirst={index < OPEN_AT_FIRST}
          onChange={(part) =>
            onChange((old) => {
              const now = old.clients.find(({ client }) => client.id === chosen.client.id)
              return now === undefined ? old : changeClient(old, { ...now, ...part })
            })
          }
        />
      ))}
    </div>
  )
}

type Part = Partial<Pick<ChosenClient, 'emailTo' | 'emailCc' | 'mailboxes'>>

function ClientRecipients({
  chosen,
  isOpenAtFirst,
  onChange,
}: {
  chosen: ChosenClient
  isOpenAtFirst: boolean
  onChange: (part: Part) => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const count = countTo(chosen)
  const isComplete = count > 0
  const Icon = isComplete ? IconCircleCheck : IconAlert
  return (
    <details
      className={mail.client}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary>
        {chosen.client.client_info.name}
        <span className={mail.state} data-complete={isComplete || undefined}>
          <Icon size={15} aria-hidden />
          {isComplete ? t('wizardEmail.toCount', { count }) : t('wizardEmail.toMissing')}
        </span>
      </summary>
      {isOpen && <People chosen={chosen} onChange={onChange} />}
    </details>
  )
}

function People({ chosen, onChange }: { chosen: ChosenClient; onChange: (part: Part) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const clientId = chosen.client.id
  const contacts = useQuery(contactsQuery(clientId))
  const [isAdding, setAdding] = useState(false)
  const [isManaging, setManaging] = useState(false)
  if (contacts.isLoadingError) {
    return (
      <div className={mail.people}>
        <FaultNotice
          title={t('wizardEmail.contactsFailed')}
          fault={contacts.error}
          onRetry={() => void contacts.refetch()}
        />
      </div>
    )
  }
  const options = (contacts.data ?? []).map(optionOf)
  const { mailboxes = { to: [], cc: [] } } = chosen
  // An address of no contact stands among the contacts by itself.
  const select = (copy: 'emailTo' | 'emailCc', side: 'to' | 'cc') => ({
    searchable: true,
    hidePickedOptions: true,
    selectFirstOptionOnChange: true,
    ...searchable,
    filter: searchOptions,
    maxValues: MOST_PEOPLE,
    disabled: contacts.isPending,
    nothingFoundMessage: t('wizardEmail.nobodyFound'),
    data: [...options, ...mailboxes[side]],
    value: [...chosen[copy].map(String), ...mailboxes[side]],
    onChange: (values: string[]) =>
      onChange({
        [copy]: values.filter((value) => !isAddress(value)).map(Number),
        mailboxes: { ...mailboxes, [side]: values.filter(isAddress) },
      }),
  })
  const onCreated = (contact: Contact) => {
    client.setQueryData(contactsQuery(clientId).queryKey, (old) => [...(old ?? []), contact])
    onChange({ emailTo: [...chosen.emailTo, contact.id] })
    setAdding(false)
    void client.invalidateQueries({ queryKey: contactsQuery(clientId).queryKey })
  }
  return (
    <div className={mail.people}>
      <MultiSelect label={t('wizardEmail.to')} {...select('emailTo', 'to')} />
      <MultiSelect label={t('wizardEmail.cc')} {...select('emailCc', 'cc')} />
      {isAdding ? (
        <ContactForm clientId={clientId} onSaved={onCreated} onCancel={() => setAdding(false)} />
      ) : (
        <div className={mail.buttons}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t('wizardEmail.newContact')}
          </Button>
          {options.length > 0 && (
            <Button
              variant="subtle"
              size="sm"
              aria-expanded={isManaging}
              onClick={() => setManaging(!isManaging)}
            >
              {t(isManaging ? 'wizardEmail.manageDone' : 'wizardEmail.manage')}
            </Button>
          )}
        </div>
      )}
      {isManaging && (
        <Suspense fallback={null}>
          <ManageContacts
            clientId={clientId}
            contacts={contacts.data ?? []}
            onDeleted={(id) =>
              onChange({
                emailTo: chosen.emailTo.filter((one) => one !== id),
                emailCc: chosen.emailCc.filter((one) => one !== id),
              })
            }
          />
        </Suspense>
      )}
    </div>
  )
}

/** Contacts have numbers. */
function isAddress(value: string): boolean {
  return value.includes('@')
}

function optionOf({ id, contact: { first_name, last_name, email } }: Contact) {
  return { value: String(id), label: `${first_name} ${last_name}`.trim() + ` · ${email}` }
}
