import type { Kysely } from 'kysely'
import type { SiteFacts, SiteLanguage } from '#contract/pages.ts'
import { dayInChile } from '#domain/day.ts'
import { formatClp } from '#domain/money.ts'
import type { Operator } from '#domain/operator.ts'
import { documentCharge, ENGLISH_PAGE_PRICE_UF, priceClp } from '#domain/prices.ts'
import type { Totals } from '#domain/totals.ts'
import { ufFromWire, type Uf } from '#domain/uf.ts'
import { siteEn } from '#texts/en/site.ts'
import { siteEs } from '#texts/es/site.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from './clock.ts'
import type { Schema } from './db/schema.ts'
import { ufOf } from './installation.ts'

export type SiteFactsNeeds = {
  db: Kysely<Schema>
  clock: Clock
  installation: { demonstration: boolean }
  publicUrl: () => string
  /** Who answers what is written to us, and the number of our conversations. */
  supportEmail: string
  /** Whose service it is. */
  operator: Operator
  supportWhatsapp: string
}

/** What the public pages say only once they are served. The pesos are those of the day's UF. */
export function siteFacts(needs: SiteFactsNeeds): (language: SiteLanguage) => Promise<SiteFacts> {
  let known: { day: string; rateClp: Uf } | null = null
  const rateOfToday = async (): Promise<Uf | null> => {
    const day = dayInChile(needs.clock.now())
    if (known?.day === day) return known.rateClp
    const found = await ufOf(needs.db, day)
    const rateClp = found === undefined ? null : ufFromWire(found.value)
    if (rateClp !== null) known = { day, rateClp }
    return rateClp
  }
  return async (language) => ({
    origin: new URL(needs.publicUrl()).origin,
    demonstration: String(needs.installation.demonstration),
    operator: operatorText(needs.operator),
    supportEmail: needs.supportEmail,
    supportWhatsapp: needs.supportWhatsapp,
    whatsappDigits: needs.supportWhatsapp.replaceAll(/\D/g, ''),
    ...inPesos(language, await rateOfToday()),
  })
}

/** 'Folio SpA, RUT 76.543.210-3, Calle Uno 1, Santiago': alike in both languages. */
function operatorText({ name, rut, address }: Operator): string {
  return `${name}, RUT ${rut}, ${address}`
}

/** The Spanish page says what is charged, line by line; the English page its own prices, each rounded once. */
function inPesos(language: SiteLanguage, rateClp: Uf | null) {
  const { prices } = language === 'es' ? siteEs : siteEn
  if (rateClp === null) return { clpAlone: prices.inPesosLater, clpWithMail: prices.inPesosLater }
  const said = ({ netoClp }: Totals) => fill(prices.inPesos, { clp: formatClp(netoClp) })
  if (language === 'es') {
    return {
      clpAlone: said(documentCharge(false, rateClp)),
      clpWithMail: said(documentCharge(true, rateClp)),
    }
  }
  const { alone, withMail } = ENGLISH_PAGE_PRICE_UF
  return {
    clpAlone: said(priceClp(alone, rateClp)),
    clpWithMail: said(priceClp(withMail, rateClp)),
  }
}
