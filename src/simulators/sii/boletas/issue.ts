import { createHash } from 'node:crypto'
import { dayInChile, knownDay } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { clp, portionOf } from '#domain/money.ts'
import { retention } from '#domain/retention.ts'
import type { Portal } from '../state/portal.ts'
import { scenarioFor } from '../state/portal.ts'
import type { StoredBoleta } from '../state/state.ts'
import { nameOf, outsider } from '../state/taxpayers.ts'

/** What the issuer decides of a boleta. */
export type BoletaContent = Pick<
  StoredBoleta,
  | 'issuerRut'
  | 'activity'
  | 'issuerAddress'
  | 'receiverRut'
  | 'receiverName'
  | 'receiverAddress'
  | 'receiverCommune'
  | 'withholder'
  | 'lines'
  | 'warnings'
> & { issueDay: Day }

const BASIS = 10_000
const DEFAULT_LAG_MS = 10 * 60 * 1000

/** From here on the boleta exists at the "SII", whatever becomes of the answer. */
export function issueBoleta(
  portal: Portal,
  content: BoletaContent,
  known: { sessionToken: string; time: string; listLagMs: number },
): StoredBoleta {
  const { state } = portal
  const folio = (state.lastBoleta[content.issuerRut] ?? 0) + 1
  const lag = scenarioFor(portal, 'list-lag', content.issuerRut)
  const lagMs = lag ? Number(lag.detail) || DEFAULT_LAG_MS : known.listLagMs
  const boleta: StoredBoleta = {
    ...content,
    ...taxOf(portal, content),
    folio,
    barCode: barCodeOf(content, folio),
    issuerName: nameOf(portal, content.issuerRut),
    time: known.time,
    sessionToken: known.sessionToken,
    storedAtMs: portal.now(),
    listedFromMs: portal.now() + lagMs,
    annulledAtMs: null,
    annulledFor: null,
    mailedTo: [],
  }
  state.lastBoleta[content.issuerRut] = folio
  state.boletas.push(boleta)
  return boleta
}

/** By the year of issue, unless the scenario wants half a percent more. */
export function taxOf(
  portal: Portal,
  content: Pick<BoletaContent, 'issuerRut' | 'issueDay' | 'lines'>,
): Pick<StoredBoleta, 'grossClp' | 'rateBasisPoints' | 'retentionClp'> {
  const grossClp = clp(content.lines.reduce((sum, line) => sum + line.grossClp, 0))
  const { rateBasisPoints, retentionClp } = retention(grossClp, content.issueDay)
  if (!scenarioFor(portal, 'boleta-retention-differs', content.issuerRut)) {
    return { grossClp, rateBasisPoints, retentionClp }
  }
  const higher = rateBasisPoints + 50
  return { grossClp, rateBasisPoints: higher, retentionClp: portionOf(grossClp, higher, BASIS) }
}

/** What the portal shows as withheld and left; of an issuer's own payment its form is unknown. */
export function shownAmounts(
  portal: Portal,
  boleta: Pick<StoredBoleta, 'withholder' | 'grossClp' | 'retentionClp'>,
): { retentionClp: number; liquidoClp: number } {
  const hidden = boleta.withholder === 'issuer' && portal.variants.boletaOwnRetention === 'zero'
  const retentionClp = hidden ? 0 : boleta.retentionClp
  return { retentionClp, liquidoClp: boleta.grossClp - retentionClp }
}

export interface BoletaByHand {
  issuerRut: string
  receiverRut: string
  text: string
  grossClp: number
  withholder: 'recipient' | 'issuer'
}

/** A boleta that somebody issues today in a browser of theirs: the next folio, no session of ours. */
export function issueBoletaByHand(portal: Portal, boleta: BoletaByHand): StoredBoleta {
  const address = outsider(portal, boleta.receiverRut)?.addresses[0]
  const content: BoletaContent = {
    issuerRut: boleta.issuerRut,
    activity: '',
    issuerAddress: '',
    receiverRut: boleta.receiverRut,
    receiverName: nameOf(portal, boleta.receiverRut),
    receiverAddress: address?.street ?? 'CALLE UNO 100',
    receiverCommune: address?.commune ?? 'SANTIAGO',
    issueDay: dayInChile(portal.now()),
    withholder: boleta.withholder,
    lines: [{ text: boleta.text, grossClp: boleta.grossClp }],
    warnings: [],
  }
  return issueBoleta(portal, content, { sessionToken: '', time: '', listLagMs: 0 })
}

export function annul(portal: Portal, boleta: StoredBoleta, cause: number): void {
  boleta.annulledAtMs = portal.now()
  boleta.annulledFor = cause
}

export function boletaOf(portal: Portal, issuerRut: string, folio: number): StoredBoleta | null {
  return (
    portal.state.boletas.find((one) => one.issuerRut === issuerRut && one.folio === folio) ?? null
  )
}

export function lastBoletaOf(portal: Portal, issuerRut: string): StoredBoleta | null {
  return boletaOf(portal, issuerRut, portal.state.lastBoleta[issuerRut] ?? 0)
}

export function issueDayOf(boleta: StoredBoleta): Day {
  return knownDay(boleta.issueDay)
}

/** The issuer's RUT, the folio and some hexadecimal digits, twenty characters in all. */
function barCodeOf(content: BoletaContent, folio: number): string {
  const [body = ''] = content.issuerRut.split('-')
  const digest = createHash('sha256')
    .update(`${content.issuerRut} ${folio} ${content.issueDay}`)
    .digest('hex')
  return `${body.padStart(8, '0')}${String(folio).padStart(6, '0')}${digest.slice(0, 6).toUpperCase()}`
}
