import { Button } from '@mantine/core'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { deleteCredentials } from '#contract/facturators.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus, isUnreachable } from '#web/api/fault.ts'
import { credentialsQuery, facturatorsQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { noteConnections } from '#web/session/newcomer.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconTrash } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import classes from './DeleteConnection.module.css'

interface Connection {
  id: number
  label: string
}

/** Not there where nothing is left to erase: a connection without a clave stays for what hangs on it. */
export function DeleteConnection({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const credentials = useQuery(credentialsQuery(connection.id))
  if (credentials.data?.clave_state === 'absent') return null
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        className={classes.open}
        leftSection={<IconTrash size={16} />}
        aria-label={t('facturators.deleteOne', { name: connection.label })}
        onClick={() => setIsOpen(true)}
      >
        {t('facturators.delete')}
      </Button>
      <Dialog
        title={t('facturators.deleteTitle', { name: connection.label })}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <Consequences connection={connection} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

/** What goes, what stops and what stays, told before it is done. */
function Consequences({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useDelete(connection.id, onClose)
  return (
    <>
      {remove.isError && (
        <Notice tone="wrong" isAlert>
          {isUnreachable(remove.error)
            ? t('faults.connection')
            : (firstMessage(remove.error) ?? t('facturators.deleteFailed'))}
        </Notice>
      )}
      <dl className={classes.told}>
        {(['deleteErased', 'deleteStops', 'deleteStays'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`facturators.${part}`)}</dt>
            <dd>{t(`facturators.${part}Body`)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('facturators.delete')}
        </Button>
      </div>
    </>
  )
}

function useDelete(id: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutateAlone({
    mutationFn: () => eraseOnce(id),
    onSuccess: async () => {
      const left = await readList(client)
      const isKept = left?.some((one) => one.id === id) === true
      // Nothing of a connection that is gone may stay on the screen.
      void (isKept ? client.invalidateQueries(others) : client.resetQueries(others))
      onDone()
      toastSuccess(t(isKept ? 'facturators.erased' : 'facturators.deleted'))
      // Its own button is gone with it.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())
      if (left?.length !== 0) return
      noteConnections(0)
      await navigate(PATHS.onboarding, { replace: true })
    },
  })
}

/** Somebody else's deletion, or an answer that got lost, has the same end. */
async function eraseOnce(id: number): Promise<void> {
  try {
    await send(deleteCredentials, { params: { id } })
  } catch (fault) {
    if (!hasStatus(fault, 404)) throw fault
  }
}

const { queryKey } = facturatorsQuery()
const others = { predicate: (query: Query) => query.queryKey[0] !== queryKey[0] }

/** The connections that are left; undefined when they couldn't be read. */
async function readList(client: QueryClient) {
  await client.refetchQueries({ queryKey })
  const isRead = client.getQueryState(queryKey)?.status === 'success'
  // The former list would show what is gone.
  if (!isRead) await client.resetQueries({ queryKey })
  return client.getQueryData(queryKey)?.facturators
}
