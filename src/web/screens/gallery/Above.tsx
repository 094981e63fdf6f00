import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconPause, IconPencil, IconTrash } from '#web/ui/icons.ts'
import { menuOptions } from '#web/ui/menu-options.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import classes from './Gallery.module.css'

/** What stands above a screen for a while: each is opened by its button. */
export function Above() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={classes.row}>
      <Button variant="default" onClick={() => setOpen('dialog')}>
        {t('gallery.above.dialog')}
      </Button>
      <Button variant="default" onClick={() => setOpen('confirm')}>
        {t('gallery.above.confirm')}
      </Button>
      <SampleMenu />
      <Button variant="default" onClick={() => toastSuccess(t('gallery.above.successText'))}>
        {t('gallery.above.success')}
      </Button>
      <Button variant="default" onClick={() => toastWarning(t('gallery.above.warningText'))}>
        {t('gallery.above.warning')}
      </Button>
      <Button variant="default" onClick={() => toastError(t('gallery.above.errorText'))}>
        {t('gallery.above.error')}
      </Button>
      <Dialog title={t('gallery.above.dialogTitle')} opened={open === 'dialog'} onClose={close}>
        <p>{t('gallery.above.dialogBody')}</p>
      </Dialog>
      <ConfirmDialog
        title={t('gallery.above.confirmTitle')}
        body={t('gallery.above.confirmBody')}
        confirm={t('gallery.above.confirmButton')}
        isDangerous
        opened={open === 'confirm'}
        onConfirm={close}
        onClose={close}
      />
    </div>
  )
}

function SampleMenu() {
  const { t } = useTranslation()
  return (
    <Menu {...menuOptions} width={200}>
      <Menu.Target>
        <Button variant="default">{t('gallery.above.menu')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />}>{t('gallery.above.menuEdit')}</Menu.Item>
        <Menu.Item leftSection={<IconPause size={16} />} disabled>
          {t('gallery.above.menuPause')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} />} color="var(--red)">
          {t('gallery.above.menuDelete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
