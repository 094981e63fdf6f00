import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay } from '#texts/formats.ts'
import { declarationsQuery, type Declaration } from '#web/api/payments.ts'
import { documentPath } from '#web/paths.ts'
import { TooMuch } from '../document/payment/TooMuch.tsx'
import { useAnswer } from '../document/payment/use-answer.ts'
import { About } from '#web/ui/AmountTable.tsx'
import { VoucherButton } from '../document/payment/VoucherButton.tsx'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import classes from './Receivables.module.css'

/** What clients say they transferred: answered one by one, or many at once. */
export function Declarations() {
  const { t } = useTranslation()
  const said = useQuery(declarationsQuery()).data ?? []
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const answer = useAnswer()
  const marked = said.filter(({ id }) => chosen.has(id))
  if (said.length === 0) return null
  const nameOf = (id: number) => {
    const one = said.find((declaration) => declaration.id === id)
    return one === undefined ? '' : `${one.recipient.name} · ${documentName(t, one)}`
  }
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <section className={classes.declarations} aria-labelledby="declarations">
      <div>
        <h2 id="declarations">{t('receivables.declarations')}</h2>
        <p className="muted small">{t('receivables.declarationsLead')}</p>
      </div>
      <ul>
        {said.map((one) => (
          <Said
            key={one.id}
            said={one}
            isChosen={chosen.has(one.id)}
            isOnly={said.length === 1}
            isBusy={answer.isPending}
            onChoose={(isChosen) => choose(one.id, isChosen)}
            onAnswer={(word) => answer.mutate([decisionOf(one, word)])}
          />
        ))}
      </ul>
      {marked.length > 1 && (
        <div className={classes.together}>
          {(['reject', 'confirm'] as const).map((word) => (
            <Button
              key={word}
              variant={word === 'confirm' ? 'filled' : 'default'}
              loading={answer.isPending && answer.variables?.[0]?.word === word}
              disabled={answer.isPending}
              onClick={() => answer.mutate(marked.map((one) => decisionOf(one, word)))}
            >
              {t(`receivables.${word}All`, { count: marked.length })}
            </Button>
          ))}
        </div>
      )}
      <TooMuch answer={answer} nameOf={nameOf} />
    </section>
  )
}

function documentName(t: TFunction, { document_type, folio }: Declaration): string {
  return `${t(`documentTypes.${TYPE_NAMES[document_type]}`)} ${folio ?? ''}`.trim()
}

function decisionOf({ id, amount, day }: Declaration, word: 'confirm' | 'reject') {
  return { id, amount, day, word }
}

function Said({
  said,
  isChosen,
  isOnly,
  isBusy,
  onChoose,
  onAnswer,
}: {
  said: Declaration
  isChosen: boolean
  /** Nothing to choose it among. */
  isOnly: boolean
  isBusy: boolean
  onChoose: (isChosen: boolean) => void
  onAnswer: (word: 'confirm' | 'reject') => void
}) {
  const { t } = useTranslation()
  const { id, recipient, amount, open, day, note, has_voucher } = said
  return (
    <li className={classes.declaration} data-only={isOnly || undefined}>
      {!isOnly && (
        <Checkbox
          aria-label={t('receivables.chosen', { name: recipient.name })}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <span className={classes.who}>
        <Link to={documentPath(said.document)} className={classes.client}>
          {recipient.name}
        </Link>
        <About>
          {documentName(t, said)} ·{' '}
          <strong>{t('receivables.said', { amount: showClp(amount), day: showDay(day) })}</strong>
          {open === 0 && ` · ${t('receivables.paidAlready')}`}
          {open > 0 && amount !== open && ` · ${t('receivables.differs', { open: showClp(open) })}`}
          {note !== '' && ` · “${note}”`}
        </About>
      </span>
      <span className={classes.acts}>
        {has_voucher && <VoucherButton id={id} />}
        <Button variant="default" disabled={isBusy} onClick={() => onAnswer('reject')}>
          {t('payment.reject')}
        </Button>
        <Button
          variant={isOnly ? 'filled' : 'light'}
          disabled={isBusy}
          onClick={() => onAnswer('confirm')}
        >
          {t('payment.confirm')}
        </Button>
      </span>
    </li>
  )
}
