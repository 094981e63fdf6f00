import { Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { deliveryAxis, documentState } from '#contract/documents.ts'
import { clp, formatClp } from '#domain/money.ts'
import { ApiFault } from '#web/api/fault.ts'
import type { DocumentRow } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { AmountCell, AmountTable } from '#web/ui/AmountTable.tsx'
import { ChosenBar } from '#web/ui/ChosenBar.tsx'
import { ChosenBox } from '#web/ui/ChosenBox.tsx'
import { DropFile } from '#web/ui/DropFile.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { FirstRows } from '#web/ui/FirstRows.tsx'
import { IconTable } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { SheetSkeleton } from '#web/ui/sheet/SheetSkeleton.tsx'
import { DocumentList, DocumentListSkeleton } from '../documents/DocumentList.tsx'
import { useChosen } from '#web/ui/use-chosen.ts'
import '#web/texts/bulk.ts'
import '#web/texts/uploads.ts'
import '#web/texts/usage.ts'
import classes from './Gallery.module.css'

/** A row in each state; the first has a name that doesn't fit. Below, what stands at the foot of a list. */
export function Lists() {
  const { t } = useTranslation()
  const names = [t('gallery.lists.longRecipient'), t('gallery.lists.recipient')]
  const more = t('gallery.lists.more')
  const [first, next] = [t('gallery.lists.shown'), t('gallery.lists.shownAll')]
  return (
    <>
      <DocumentList documents={rows(names)} />
      <ListFoot list={READ} more={more} shown={first} />
      <ListFoot list={{ ...READ, isFetchingNextPage: true }} more={more} shown={first} />
      <ListFoot list={{ ...READ, isFetchNextPageError: true }} more={more} shown={first} />
      <ListFoot list={{ ...READ, hasNextPage: false }} more={more} shown={next} />
      <Amounts names={names} />
      <Many names={names} />
      <Drops name={names[0] ?? ''} />
    </>
  )
}

/** Its headings and one row, as somebody's file has them. */
const firstRows = (name: string) => [
  { row: 1, cells: ['RUT', 'Nombre', 'Precio'] },
  { row: 2, cells: ['76.192.083-9', name, '119000'] },
]

function Drops({ name }: { name: string }) {
  const { t } = useTranslation()
  const words = {
    Icon: IconTable,
    title: t('uploads.drop'),
    hint: t('uploads.dropHint'),
    choose: t('uploads.choose'),
    accept: '.xlsx',
    onTake: () => undefined,
  }
  const problem = { title: t('uploads.refusedTitle', { name }), text: t('uploads.tooLarge') }
  return (
    <>
      <DropFile {...words} busy={null} problem={problem} />
      <FirstRows label={words.title} rows={firstRows(name)} headerRow={1} />
      <DropFile {...words} busy={t('uploads.reading', { name })} problem={null} />
    </>
  )
}

function Many({ names }: { names: string[] }) {
  const ids = names.map((_, index) => index)
  const chosen = useChosen(ids, [0])
  return (
    <>
      {names.map((name, id) => (
        <ChosenBox key={name} id={id} label={name} chosen={chosen} />
      ))}
      <ChosenBar kind="documents" listed={ids} most={100} chosen={chosen} onEnd={() => undefined}>
        {null}
      </ChosenBar>
    </>
  )
}

function Amounts({ names }: { names: string[] }) {
  const { t } = useTranslation()
  const amounts = [t('usage.net'), t('usage.iva'), t('usage.total')]
  return (
    <AmountTable label={t('usage.lines')} columns={[t('usage.what')]} amounts={amounts}>
      {names.map((name) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {[125_000, 23_750, 148_750].map((pesos, index) => (
            <AmountCell key={pesos} name={amounts[index] ?? ''} isTotal={index === 2}>
              {formatClp(clp(pesos))}
            </AmountCell>
          ))}
        </tr>
      ))}
    </AmountTable>
  )
}

const READ = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
}

function rows([longName = '', name = '']: string[]): DocumentRow[] {
  return documentState.options.map((state, index) => {
    const isIssued = state === 'issued' || state === 'annulled'
    return {
      id: index + 1,
      origin: 'rule' as const,
      document_type: 33,
      state,
      reason: state === 'failed' ? 'recipientCityMissing' : null,
      told: null,
      can_decide: false,
      annulment: null,
      stop: null,
      company: { id: 1, identifier: '77777777-7', name },
      recipient: { identifier: '55555555-5', name: index === 0 ? longName : name },
      rule: null,
      upload: null,
      emission_date: '2026-11-30',
      service_month: '2026-11',
      folio: isIssued ? 1204 + index : null,
      neto: 125_000,
      iva: 23_750,
      total: state === 'needs_data' ? null : 148_750,
      wait_until: null,
      delivery: deliveryAxis.options[index % deliveryAxis.options.length] ?? 'none',
      payment: null,
      reaction: state === 'issued' ? 'claimed' : null,
      has_pdf: isIssued,
      has_xml: isIssued,
      updated_at: '2026-11-30T15:00:00Z',
    }
  })
}

export function Empty() {
  const { t } = useTranslation()
  return (
    <>
      <EmptyState
        box={t('sheet.type')}
        title={t('gallery.empty.title')}
        body={t('gallery.empty.body')}
        action={<LinkButton to={PATHS.gallery}>{t('gallery.empty.action')}</LinkButton>}
      />
      <EmptyState
        title={t('gallery.empty.foundTitle')}
        body={t('gallery.empty.foundBody')}
        action={<Button variant="default">{t('gallery.empty.clear')}</Button>}
      />
    </>
  )
}

export function Failed() {
  const { t } = useTranslation()
  return (
    <>
      <FaultState fault={null} onRetry={() => undefined} />
      <FaultNotice
        title={t('gallery.failed.part')}
        fault={new ApiFault(503, { detail: t('gallery.failed.detail') })}
        onRetry={() => undefined}
      />
    </>
  )
}

export function Waiting() {
  const { t } = useTranslation()
  return (
    <>
      <div role="status" aria-label={t('loading')}>
        <DocumentListSkeleton rows={3} />
      </div>
      <div className={classes.halves}>
        <div role="status" aria-label={t('gallery.waiting.paper')}>
          <SheetSkeleton />
        </div>
        <div role="status" aria-label={t('gallery.waiting.card')}>
          <Skeleton height={148} radius={12} />
        </div>
      </div>
    </>
  )
}
