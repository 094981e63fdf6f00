import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { parseDay } from '#domain/day.ts'
import { longDay, showClp, showDay, showRut, showUfRate } from '#texts/formats.ts'
import classes from './Sheet.module.css'

const SHEET_TYPES = {
  factura: 'sheet.type',
  boleta: 'sheet.typeBoleta',
  nota: 'sheet.typeNota',
} as const

export interface SheetParty {
  rut: string
  name: string
  giro: string
  street: string
  commune: string
  city: string
  contactName?: string
}

export interface SheetLine {
  key: string | number
  name: string
  description: string
  /** Ready to show; null is still to be filled in. */
  quantity: string | null
  price: string | null
  amount: number | null
}

/** What a document says, or what is known of it so far. */
export interface SheetContent {
  /** A factura where it isn't said. */
  kind?: 'factura' | 'boleta' | 'nota'
  /** Of a boleta: its total is gross. */
  retention?: { amount: number; liquido: number; withholder: 'recipient' | 'issuer' } | null
  folio: number | null
  issueDate: string | null
  issuer: SheetParty | null
  recipient: SheetParty | null
  lines: SheetLine[]
  neto: number | null
  iva: number | null
  total: number | null
  /** The UF its lines took; value null when it isn't published yet. */
  uf: { day: string; value: string | null } | null
  /** Of a nota de crédito: the factura it takes back, and why. */
  reference?: { folio: number; date: string; reason: string } | null
}

/**
 * The document itself, as paper: the red box every Chilean knows, and the very content that is or will
 * be issued. In Spanish in every language, because the document is.
 */
export function Sheet({
  content,
  demonstration,
  label,
}: {
  content: SheetContent
  demonstration: boolean
  label?: string
}) {
  const { t } = useTranslation()
  const isIssued = content.folio !== null
  return (
    <div
      className={classes.frame}
      role="group"
      aria-label={label ?? t(isIssued ? 'sheet.labelIssued' : 'sheet.label')}
      lang="es"
    >
      <div className={classes.sheet}>
        <div className={classes.head}>
          <Issuer party={content.issuer} />
          <RedBox content={content} />
        </div>
        <Recipient content={content} />
        <Lines lines={content.lines} />
        <div className={classes.foot}>
          <div className={classes.footnotes}>
            <Reference reference={content.reference ?? null} />
            <UfNote uf={content.uf} />
            {!isIssued && <p>{t('sheet.numberHint')}</p>}
          </div>
          {content.kind === 'boleta' ? (
            <BoletaTotals content={content} />
          ) : (
            <Totals content={content} />
          )}
        </div>
        {demonstration && <p className={classes.demo}>{t('demoMark')}</p>}
      </div>
    </div>
  )
}

function RedBox({ content }: { content: SheetContent }) {
  const { t } = useTranslation()
  const { folio, kind } = content
  const rut = content.issuer?.rut ?? null
  return (
    <div className={classes.box}>
      <span className="num">{t('sheet.rut', { rut: rut === null ? '—' : showRut(rut) })}</span>
      <span>{t(SHEET_TYPES[kind ?? 'factura'])}</span>
      <span className="num">
        {folio === null ? t('sheet.numberPending') : t('sheet.number', { folio })}
      </span>
    </div>
  )
}

function Issuer({ party }: { party: SheetParty | null }) {
  const { t } = useTranslation()
  if (party === null) return <p className={classes.blank}>{t('sheet.emptyCompany')}</p>
  const where = place(party)
  return (
    <div className={classes.issuer}>
      <p className={classes.issuerName}>{party.name}</p>
      {party.giro !== '' && <p>{party.giro}</p>}
      {where !== '' && <p>{where}</p>}
    </div>
  )
}

