import { z } from 'zod'
import { firstDayOf, lastDayOf, monthOf } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import { MIS_DTE, REGISTERS } from '../http/addresses.ts'
import { portalChanged } from '../http/diagnosis.ts'
import type { Browser } from '../http/http.ts'
import type {
  Answer,
  IssuedFilter,
  IssuedRow,
  ListedDocument,
  ReceivedRow,
  ReceiverReaction,
  RegisterDocument,
  RegisterMonth,
  RegisterReading,
  RegisterRoute,
  Registers,
  RegisterTotals,
} from '../interface/portal.ts'
import { askBoth, isClosed, TOKEN } from './ask-month.ts'
import type { Facade } from './facade.ts'
import { createFacade } from './facade.ts'
import { readMisDte } from './mis-dte.ts'
import { askReactions } from './reactions.ts'
import { readDetails, readExport, readTotals, Scalar } from './rows.ts'
import { hasSingleDocuments, signOf } from './document-types.ts'

/** The portal's own lists of one company, which are the session's to ask. */
export interface PortalLists {
  issued(company: Rut, filter: IssuedFilter): Promise<Answer<IssuedRow[]>>
  received(company: Rut, filter: IssuedFilter): Promise<Answer<ReceivedRow[]>>
}

const NAMESPACE = 'cl.sii.sdi.lob.diii'
const ROUTES: readonly RegisterRoute[] = ['export', 'detail', 'misDte', 'portalLists', 'summary']

/** The register's own facade: one for each session. */
export function createRegisterFacade(browser: Browser): Facade {
  const namespace = `${NAMESPACE}.consdcv.data.api.interfaces.FacadeService`
  return createFacade(browser, { root: REGISTERS, namespace })
}

export function createRegisters(browser: Browser, facade: Facade, lists: PortalLists): Registers {
  const misDte = createFacade(browser, {
    root: MIS_DTE,
    namespace: `${NAMESPACE}.consemitidos.data.api.interfaces.FacadeService`,
  })

  async function ask(
    route: RegisterRoute,
    of: RegisterMonth,
    totals: RegisterTotals[],
  ): Promise<Answer<RegisterDocument[]>> {
    switch (route) {
      case 'export':
        return askExport(facade, of)
      case 'detail':
        return askDetails(facade, of, totals)
      case 'misDte':
        return readMisDte(misDte, of)
      case 'portalLists':
        return askLists(lists, of)
      case 'summary':
        return { kind: 'ok', value: [] }
    }
  }

  return {
    companies: () => authorisedCompanies(facade),
    summary: (of) => askSummary(facade, of),
    reactions: (of, tipoDte) => askReactions(facade, of, tipoDte),
    async documents(of, firstRoute) {
      const summary = await askSummary(facade, of)
      if (summary.kind !== 'ok') return summary
      const totals = summary.value
      const first = firstRoute ?? 'export'
      if (totals.every(({ count }) => count === 0)) {
        return { kind: 'ok', value: { route: first, totals, documents: [], isWhole: true } }
      }
      for (const route of ROUTES.slice(ROUTES.indexOf(first))) {
        const rows = await ask(route, of, totals)
        if (rows.kind === 'ok') return { kind: 'ok', value: reading(route, totals, rows.value) }
        if (!isClosed(rows)) return rows
      }
      return portalChanged('consdcv')
    },
  }
}

/**
 * What the receiver did with one document, by the register's rows of its type. Whatever keeps them from being
 * read leaves it unknown: the document's own state doesn't hang on it.
 */
export async function readReaction(
  facade: Facade,
  company: Rut,
  document: ListedDocument,
): Promise<ReceiverReaction> {
  const of: RegisterMonth = { company, month: monthOf(document.issueDate), side: 'sales' }
  const rows = await askDetail(facade, of, document.tipoDte)
  if (rows.kind !== 'ok') return { kind: 'unknown' }
  return rows.value.find(({ folio }) => folio === document.folio)?.reaction ?? { kind: 'unknown' }
}

function reading(
  route: RegisterRoute,
  totals: RegisterTotals[],
  documents: RegisterDocument[],
): RegisterReading {
  const isWhole = totals
    .filter(({ tipoDte }) => hasSingleDocuments(tipoDte))
    .every(({ tipoDte, count }) => {
      return documents.filter((each) => each.tipoDte === tipoDte).length === count
    })
  return { route, totals, documents, isWhole }
}

