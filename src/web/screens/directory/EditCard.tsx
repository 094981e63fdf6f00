import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { directoryChanged } from '#web/api/directory.ts'
import { firstMessage } from '#web/api/fault.ts'
import '#web/texts/directory.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Card } from './Card.tsx'
import classes from './Directory.module.css'

/** A part of a page with a form behind the button in its head. */
export function EditCard({
  title,
  edit,
  children,
  renderForm,
  isBelow = false,
}: {
  title: string
  /** What the button says. */
  edit: string
  children: ReactNode
  renderForm: (onEnd: () => void) => ReactNode
  /** The form adds something: what is there stays above it. */
  isBelow?: boolean
}) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card
      title={title}
      action={!isEditing && <CardButton onClick={() => setIsEditing(true)}>{edit}</CardButton>}
    >
      {(isBelow || !isEditing) && children}
      {isEditing && renderForm(() => setIsEditing(false))}
    </Card>
  )
}

export function CardButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {children}
    </Button>
  )
}

/** The fields of such a form, above its two buttons. */
export function EditForm({
  isComplete,
  isBusy,
  onSave,
  onEnd,
  children,
}: {
  isComplete: boolean
  isBusy: boolean
  onSave: () => void
  onEnd: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) onSave()
      }}
    >
      {children}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('directory.save')}
        </Button>
      </div>
    </form>
  )
}

/** What follows a save, for its mutation. */
export function useSaved(onEnd: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return {
    onSuccess: async () => {
      await directoryChanged(queries)
      toastSuccess(t('directory.saved'))
      onEnd()
    },
    onError: (fault: Error) => {
      toastError(firstMessage(fault) ?? t('directory.saveFailed'))
    },
  }
}