function Recipient({ content }: { content: SheetContent }) {
  const { t } = useTranslation()
  const { recipient: party, issueDate: date, kind } = content
  const day = date === null ? null : parseDay(date)
  return (
    <dl className={classes.recipient}>
      <Fact name={t('sheet.to')} wide>
        {party === null ? (
          <span className={classes.blank}>{t('sheet.emptyRecipient')}</span>
        ) : (
          party.name
        )}
      </Fact>
      <Fact name={t('sheet.recipientRut')}>
        <span className="num">{party === null ? '—' : showRut(party.rut)}</span>
      </Fact>
      <Fact name={t('sheet.date')}>
        <span className="num">{day === null ? '—' : longDay(day)}</span>
      </Fact>
      {party !== null && (
        <>
          {kind !== 'boleta' && (
            <Fact name={t('sheet.giro')} wide>
              {party.giro === '' ? '—' : party.giro}
            </Fact>
          )}
          <Fact name={t('sheet.address')} wide>
            {place(party) || '—'}
          </Fact>
          {party.contactName !== undefined && party.contactName !== '' && (
            <Fact name={t('sheet.contact')} wide>
              {party.contactName}
            </Fact>
          )}
        </>
      )}
    </dl>
  )
}

function Fact({
  name,
  wide = false,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lines({ lines }: { lines: SheetLine[] }) {
  const { t } = useTranslation()
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('sheet.line')}</th>
          <th scope="col">{t('sheet.quantity')}</th>
          <th scope="col">{t('sheet.price')}</th>
          <th scope="col">{t('sheet.amount')}</th>
        </tr>
      </thead>
      <tbody className="num">
        {lines.length === 0 && (
          <tr>
            <td className={classes.blank}>{t('sheet.emptyLine')}</td>
            <td>—</td>
            <td>—</td>
            <td>—</td>
          </tr>
        )}
        {lines.map((line) => (
          <tr key={line.key}>
            <td>
              {line.name === '' ? (
                <span className={classes.blank}>{t('sheet.emptyLine')}</span>
              ) : (
                line.name
              )}
              {line.description !== '' && <small>{line.description}</small>}
            </td>
            <td>{line.quantity ?? '—'}</td>
            <td>{line.price ?? '—'}</td>
            <td>{amount(line.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ content }: { content: SheetContent }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.totals}>
      <dt>{t('sheet.neto')}</dt>
      <dd className="num">{amount(content.neto)}</dd>
      <dt>{t('sheet.iva')}</dt>
      <dd className="num">{amount(content.iva)}</dd>
      <dt className={classes.total}>{t('sheet.total')}</dt>
      <dd className={`${classes.total} num`}>{amount(content.total)}</dd>
    </dl>
  )
}

function BoletaTotals({ content }: { content: SheetContent }) {
  const { t } = useTranslation()
  const { retention } = content
  return (
    <dl className={classes.totals}>
      <dt>{t('sheet.gross')}</dt>
      <dd className="num">{amount(content.total)}</dd>
      <dt>
        {t(retention?.withholder === 'issuer' ? 'sheet.retentionOwn' : 'sheet.retentionOfClient')}
      </dt>
      <dd className="num">{amount(retention?.amount ?? null)}</dd>
      <dt className={classes.total}>{t('sheet.liquido')}</dt>
      <dd className={`${classes.total} num`}>{amount(retention?.liquido ?? null)}</dd>
    </dl>
  )
}

function Reference({ reference }: { reference: NonNullable<SheetContent['reference']> | null }) {
  const { t } = useTranslation()
  if (reference === null) return null
  const { folio, date, reason } = reference
  return (
    <p className="num">
      {t('sheet.reference', { folio, date: showDay(date) })}
      {reason !== '' && <> {reason}</>}
    </p>
  )
}

function UfNote({ uf }: { uf: SheetContent['uf'] }) {
  const { t } = useTranslation()
  if (uf === null) return null
  const day = showDay(uf.day)
  return (
    <p className="num">
      {uf.value === null
        ? t('sheet.ufPending', { day })
        : t('sheet.ufUsed', { day, value: showUfRate(uf.value) })}
    </p>
  )
}

function amount(pesos: number | null): string {
  return pesos === null ? '—' : showClp(pesos)
}

function place({ street, commune, city }: SheetParty): string {
  return [street, commune, city].filter((part) => part !== '').join(', ')
}
