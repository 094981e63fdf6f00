import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { focusedBefore } from './last-focused.ts'

export function Dialog({
  title,
  opened,
  onClose,
  size = 'md',
  isHigh = false,
  isFirm = false,
  isClosedByContent = false,
  children,
}: {
  title: string
  opened: boolean
  onClose: () => void
  size?: 'md' | 'lg' | 'xl'
  /** Near the top, for what grows and shrinks while one writes. */
  isHigh?: boolean
  /** Stays when the page beside it is pressed: what it shows is shown once. */
  isFirm?: boolean
  /** Neither Escape nor a cross closes it: a button of its content does, once what it shows or waits for is kept. */
  isClosedByContent?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  useFocusReturn(opened)
  return (
    <Modal
      opened={opened}
      returnFocus={false}
      onClose={onClose}
      size={size}
      title={title}
      centered={!isHigh}
      // At once: whoever opens it by its key writes on, and may open it again before it had gone.
      {...(isHigh ? { transitionProps: { duration: 0 } } : {})}
      closeOnClickOutside={!isFirm && !isClosedByContent}
      closeOnEscape={!isClosedByContent}
      withCloseButton={!isClosedByContent}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      // Mantine's header would be a second banner landmark of the page.
      attributes={{ header: { role: 'presentation' } }}
      styles={{
        title: {
          fontSize: '1.0625rem',
          fontWeight: 620,
          lineHeight: 1.3,
          overflowWrap: 'anywhere',
        },
        body: { paddingTop: 4 },
      }}
    >
      {children}
    </Modal>
  )
}

/** Mantine's own forgets it when the dialog is taken away whole, and can't return to an item of a closed menu. */
function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const opener = openerOf(focusedBefore())
    return () => {
      // After the dialog has let go of the focus; whoever has taken it on purpose keeps it.
      setTimeout(() => {
        const focused = document.activeElement
        const isLost = focused === document.body || focused?.closest('[role="dialog"]')
        if (isLost) opener?.focus({ preventScroll: true })
      })
    }
  }, [opened])
}

/** An item of a menu is gone when the dialog closes: its menu's button stands for it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return button ?? (focused instanceof HTMLElement ? focused : null)
}
