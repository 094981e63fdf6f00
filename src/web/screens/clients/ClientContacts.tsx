import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directoryChanged } from '#web/api/directory.ts'
import { contactsQuery } from '#web/api/queries.ts'
import '#web/texts/directory.ts'
import '#web/texts/email.ts'
import '#web/texts/wizard.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { Card } from '../directory/Card.tsx'
import { CardButton } from '../directory/EditCard.tsx'
import { ContactForm } from '../rule-wizard/steps/ContactForm.tsx'
import { ManageContacts } from '../rule-wizard/steps/ManageContacts.tsx'

/** Who gets its documents: added, corrected and deleted, in every rule that writes to them. */
export function ClientContacts({ clientId }: { clientId: number }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const contacts = useQuery(contactsQuery(clientId))
  const [isAdding, setIsAdding] = useState(false)
  const changed = () => void directoryChanged(queries)
  return (
    <Card
      title={t('clients.contacts')}
      action={
        !isAdding && (
          <CardButton onClick={() => setIsAdding(true)}>{t('clients.addContact')}</CardButton>
        )
      }
    >
      {contacts.data === undefined &&
        (contacts.isError ? (
          <FaultNotice
            title={t('clients.contactsFailed')}
            fault={contacts.error}
            onRetry={() => void contacts.refetch()}
          />
        ) : (
          <Skeleton height={44} radius={8} role="status" aria-label={t('loading')} />
        ))}
      {contacts.data?.length === 0 && !isAdding && (
        <p className="muted">{t('clients.noContacts')}</p>
      )}
      {contacts.data !== undefined && contacts.data.length > 0 && (
        <ManageContacts clientId={clientId} contacts={contacts.data} onDeleted={changed} />
      )}
      {isAdding && (
        <ContactForm
          clientId={clientId}
          onSaved={() => {
            setIsAdding(false)
            changed()
          }}
          onCancel={() => setIsAdding(false)}
        />
      )}
    </Card>
  )
}
