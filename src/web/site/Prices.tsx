import {
  DOCUMENT_PRICE_UF,
  ENGLISH_PAGE_PRICE_UF,
  formatFee,
  formatFeeWithIva,
  type PaymentMethod,
} from '#domain/prices.ts'
import type { SiteLanguage } from '#contract/pages.ts'
import { formatQuantity, type Uf } from '#domain/uf.ts'
import { fill } from '#texts/translation.ts'
import { PATHS } from '#web/paths.ts'
import { useSite } from './site-language.ts'
import classes from './Prices.module.css'

const METHODS = ['transfer', 'card'] as const

/** The one price table; each language says its own. The pesos are the served day's. */
export function Prices() {
  const { texts, language } = useSite()
  const { prices } = texts
  const table = language === 'es' ? DOCUMENT_PRICE_UF : ENGLISH_PAGE_PRICE_UF
  return (
    <section id="precios" className="band" aria-labelledby="precios-title">
      <div className="bandHead" data-enter="">
        <h2 id="precios-title">{prices.title}</h2>
        <p>{prices.lead}</p>
      </div>
      <p className={classes.free} data-enter="">
        <strong>{prices.free}</strong> {prices.freeBody}
      </p>
      <ul className={classes.cards}>
        <DocumentPrice of="alone" price={table.alone} inPesos="{{clpAlone}}" />
        <DocumentPrice of="withMail" price={table.withMail} inPesos="{{clpWithMail}}" />
        <li className={classes.card} data-enter="">
          <h3>{prices.payments.title}</h3>
          <dl className={classes.fees}>
            {METHODS.map((method) => (
              <Fee key={method} method={method} />
            ))}
          </dl>
          <p className={classes.body}>{prices.payments.body}</p>
        </li>
      </ul>
      {table !== DOCUMENT_PRICE_UF && (
        <p className={classes.charged} data-enter="">
          {fill(prices.charged, {
            alone: ufIn(language, DOCUMENT_PRICE_UF.alone),
            withMail: ufIn(language, DOCUMENT_PRICE_UF.withMail),
          })}
        </p>
      )}
      <p className={classes.start} data-enter="">
        <a href={PATHS.register} className="button large">
          {prices.start}
        </a>
      </p>
    </section>
  )
}

function DocumentPrice(props: { of: 'alone' | 'withMail'; price: Uf; inPesos: string }) {
  const { texts, language } = useSite()
  const { prices } = texts
  return (
    <li className={classes.card} data-enter="">
      <h3>{prices[props.of].title}</h3>
      <p className={classes.price}>
        <strong className="num">{ufIn(language, props.price)}</strong> {prices.plusIva}{' '}
        {prices.each}
      </p>
      <p className={classes.pesos}>{props.inPesos}</p>
      <p className={classes.body}>{prices[props.of].body}</p>
    </li>
  )
}

function Fee({ method }: { method: PaymentMethod }) {
  const { texts, language } = useSite()
  const { payments, plusIva } = texts.prices
  const whole = percentIn(language, formatFeeWithIva(method))
  return (
    <div className={classes.fee}>
      <dt>{payments[method]}</dt>
      <dd>
        <strong className="num">{percentIn(language, formatFee(method))}</strong> {plusIva}
      </dd>
      <dd className={classes.pesos}>{fill(payments.withIva, { percent: whole })}</dd>
    </div>
  )
}

function ufIn(language: SiteLanguage, price: Uf): string {
  return language === 'es' ? `${formatQuantity(price)} UF` : `${price} UF`
}

function percentIn(language: SiteLanguage, percent: string): string {
  return language === 'es' ? percent : percent.replace(',', '.').replace(' %', '%')
}
