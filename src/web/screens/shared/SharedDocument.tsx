import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { SHARED_RECEIPT_PATH } from '#contract/receipts.ts'
import { noteSharedView, readSharedDocument } from '#contract/sharing.ts'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { hasStatus } from '#web/api/fault.ts'
import { installationQuery } from '#web/api/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts, FactsSkeleton } from '#web/ui/Facts.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconDownload, IconEye, IconShield } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { SheetSkeleton } from '#web/ui/sheet/SheetSkeleton.tsx'
import { TextBar } from '#web/ui/TextBar.tsx'
import { sheetOf } from '../document/sheet-of.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { lookAgainMs } from './look-again-ms.ts'
import { Pay } from './Pay.tsx'
import classes from './SharedDocument.module.css'

type Shared = ReplyOf<typeof readSharedDocument>

/** A document for whoever it is for: opened from a mail or a message, mostly on a phone. */
export function SharedDocument() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const asked = useQuery({
    queryKey: ['shared-document', token],
    queryFn: ({ signal }) => send(readSharedDocument, { params: { token } }, signal),
    retry: false,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      isUnderWay(state.data) && lookAgainMs(state.dataUpdateCount, LOOK_AGAIN_MS),
  })
  useSeen(token, asked.isSuccess)
  if (hasStatus(asked.error, 404)) return <Gone />
  if (asked.isError) {
    return (
      <Page title={t('shared.title')} narrow>
        <FaultState fault={asked.error} onRetry={() => void asked.refetch()} />
      </Page>
    )
  }
  if (asked.data === undefined) return <Loading />
  return <Shown document={asked.data} token={token} />
}

/** Whoever has just come back from the provider waits for a word; so does a window left open at its page. */
const LOOK_AGAIN_MS = 5_000

function isUnderWay(document: Shared | undefined): boolean {
  const state = document?.payment?.online.attempt?.state
  return state === 'started' || state === 'checking'
}

const LOOKED_AT_MS = 1_500

/** Told once the page has been before somebody's eyes for a moment. */
function useSeen(token: string, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => void send(noteSharedView, { params: { token } }).catch(() => undefined)
    const watch = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(tell, LOOKED_AT_MS)
    }
    watch()
    document.addEventListener('visibilitychange', watch, { once: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [token, isShown])
}

function Shown({ document, token }: { document: Shared; token: string }) {
  const { t } = useTranslation()
  const demonstration = useQuery(installationQuery()).data?.demonstration ?? true
  const type = t(`documentTypes.${TYPE_NAMES[document.document_type]}`)
  const issuer = document.content?.issuer ?? document.company
  // What is paid of it is less: the paper beside it says both.
  const isBoleta = TYPE_NAMES[document.document_type] === 'boleta'
  return (
    <Page
      title={t('document.headingNumber', { type, folio: document.folio ?? '' })}
      lead={t('shared.from', { name: issuer.name })}
    >
      <div className={classes.columns}>
        <section className={classes.panel} aria-label={t('shared.summary')}>
          {document.state === 'annulled' && <Notice tone="wrong">{t('shared.annulled')}</Notice>}
          <p className={classes.total}>
            <span className="muted small">{t(isBoleta ? 'sheet.gross' : 'shared.total')}</span>
            <strong className="num">
              {document.total === null ? '—' : showClp(document.total)}
            </strong>
          </p>
          <Pay document={document} token={token} />
          <Receipt document={document} token={token} />
          <Files document={document} token={token} />
          <Facts
            facts={[
              [t('shared.issuer'), showRut(issuer.identifier)],
              [t('shared.recipient'), document.recipient.name],
              [t('shared.date'), showDay(document.emission_date)],
            ]}
          />
          {!demonstration && (
            <p className={classes.proof}>
              <IconShield size={18} aria-hidden />
              {t('shared.proof')}
            </p>
          )}
        </section>
        <div className={classes.paper} data-state={document.state}>
          <Sheet content={sheetOf(document)} demonstration={demonstration} />
        </div>
      </div>
    </Page>
  )
}

/** Of what came so far: paid or in part. */
function Receipt({ document, token }: { document: Shared; token: string }) {
  const { t } = useTranslation()
  if (document.payment?.has_receipt !== true) return null
  return (
    <div className={classes.files}>
      <Button
        component="a"
        href={`/api${SHARED_RECEIPT_PATH.replace(':token', token)}`}
        size="md"
        variant={document.payment.closed === null ? 'default' : 'filled'}
        leftSection={<IconDownload size={18} />}
      >
        {t('pay.receipt')}
      </Button>
    </div>
  )
}

/** Plain links: the address is the permission, and a phone opens a PDF by itself. */
function Files({ document, token }: { document: Shared; token: string }) {
  const { t } = useTranslation()
  // Where it can be paid, that is what stands out.
  const { payment } = document
  const isPaidHere =
    payment?.closed === null &&
    payment.left > 0 &&
    (payment.transfer !== null || payment.online.providers.length > 0)
  const fileAt = (kind: 'pdf' | 'xml') => `/api/shared-documents/${token}/files/${kind}/`
  if (!document.has_pdf) {
    const why = document.files_coming ? 'filesComing' : 'filesHeld'
    return <p className="muted small">{t(`shared.${why}`)}</p>
  }
  return (
    <div className={classes.files}>
      <Button
        component="a"
        href={fileAt('pdf')}
        target="_blank"
        rel="noreferrer"
        size="md"
        variant={isPaidHere || payment?.has_receipt === true ? 'default' : 'filled'}
        leftSection={<IconEye size={18} />}
      >
        {t('shared.pdf')}
      </Button>
      {document.has_xml && (
        <Button
          component="a"
          href={fileAt('xml')}
          size="md"
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          {t('shared.xml')}
        </Button>
      )}
    </div>
  )
}

function Gone() {
  const { t } = useTranslation()
  return (
    <Page title={t('shared.goneTitle')} narrow>
      <EmptyState
        box={t('notFound.documentBox')}
        title={t('shared.goneHint')}
        body={t('shared.goneBody')}
      />
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Page title={t('shared.title')} lead={<TextBar width={220} />}>
      <div className={classes.columns} role="status" aria-label={t('loading')}>
        <div className={classes.panel}>
          <div className={classes.total}>
            <div className="small">
              <TextBar width={40} />
            </div>
            <strong>
              <TextBar width={160} />
            </strong>
          </div>
          <div className={classes.files}>
            <Skeleton height={42} radius={8} />
            <Skeleton height={42} radius={8} />
          </div>
          <FactsSkeleton count={3} />
        </div>
        <div className={classes.paper}>
          <SheetSkeleton />
        </div>
      </div>
    </Page>
  )
}
