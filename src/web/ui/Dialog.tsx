import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export function Dialog({
  title,
  opened,
  onClose,
  children,
}: {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
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
