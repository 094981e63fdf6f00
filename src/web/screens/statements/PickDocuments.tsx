import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clp, parseClp } from '#domain/money.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { firstMessage } from '#web/api/fault.ts'
import { openDocumentsQuery, type Movement, type OpenDocument } from '#web/api/statements.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import type { Acting } from './use-movement.ts'
import classes from './Review.module.css'

interface Chosen {
  document: OpenDocument
  text: string
}

const TYPING_MS = 250

/** A person says which documents a movement paid, and how much of each. */
export function PickDocuments({
  company,
  movement,
  acting,
  onClose,
}: {
  company: number
  movement: Movement
  acting: Acting
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [search, setSearch] = useState(movement.payer.identifier ?? '')
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [isTried, setIsTried] = useState(false)
  const left = movement.amount - sumOf(chosen)
  const choose = (document: OpenDocument) => {
    if (chosen.some((one) => one.document.id === document.id)) {
      setChosen(chosen.filter((one) => one.document.id !== document.id))
      return
    }
    const share = Math.min(Math.max(left, 0), document.open)
    setChosen([...chosen, { document, text: share === 0 ? '' : showClp(share) }])
  }
  const save = () => {
    setIsTried(true)
    if (chosen.length === 0 || chosen.some(isWrong) || left < 0) return
    const shares = chosen.map((one) => ({
      document: one.document.id,
      amount: amountOf(one) ?? 0,
    }))
    acting.mutate(
      { kind: 'match', id: movement.id, body: { shares } },
      { onSuccess: () => onClose() },
    )
  }
  const said = { amount: showClp(movement.amount), day: showDay(movement.day) }
  return (
    <Dialog title={t('statements.pickTitle')} opened onClose={onClose} size="lg" isHigh>
      <div className={classes.pick}>
        <p className="muted">{t('statements.pickLead', said)}</p>
        <SearchBox label={t('statements.search')} value={search} onChange={setSearch} />
        <Found company={company} search={search} chosen={chosen} onChoose={choose} />
        {chosen.map((one) => (
          <TextInput
            key={one.document.id}
            label={t('statements.shareOf', { name: nameOf(one.document) })}
            description={t('statements.openOf', { open: showClp(one.document.open) })}
            inputMode="numeric"
            value={one.text}
            error={isTried && isWrong(one) ? t('statements.pickWrong') : undefined}
            onChange={({ currentTarget: { value } }) =>
              setChosen(chosen.map((other) => (other === one ? { ...other, text: value } : other)))
            }
          />
        ))}
        {chosen.length > 0 && (
          <p className="num" role="status" data-wrong={left < 0 || undefined}>
            {t('statements.divided', {
              sum: showClp(movement.amount - left),
              amount: showClp(movement.amount),
            })}
          </p>
        )}
        {isTried && left < 0 && (
          <Notice tone="wrong" isAlert>
            {t('statements.pickWrong')}
          </Notice>
        )}
        <div className={classes.acts}>
          <Button variant="default" onClick={onClose}>
            {t('statements.cancel')}
          </Button>
          <Button disabled={chosen.length === 0} loading={acting.isPending} onClick={save}>
            {t('statements.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )

  function nameOf(document: OpenDocument): string {
    const type = t(`documentTypes.${TYPE_NAMES[document.document_type]}`)
    return `${type} ${document.folio ?? ''} · ${document.recipient.name}`
  }
}

function Found({
  company,
  search,
  chosen,
  onChoose,
}: {
  company: number
  search: string
  chosen: readonly Chosen[]
  onChoose: (document: OpenDocument) => void
}) {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(search, TYPING_MS)
  const found = useQuery(openDocumentsQuery(company, asked))
  if (found.isPending) {
    return <Skeleton height={120} radius={8} role="status" aria-label={t('loading')} />
  }
  if (found.isError) {
    return (
      <Notice tone="wrong" isAlert>
        {firstMessage(found.error) ?? t('statements.loadFailed')}
      </Notice>
    )
  }
  const rows = found.data
  if (rows.length === 0) return <p className="muted">{t('statements.nothingFound')}</p>
  return (
    <ul className={classes.found}>
      {rows.map((one) => (
        <li key={one.id}>
          <Checkbox
            checked={chosen.some(({ document }) => document.id === one.id)}
            label={
              <span className="num">
                {t(`documentTypes.${TYPE_NAMES[one.document_type]}`)} {one.folio ?? ''} ·{' '}
                {one.recipient.name} · {t('statements.openOf', { open: showClp(one.open) })}
              </span>
            }
            onChange={() => onChoose(one)}
          />
        </li>
      ))}
    </ul>
  )
}

function amountOf({ text }: Chosen): number | null {
  const read = parseClp(text)
  return read.kind === 'ok' ? read.value : null
}

function isWrong(one: Chosen): boolean {
  const amount = amountOf(one)
  return amount === null || amount < 1 || amount > one.document.open
}

function sumOf(chosen: readonly Chosen[]): number {
  return clp(chosen.reduce((sum, one) => sum + (amountOf(one) ?? 0), 0))
}
