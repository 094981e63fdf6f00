import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clientListQuery, type ClientSort } from '#web/api/directory.ts'
import type { Company } from '#web/api/queries.ts'
import { clientPath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { DirectoryPage, DirectoryRows, type Asked } from '../directory/DirectoryPage.tsx'
import { ClientList, ClientListSkeleton } from './ClientList.tsx'
import { NewClientDialog } from './NewClientDialog.tsx'

/** A company's clients: who owes, what they were issued last, and the way to each. */
export function ClientsScreen() {
  const { t } = useTranslation()
  return (
    <DirectoryPage<ClientSort>
      of="clients"
      sorts={[
        { value: 'name', label: t('clients.sorts.name') },
        { value: 'owed', label: t('clients.sorts.owed') },
        { value: 'latest', label: t('clients.sorts.latest') },
      ]}
      skeleton={ClientListSkeleton}
      add={AddClient}
    >
      {(asked, whenEmpty) => <Clients asked={asked} whenEmpty={whenEmpty} />}
    </DirectoryPage>
  )
}

function AddClient({ company, onClose }: { company: Company; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewClientDialog
      company={company}
      onClose={onClose}
      onMade={(id) => void navigate(clientPath(id))}
    />
  )
}

function Clients({ asked, whenEmpty }: { asked: Asked<ClientSort>; whenEmpty: ReactNode }) {
  const list = useInfiniteQuery(clientListQuery(asked))
  return (
    <DirectoryRows
      of="clients"
      list={list}
      rows={list.data?.pages.flatMap((page) => page.clients)}
      total={list.data?.pages[0]?.total ?? 0}
      skeleton={ClientListSkeleton}
      whenEmpty={whenEmpty}
    >
      {(clients) => <ClientList clients={clients} />}
    </DirectoryRows>
  )
}
