import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { hasStatus } from '#web/api/fault.ts'
import { notaQuery, type NotaOffer } from '#web/api/notas.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery } from '#web/api/queries.ts'
import { documentPath } from '#web/paths.ts'
import '#web/texts/notas.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SheetSkeleton } from '#web/ui/sheet/SheetSkeleton.tsx'
import { BackToList, DocumentGone } from '../document/DocumentGone.tsx'
import { NotaGuide } from './NotaGuide.tsx'
import layout from '../document/Document.module.css'

/** How an issued factura is taken back: what its nota de crédito would say, and the way to it (issuing protocol). */
export function NotaScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().documentId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const factura = useQuery({ ...documentQuery(id), enabled: isNumber })
  const offer = useQuery({ ...notaQuery(id, { correction: 'annul' }), enabled: isNumber })
  const fault = factura.error ?? offer.error
  if (!isNumber || hasStatus(fault, 404)) return <DocumentGone />
  if (factura.data === undefined || offer.data === undefined) {
    return (
      <Page title={t('nota.title')} above={<BackToList />}>
        {fault === null ? (
          <Loading />
        ) : (
          <FaultState
            fault={fault}
            onRetry={() => void Promise.all([factura.refetch(), offer.refetch()])}
          />
        )}
      </Page>
    )
  }
  return <Shown factura={factura.data} offer={offer.data} />
}

function Shown({ factura, offer }: { factura: DocumentDetail; offer: NotaOffer }) {
  const { t } = useTranslation()
  const folio = factura.folio ?? ''
  // Of one that was lowered, more can be lowered still.
  const isOpen = offer.refused === null || offer.refused === 'notaAfterLowering'
  const back =
    factura.folio === null ? (
      <BackToList />
    ) : (
      <BackLink to={documentPath(factura.id)}>{t('nota.back', { folio })}</BackLink>
    )
  if (factura.document_type !== 33 || factura.folio === null || !isOpen) {
    return (
      <Page title={t('nota.title')} above={back} narrow>
        <EmptyState
          title={t('nota.notOfThis')}
          body={t(`nota.refused.${refusalOf(offer)}`)}
          action={
            <LinkButton to={documentPath(offer.notas.at(-1)?.document ?? factura.id)}>
              {offer.notas.length > 0 ? t('document.seeNota') : t('document.seeFactura')}
            </LinkButton>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={t('nota.heading', { folio })} lead={t('nota.lead')} above={back}>
      <NotaGuide factura={factura} offer={offer} />
    </Page>
  )
}

const REFUSALS = ['notaUnderWay', 'notaOnlyOfIssued'] as const

/** One that a nota took back is an issued factura no more: the nota is what there is to tell. */
function refusalOf({ refused, notas }: NotaOffer): (typeof REFUSALS)[number] | 'unknown' {
  const isTakenBack = notas.some(({ correction }) => correction === 'annul')
  if (refused === 'notaOnlyOfIssued' && isTakenBack) return 'notaUnderWay'
  return REFUSALS.find((known) => known === refused) ?? 'unknown'
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={layout.columns} role="status" aria-label={t('loading')}>
      <div className={layout.panel}>
        <Skeleton height={320} radius={12} />
      </div>
      <div className={layout.paper}>
        <SheetSkeleton />
      </div>
    </div>
  )
}
