import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttentionItem } from '#web/api/agenda.ts'
import { reasonText } from '#web/documents/reason-text.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { jointGroups, returnedMails, type JointGroup } from './joint-groups.ts'
import classes from './Attention.module.css'

const DecideTogether = lazy(async () => ({
  default: (await import('./DecideTogether.tsx')).DecideTogether,
}))

const DecideMails = lazy(async () => ({
  default: (await import('./DecideMails.tsx')).DecideMails,
}))

/** Where several documents wait for the same, one word for those that a person picks of them. */
export function JointOffers({ items }: { items: readonly AttentionItem[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<JointGroup | null>(null)
  const [isOpenForMails, setOpenForMails] = useState(false)
  const groups = jointGroups(items)
  const mails = returnedMails(items)
  return (
    <div className={classes.offers}>
      {groups.map((group) => {
        const count = group.documents.length
        const { what } = reasonText(t, group.code)
        return (
          <Notice
            key={group.code}
            tone="calm"
            title={t('bulk.attention.offer', { count, what })}
            action={
              <Button
                variant="default"
                aria-label={`${t('bulk.attention.open')}: ${what}`}
                onClick={() => setOpen(group)}
              >
                {t('bulk.attention.open')}
              </Button>
            }
          />
        )
      })}
      {mails > 0 && (
        <Notice
          tone="calm"
          title={t('bulk.mails.offer', { count: mails })}
          action={
            <Button
              variant="default"
              aria-label={`${t('bulk.attention.open')}: ${t('bulk.mails.offer', { count: mails })}`}
              onClick={() => setOpenForMails(true)}
            >
              {t('bulk.attention.open')}
            </Button>
          }
        />
      )}
      {isOpenForMails && (
        <Suspense>
          <DecideMails onClose={() => setOpenForMails(false)} />
        </Suspense>
      )}
      {open !== null && (
        <Suspense>
          <DecideTogether group={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
