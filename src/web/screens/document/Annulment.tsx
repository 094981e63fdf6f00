import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { annulDocument, annulmentCause } from '#contract/document-orders.ts'
import { showClp } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconBan } from '#web/ui/icons.ts'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { Choice } from '#web/ui/Choice.tsx'
import classes from './Document.module.css'

type Cause = (typeof annulmentCause.options)[number]

/** A boleta is annulled for good, by one of the causes of the SII's form (portal 4.3). */
export function Annulment({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [cause, setCause] = useState<Cause | null>(null)
  const close = () => setIsOpen(false)
  const annul = useAnnul(document, close)
  const { folio, recipient, total } = document
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.quiet}
        leftSection={<IconBan size={17} />}
        onClick={() => setIsOpen(true)}
      >
        {t('document.annul')}
      </Button>
      <Dialog title={t('document.annulTitle')} opened={isOpen} onClose={close}>
        <div className={classes.decision}>
          <p>
            {t('document.annulBody', {
              folio: folio ?? '',
              name: recipient.name,
              total: total === null ? '—' : showClp(total),
            })}
          </p>
          <Choice
            label={t('document.annulCause')}
            columns
            options={annulmentCause.options.map((value) => ({
              value,
              label: t(`document.annulCauses.${value}`),
            }))}
            value={cause ?? ''}
            onChange={(chosen) => setCause(annulmentCause.safeParse(chosen).data ?? null)}
          />
          <div className={classes.decisionButtons}>
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <Button
              color="red"
              disabled={cause === null}
              loading={annul.isPending}
              onClick={() => cause !== null && annul.mutate(cause)}
            >
              {t('document.annulConfirm')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

function useAnnul({ id, updated_at: about }: DocumentDetail, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    about,
    mutationFn: (cause: Cause, key) =>
      send(annulDocument, { params: { id }, body: { cause }, key }),
    onSuccess: (changed) => client.setQueryData(documentQuery(id).queryKey, changed),
    onError: (fault) => {
      if (hasStatus(fault, 409)) toastWarning(t('document.tooLate'))
      else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      onDone()
      await refreshAgenda(client)
    },
  })
}
