import { ActionIcon } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteContact } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Contact } from '#web/api/queries.ts'
import { contactsQuery } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconPencil, IconTrash } from '#web/ui/icons.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { ContactForm, nameOf } from './ContactForm.tsx'
import mail from './mail.module.css'
import '#web/texts/email.ts'
import '#web/texts/wizard.ts'

/** A client's contacts, to correct or delete: in every rule that writes to them. */
export function ManageContacts({
  clientId,
  contacts,
  onDeleted,
}: {
  clientId: number
  contacts: readonly Contact[]
  onDeleted: (id: number) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [edited, setEdited] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<Contact | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: contactsQuery(clientId).queryKey })
  const remove = useMutation({
    // The rules were named in the question.
    mutationFn: ({ id }: Contact) =>
      send(deleteContact, { params: { id }, query: { from_rules: true } }),
    onSuccess: (_none, { id }) => {
      toastSuccess(t('wizardEmail.contactDeleted'))
      onDeleted(id)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('wizardEmail.contactDeleteFailed')),
    onSettled: async () => {
      setLeaving(null)
      await refresh()
    },
  })
  const onSaved = (saved: Contact) => {
    client.setQueryData(contactsQuery(clientId).queryKey, (old) =>
      old?.map((one) => (one.id === saved.id ? saved : one)),
    )
    setEdited(null)
    void refresh()
  }
  return (
    <>
      <ul className={mail.contacts}>
        {contacts.map((contact) => (
          <li key={contact.id}>
            {edited === contact.id ? (
              <ContactForm
                clientId={clientId}
                known={contact}
                onSaved={onSaved}
                onCancel={() => setEdited(null)}
              />
            ) : (
              <div className={mail.contact}>
                <span className={mail.who}>
                  <span>{nameOf(contact)}</span>
                  <span className="muted small">{contact.contact.email}</span>
                </span>
                <ActionIcon
                  variant="subtle"
                  size={36}
                  aria-label={t('wizardEmail.editContact', { name: nameOf(contact) })}
                  onClick={() => setEdited(contact.id)}
                >
                  <IconPencil size={17} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size={36}
                  aria-label={t('wizardEmail.deleteContact', { name: nameOf(contact) })}
                  onClick={() => setLeaving(contact)}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t('wizardEmail.deleteContactTitle', {
          name: leaving === null ? '' : nameOf(leaving),
        })}
        body={<Consequences contact={leaving} />}
        confirm={t('wizardEmail.deleteContactConfirm')}
        isDangerous
        isBusy={remove.isPending}
        opened={leaving !== null}
        onConfirm={() => {
          if (leaving !== null && !remove.isPending) remove.mutate(leaving)
        }}
        onClose={() => setLeaving(null)}
      />
    </>
  )
}

function Consequences({ contact }: { contact: Contact | null }) {
  const { t } = useTranslation()
  const rules = contact?.rules ?? []
  return (
    <>
      {t('wizardEmail.deleteContactBody')}
      {rules.length > 0 &&
        ` ${t('wizardEmail.deleteContactRules', { rules: rules.map(({ name }) => name).join(', ') })}`}
    </>
  )
}