async function authorisedCompanies(facade: Facade): Promise<Answer<Rut[]>> {
  const answer = await facade.ask('getDcvEmpresasAutorizadas', {})
  if (answer.kind !== 'ok') return answer
  const Row = z.object({ usrEmpRut: Scalar, usrEmpDv: Scalar, usrEmpRutDv: Scalar })
  const rows = z
    .array(Row)
    .max(5000)
    .safeParse(answer.value.body?.data ?? [])
  if (!rows.success) return portalChanged('getDcvEmpresasAutorizadas')
  const ruts = rows.data.map(
    (row) => parseRut(`${row.usrEmpRut}-${row.usrEmpDv}`) ?? parseRut(row.usrEmpRutDv),
  )
  const read = ruts.filter((rut) => rut !== null)
  return read.length === ruts.length
    ? { kind: 'ok', value: [...new Set(read)] }
    : portalChanged('getDcvEmpresasAutorizadas usrEmpRut')
}

async function askSummary(facade: Facade, of: RegisterMonth): Promise<Answer<RegisterTotals[]>> {
  const answer = await askBoth(facade, 'getResumen', of, { busquedaInicial: true })
  if (answer.kind !== 'ok') return answer
  const totals = readTotals(answer.value ?? [])
  return totals === null ? portalChanged('getResumen') : { kind: 'ok', value: totals }
}

async function askExport(facade: Facade, of: RegisterMonth): Promise<Answer<RegisterDocument[]>> {
  const [method, action] =
    of.side === 'sales'
      ? ['getDetalleVentaExport', 'RCV_DDETV']
      : ['getDetalleCompraExport', 'RCV_DDETC']
  const asked = { codTipoDoc: 0, accionRecaptcha: action, tokenRecaptcha: TOKEN }
  const answer = await askBoth(facade, method, of, asked)
  if (answer.kind !== 'ok') return answer
  const rows = answer.value === null ? [] : readExport(answer.value)
  return rows === null ? portalChanged(method) : { kind: 'ok', value: rows }
}

/** One request for each type of the month. */
async function askDetails(
  facade: Facade,
  of: RegisterMonth,
  totals: RegisterTotals[],
): Promise<Answer<RegisterDocument[]>> {
  const documents: RegisterDocument[] = []
  const types = new Set(totals.filter(({ count }) => count > 0).map(({ tipoDte }) => tipoDte))
  for (const tipoDte of [...types].filter(hasSingleDocuments)) {
    const rows = await askDetail(facade, of, tipoDte)
    if (rows.kind !== 'ok') return rows
    documents.push(...rows.value)
  }
  return { kind: 'ok', value: documents }
}

async function askDetail(
  facade: Facade,
  of: RegisterMonth,
  tipoDte: number,
): Promise<Answer<RegisterDocument[]>> {
  const [method, action] =
    of.side === 'sales' ? ['getDetalleVenta', 'RCV_DETV'] : ['getDetalleCompra', 'RCV_DETC']
  const asked = { codTipoDoc: String(tipoDte), accionRecaptcha: action, tokenRecaptcha: TOKEN }
  const answer = await askBoth(facade, method, of, asked)
  if (answer.kind !== 'ok') return answer
  const rows = readDetails(answer.value ?? [], tipoDte)
  return rows === null ? portalChanged(method) : { kind: 'ok', value: rows }
}

/** Only what was made in the free portal, with totals alone. */
async function askLists(
  lists: PortalLists,
  { company, month, side }: RegisterMonth,
): Promise<Answer<RegisterDocument[]>> {
  const filter = { from: firstDayOf(month), to: lastDayOf(month) }
  if (side === 'sales') {
    const issued = await lists.issued(company, filter)
    if (issued.kind !== 'ok') return issued
    return {
      kind: 'ok',
      value: issued.value.flatMap((row) => listed(row, row.recipient, row.recipientName)),
    }
  }
  const received = await lists.received(company, filter)
  if (received.kind !== 'ok') return received
  return {
    kind: 'ok',
    value: received.value.flatMap((row) => listed(row, row.issuer, row.issuerName)),
  }
}

function listed(
  { tipoDte, folio, issueDate, totalClp }: Omit<IssuedRow, 'recipient' | 'recipientName'>,
  counterpart: Rut,
  name: string,
): RegisterDocument[] {
  // A guía moves goods and isn't in the registers; a draft has no number.
  if (tipoDte === null || tipoDte === 52 || folio === 0) return []
  const unknown = { exentoClp: null, netoClp: null, ivaClp: null, reference: null } as const
  const sign = signOf(tipoDte)
  const reaction: ReceiverReaction = { kind: 'unknown' }
  return [{ tipoDte, sign, folio, counterpart, name, issueDate, totalClp, reaction, ...unknown }]
}
