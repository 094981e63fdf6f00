import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FILE_PATH } from '#contract/documents.ts'
import type { Standing } from '#domain/standing.ts'
import { fetchFile } from '#web/api/client.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { toastError } from '#web/ui/toast.ts'
import { filesText } from '#web/documents/standing.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { Sharing } from './Sharing.tsx'
import classes from './Document.module.css'

type Kind = 'pdf' | 'xml'

export function Files({ document, standing }: { document: DocumentDetail; standing: Standing }) {
  const { t } = useTranslation()
  const type = t(`documentTypes.${TYPE_NAMES[document.document_type]}`)
  const download = useMutation({
    mutationFn: (kind: Kind) => fetchFile(FILE_PATH, { id: document.id, kind }),
    onSuccess: (file, kind) => keepFile(file, fileName(type, document, kind)),
    onError: () => toastError(t('document.downloadFailed')),
  })
  if (document.state !== 'issued' && document.state !== 'annulled') return null
  const kinds: Kind[] = []
  if (document.has_pdf) kinds.push('pdf')
  if (document.has_xml) kinds.push('xml')
  const why = filesText(t, standing, document.reason)
  if (why !== null) return <p className="muted small">{why}</p>
  if (kinds.length === 0) return null
  return (
    <div className={classes.files}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconDownload size={17} />}
          loading={download.isPending && download.variables === kind}
          onClick={() => download.mutate(kind)}
        >
          {t(`document.${kind}`)}
        </Button>
      ))}
      <Sharing document={document} />
    </div>
  )
}

function fileName(type: string, { folio, recipient }: DocumentDetail, kind: Kind): string {
  const name = recipient.name.replace(/[\\/:*?"<>|]/g, ' ')
  return `${type} ${folio ?? ''} ${name}.${kind}`
}
