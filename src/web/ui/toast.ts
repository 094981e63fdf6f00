import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'

/** Toasts (3 s, top centre); what a person must act on also stays on the screen. */
export function toastSuccess(message: ReactNode): void {
  show(message, 'teal', 'status')
}

export function toastError(message: ReactNode): void {
  show(message, 'red', 'alert')
}

export function toastWarning(message: ReactNode): void {
  show(message, 'yellow', 'status')
}

function show(message: ReactNode, color: string, role: 'status' | 'alert'): void {
  notifications.show({
    message,
    color,
    role,
    withBorder: false,
    closeButtonProps: { 'aria-label': i18next.t('actions.close') },
  })
}
