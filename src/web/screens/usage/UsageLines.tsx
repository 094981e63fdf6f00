import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { formatPercent } from '#domain/percent.ts'
import { showClp, showDay, showUf, showUfRate } from '#texts/formats.ts'
import type { UsageLine } from '#web/api/usage.ts'
import { documentPath } from '#web/paths.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { About, AmountCell, AmountTable } from '#web/ui/AmountTable.tsx'
import classes from './Usage.module.css'

const AMOUNTS = ['net', 'iva', 'total'] as const

/** The newest first; on phones each line is a card. */
export function UsageLines({ lines }: { lines: UsageLine[] }) {
  const { t } = useTranslation()
  return (
    <AmountTable
      label={t('usage.lines')}
      columns={[t('usage.day'), t('usage.what'), t('usage.calculation')]}
      amounts={AMOUNTS.map((name) => t(`usage.${name}`))}
    >
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </AmountTable>
  )
}

function Line({ line }: { line: UsageLine }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td className={`${classes.day} num`}>{showDay(line.day)}</td>
      <th scope="row">
        {t(`usage.kinds.${line.kind}`)}
        <Documents line={line} />
      </th>
      <td className={`${classes.calculation} num`}>{calculation(t, line)}</td>
      {AMOUNTS.map((name) => (
        <AmountCell
          key={name}
          name={t(`usage.${name}`)}
          isTotal={name === 'total'}
          isEmpty={line[name] === null && name !== 'total'}
        >
          <Amount pesos={line[name]} isTotal={name === 'total'} />
        </AmountCell>
      ))}
    </tr>
  )
}

/** A line that waits for its UF says so once, where its total will stand. */
function Amount({ pesos, isTotal }: { pesos: number | null; isTotal: boolean }) {
  const { t } = useTranslation()
  if (pesos !== null) return showClp(pesos)
  return isTotal ? <span className={classes.pending}>{t('usage.pending')}</span> : '—'
}

const MOST_DOCUMENTS = 3

function Documents({ line: { documents } }: { line: UsageLine }) {
  const { t } = useTranslation()
  const [first] = documents
  if (first === undefined) return <About>{t('usage.notKept')}</About>
  const left = documents.length - MOST_DOCUMENTS
  return (
    <>
      {documents.slice(0, MOST_DOCUMENTS).map((document) => (
        <About key={document.id}>
          <Link to={documentPath(document.id)} className="num">
            {nameOf(t, document)}
          </Link>{' '}
          {document.recipient}
        </About>
      ))}
      {left > 0 && <About>{t('usage.andMore', { count: left })}</About>}
    </>
  )
}

function nameOf(t: TFunction, { document_type, folio }: UsageLine['documents'][number]): string {
  const type = t(`documentTypes.${TYPE_NAMES[document_type]}`)
  return folio === null ? type : t('usage.document', { type, folio })
}

function calculation(t: TFunction, { kind, uf, money }: UsageLine): string {
  if (uf !== null) {
    const price = showUf(uf.price)
    const day = showDay(uf.day)
    return uf.rate === null
      ? t('usage.waits', { price, day })
      : t('usage.inUf', { price, rate: showUfRate(uf.rate), day })
  }
  if (money === null) return ''
  const amount = showClp(money.amount)
  if (kind === 'refund') return t('usage.ofRefund', { amount })
  return t('usage.ofMoney', {
    percent: formatPercent(money.basis_points * 100),
    amount,
    way: t(`usage.ways.${money.way}`),
  })
}
