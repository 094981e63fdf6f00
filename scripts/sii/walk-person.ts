import type { Day } from '#domain/day.ts'
import { addMonths, monthOf } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { retention } from '#domain/retention.ts'
import type { Rut } from '#domain/rut.ts'
import { RUT_SII } from '#domain/rut.ts'
import type { BoletaIssuer, Boletas, PortalSession } from '#sii/sii.ts'
import type { Walk } from './walk.ts'

/** What the SII shows of the person alone; answers the companies to go on with. */
export async function walkPerson(walk: Walk, session: PortalSession): Promise<Rut[]> {
  await walk.ask(
    'alive',
    () => session.isAlive(),
    (isAlive) => isAlive,
  )
  const profile = await walk.ask(
    'profile',
    () => session.profile(),
    (read) => {
      return read.rut === session.person && read.name !== ''
    },
  )
  walk.keepSecret([
    profile?.name ?? null,
    profile?.email ?? null,
    ...(profile?.addresses.map(({ street }) => street) ?? []),
  ])
  // Before any company is chosen: whether it may be asked so early is the first of the open questions.
  await walk.ask(
    'certificate',
    () => session.certificate(),
    ({ kind }) => kind !== 'unknown',
  )
  const companies = await walk.ask('companies', () => session.companies())
  walk.keepSecret(companies?.map(({ name }) => name) ?? [])
  const authorised = await walk.ask(
    'registerCompanies',
    () => session.registers.companies(),
    (ruts) => ruts.includes(session.person),
  )
  const ruts = companies?.map(({ rut }) => rut) ?? []
  return ruts.length > 0 ? ruts : (authorised ?? []).filter((rut) => rut !== session.person)
}

/** Boletas de honorarios up to their confirmation, and the reports of this month and the two before. */
export async function walkBoletas(walk: Walk, session: PortalSession, today: Day): Promise<void> {
  const { boletas } = session
  const issuer = await walk.ask(
    'boletaIssuer',
    () => boletas.issuer(),
    (read) => {
      return read.name !== '' && read.addresses.length > 0
    },
  )
  if (issuer === null) {
    for (const fact of ['boletaRecipient', 'boletaPreview'] as const)
      walk.unseen(fact, 'nothingThere')
  } else {
    await walk.ask(
      'boletaRecipient',
      () => boletas.recipient(RUT_SII),
      (read) => {
        return read === null ? null : read.name !== ''
      },
    )
    const content = throwawayBoleta(session.person, issuer, today)
    await walk.ask(
      'boletaPreview',
      () => boletas.preview(content),
      ({ seen }) => {
        return (
          seen.grossClp === content.grossClp &&
          seen.retentionClp === content.retentionClp &&
          seen.recipient === RUT_SII
        )
      },
    )
  }
  await walkReports(walk, boletas, today)
}

const MONTHS_BACK = 3

async function walkReports(walk: Walk, boletas: Boletas, today: Day): Promise<void> {
  for (const side of ['issued', 'received'] as const) {
    const fact = side === 'issued' ? 'boletasIssued' : 'boletasReceived'
    const pdf = side === 'issued' ? 'boletaPdf' : 'receivedBoletaPdf'
    let barCode: string | null = null
    for (let back = 0; back < MONTHS_BACK && barCode === null; back += 1) {
      const of = addMonths(monthOf(today), -back)
      barCode = await walk
        .ask<{ barCode: string; name: string }[]>(
          fact,
          async () => {
            const answer = await (side === 'issued' ? boletas.issued(of) : boletas.received(of))
            if (answer.kind !== 'ok') return answer
            const rows = answer.value.map((row) => ({
              barCode: row.barCode,
              name: 'issuerName' in row ? row.issuerName : row.recipientName,
            }))
            return { kind: 'ok', value: rows }
          },
          (rows) => (rows.length === 0 ? null : true),
        )
        .then((rows) => {
          walk.keepSecret(rows?.map(({ name }) => name) ?? [])
          return rows?.[0]?.barCode ?? null
        })
    }
    const found = barCode
    if (found === null) walk.unseen(pdf, 'nothingThere')
    else await walk.ask(pdf, () => boletas.pdf(found, side))
  }
}

/** To the SII itself: to be looked at and left. */
function throwawayBoleta(person: Rut, issuer: BoletaIssuer, today: Day): BoletaContent {
  const grossClp = clp(100_000)
  const { retentionClp, liquidoClp } = retention(grossClp, today)
  return {
    kind: 'boletaHonorarios',
    issueDate: today,
    serviceMonth: monthOf(today),
    issuer: { rut: person, name: issuer.name, addressId: null },
    withholder: 'recipient',
    recipient: {
      rut: RUT_SII,
      name: 'SERVICIO DE IMPUESTOS INTERNOS',
      address: { street: 'TEATINOS 120', region: 13, communeCode: 13_101, commune: 'SANTIAGO' },
    },
    lines: [{ description: 'Prueba', grossClp }],
    grossClp,
    retentionClp,
    liquidoClp,
  }
}
