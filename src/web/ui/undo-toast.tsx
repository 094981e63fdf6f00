import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import classes from './Toasts.module.css'

/** How long what was just done can be taken back. */
const UNDO_MS = 10_000

/** As a success toast, with a button that takes it back; `hideUndo` ends the offer sooner. */
export function toastUndo(id: string, message: string, label: string, onUndo: () => void): void {
  notifications.show({
    id,
    color: 'teal',
    role: 'status',
    withBorder: false,
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': i18next.t('actions.close') },
    message: (
      <span className={classes.undo}>
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          {label}
        </Button>
      </span>
    ),
  })
}

export function hideUndo(id: string): void {
  notifications.hide(id)
}
