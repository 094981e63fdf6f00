import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_DOCUMENTS_AT_ONCE } from '#contract/documents-at-once.ts'
import type { DocumentRow } from '#web/api/queries.ts'
import { ChosenBar } from '#web/ui/ChosenBar.tsx'
import type { Chosen } from '#web/ui/use-chosen.ts'
import { SendAgainDialog } from './SendAgainDialog.tsx'
import { useArchive, useDocumentList } from './use-files.ts'
import '#web/texts/bulk.ts'

/** What can be done with the ticked documents. */
export function DocumentsAtOnce({
  documents,
  chosen,
  onEnd,
}: {
  /** As listed. */
  documents: readonly DocumentRow[]
  chosen: Chosen
  onEnd: () => void
}) {
  const { t } = useTranslation()
  const [isSending, setIsSending] = useState(false)
  const archive = useArchive()
  const list = useDocumentList()
  const { ids } = chosen
  const taken = documents.filter(({ id }) => ids.includes(id))
  const isOff = ids.length === 0 || ids.length > MAX_DOCUMENTS_AT_ONCE
  const hasFile = taken.some(({ has_pdf, has_xml }) => has_pdf || has_xml)
  return (
    <>
      <ChosenBar
        kind="documents"
        listed={documents.map(({ id }) => id)}
        most={MAX_DOCUMENTS_AT_ONCE}
        chosen={chosen}
        onEnd={onEnd}
      >
        <Button disabled={isOff} onClick={() => setIsSending(true)}>
          {t('bulk.documents.sendAgain')}
        </Button>
        <Button
          variant="default"
          disabled={isOff || !hasFile}
          loading={archive.isPending}
          onClick={() => archive.mutate(ids)}
        >
          {t('bulk.documents.archive')}
        </Button>
        <Button
          variant="default"
          disabled={isOff}
          loading={list.isPending}
          onClick={() => list.mutate({ documents: ids })}
        >
          {t('bulk.documents.list')}
        </Button>
      </ChosenBar>
      {isSending && (
        <SendAgainDialog documents={ids} onClose={() => setIsSending(false)} onDone={onEnd} />
      )}
    </>
  )
}
