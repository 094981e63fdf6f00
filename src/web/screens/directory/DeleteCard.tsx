import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DirectoryList } from '#contract/directory.ts'
import { directoryChanged } from '#web/api/directory.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Card } from './Card.tsx'

/** Only what nothing issues with is deleted; where it is used is said instead. */
export function DeleteCard({
  of,
  name,
  body,
  rules,
  documents,
  onDelete,
}: {
  of: DirectoryList
  name: string
  /** What is lost and what stays. */
  body: ReactNode
  rules: readonly { name: string }[]
  /** Single ones that aren't issued yet. */
  documents: number
  onDelete: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useMutateAlone({
    mutationFn: onDelete,
    onSuccess: async () => {
      toastSuccess(t(`${of}.deleted`))
      await navigate(PATHS[of])
      await directoryChanged(queries)
    },
    onError: async (fault) => {
      setIsAsked(false)
      toastError(firstMessage(fault) ?? t(`${of}.deleteFailed`))
      await directoryChanged(queries)
    },
  })
  const where = useUses(rules, documents)
  return (
    <Card title={t(`${of}.delete`)}>
      {where !== '' ? (
        <p className="muted">{t(`${of}.inUse`, { where })}</p>
      ) : (
        <div>
          <Button variant="default" color="red" onClick={() => setIsAsked(true)}>
            {t(`${of}.delete`)}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={t(`${of}.deleteTitle`, { name })}
        body={body}
        confirm={t(`${of}.delete`)}
        isDangerous
        isBusy={remove.isPending}
        opened={isAsked}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsked(false)}
      />
    </Card>
  )
}

const MOST_NAMED = 3

/** '«Asesoría», «Arriendo» y 1 documento por emitir'; empty where nothing uses it. */
function useUses(rules: readonly { name: string }[], documents: number): string {
  const { t, i18n } = useTranslation()
  const isNamed = rules.length <= MOST_NAMED
  const uses = [
    ...(isNamed
      ? rules.map(({ name }) => `«${name}»`)
      : [t('directory.inRules', { count: rules.length })]),
    ...(documents === 0 ? [] : [t('directory.inDocuments', { count: documents })]),
  ]
  return new Intl.ListFormat(i18n.language).format(uses)
}
