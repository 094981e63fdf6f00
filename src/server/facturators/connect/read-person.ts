import { addMonths, dayInChile, firstDayOf, monthOf } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, CompanyRef, IssuedRow, IssuerData, PortalSession } from '#sii/sii.ts'
import type { Clock } from '../../clock.ts'

/** What the SII says of whoever signed in and of the companies they issue for. */
export interface PersonFacts {
  name: string
  isNaturalPerson: boolean
  /** Issues boletas de honorarios, as far as the SII tells. */
  mayIssueBoletas: boolean
  certificate: 'unknown' | 'none' | 'centralized'
  companies: CompanyFacts[]
}

export interface CompanyFacts {
  rut: Rut
  name: string
  /** Null when the SII didn't show it this time: the company is known, its data come later. */
  issuer: IssuerData | null
  /** Whom it has billed lately, by the issued list. */
  clients: { rut: Rut; name: string }[]
}

/** Whoever issues for more waits for the daily reading: each company costs several slow pages. */
const MOST_COMPANIES = 30
const MONTHS_OF_CLIENTS = 12
const MOST_CLIENTS = 500

/**
 * Reads only, so it may be repeated. Fails when the person or the list of companies can't be read or the
 * session ends; a company or certificate that fails by itself is left for another day.
 */
export async function readPerson(
  session: PortalSession,
  clock: Clock,
): Promise<Answer<PersonFacts>> {
  const profile = await session.profile()
  if (profile.kind !== 'ok') return profile
  const { name, isNaturalPerson, activities } = profile.value
  // First category is business income; fees are of the second, and some pages don't tell.
  const mayIssueBoletas = isNaturalPerson && activities.some(({ category }) => category !== 1)
  const about = { name, isNaturalPerson, mayIssueBoletas }
  const nobody = { ...about, certificate: 'unknown', companies: [] } as const
  if (!isNaturalPerson) return { kind: 'ok', value: { ...nobody, companies: [] } }
  const certificate = await session.certificate()
  if (certificate.kind === 'sessionExpired') return certificate
  const companies = await session.companies()
  if (companies.kind !== 'ok') return companies
  const read: CompanyFacts[] = []
  for (const company of companies.value.slice(0, MOST_COMPANIES)) {
    const facts = await readCompany(session, company, clock)
    if (facts.kind === 'sessionExpired') return facts
    const unread = { ...company, name: company.name || company.rut, issuer: null, clients: [] }
    read.push(facts.kind === 'ok' ? facts.value : unread)
  }
  return {
    kind: 'ok',
    value: {
      ...nobody,
      certificate: certificate.kind === 'ok' ? certificate.value.kind : 'unknown',
      companies: read,
    },
  }
}

function readCompany(
  session: PortalSession,
  company: CompanyRef,
  clock: Clock,
): Promise<Answer<CompanyFacts>> {
  return session.withCompany<CompanyFacts>(company.rut, async (portal) => {
    const issuer = await portal.issuer()
    if (issuer.kind !== 'ok') return issuer
    const today = dayInChile(clock.now())
    const from = firstDayOf(addMonths(monthOf(today), -MONTHS_OF_CLIENTS))
    const issued = await portal.issuedDocuments({ from, to: today })
    if (issued.kind === 'sessionExpired') return issued
    return {
      kind: 'ok',
      value: {
        rut: company.rut,
        name: issuer.value.name || company.name || company.rut,
        issuer: issuer.value,
        clients: issued.kind === 'ok' ? recipientsOf(issued.value) : [],
      },
    }
  })
}

function recipientsOf(rows: readonly IssuedRow[]): CompanyFacts['clients'] {
  const names = new Map<Rut, string>()
  for (const { recipient, recipientName } of rows) {
    if (!names.has(recipient)) names.set(recipient, recipientName)
  }
  return [...names].slice(0, MOST_CLIENTS).map(([rut, name]) => ({ rut, name }))
}
