import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blockData, unblockData } from '#contract/blocking.ts'
import { dayInChile, formatDay } from '#domain/day.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { blockingQuery } from './own-queries.ts'
import { NO_PROOF, OtherFault, proofOf, ProofFields } from './ProofFields.tsx'
import classes from './Profile.module.css'
import { Row } from './Section.tsx'

/** The data are kept, and used for nothing until their owner says otherwise. */
export function BlockData() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const blockedAt = useQuery(blockingQuery()).data?.blocked_at ?? null
  const since = blockedAt === null ? null : formatDay(dayInChile(Date.parse(blockedAt)))
  return (
    <>
      <Row
        name={t('profile.block.title')}
        state={
          since === null ? t('profile.block.state') : t('profile.block.blockedState', { since })
        }
        needsYou={since !== null}
      >
        {since === null ? (
          <Button
            variant="default"
            aria-label={t('profile.block.title')}
            onClick={() => setIsOpen(true)}
          >
            {t('profile.block.open')}
          </Button>
        ) : (
          <Unblock />
        )}
      </Row>
      <Dialog title={t('profile.block.title')} opened={isOpen} onClose={close}>
        <Form onDone={close} />
      </Dialog>
    </>
  )
}

function Unblock() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const unblock = useMutateAlone({
    mutationFn: () => send(unblockData, {}),
    onSuccess: () => toastSuccess(t('profile.block.undone')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('profile.block.failed')),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <Button
      variant="default"
      aria-label={t('profile.block.undoDialog')}
      loading={unblock.isPending}
      onClick={() => unblock.mutate()}
    >
      {t('profile.block.undo')}
    </Button>
  )
}

function Form({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [proof, setProof] = useState(NO_PROOF)
  const [isTooEarly, setIsTooEarly] = useState(false)
  const block = useMutateAlone({
    mutationFn: () => send(blockData, { body: proofOf(proof) }),
    onSuccess: () => {
      toastSuccess(t('profile.block.done'))
      onDone()
      // Lists and switches show that issuing is stopped.
      void client.invalidateQueries()
    },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTooEarly(proof.password === '')
        if (proof.password !== '' && !block.isPending) block.mutate()
      }}
    >
      <OtherFault
        fault={block.error}
        fields={['password', 'otp']}
        failed={t('profile.block.failed')}
      />
      <p>{t('profile.block.lead')}</p>
      <p className="muted small">{t('profile.block.kept')}</p>
      <ProofFields proof={proof} fault={block.error} missing={isTooEarly} onChange={setProof} />
      <Button type="submit" fullWidth loading={block.isPending}>
        {t('profile.block.submit')}
      </Button>
    </form>
  )
}
