import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import classes from './ConfirmDialog.module.css'

/** Asks before what can't be taken back. Which one is the safe way out is the first button. */
export function ConfirmDialog({
  title,
  body,
  confirm,
  isDangerous = false,
  isBusy = false,
  opened,
  onConfirm,
  onClose,
}: {
  title: string
  body: ReactNode
  confirm: string
  isDangerous?: boolean
  isBusy?: boolean
  opened: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <p className={classes.body}>{body}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color={isDangerous ? 'red' : 'teal'} loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
