import { day, dayInChile, parseDay } from '#domain/day.ts'
import { buildDte } from '#dte/build.ts'
import type { DteDocument } from '#dte/document/document.ts'
import { dteFile } from '#dte/envelope.ts'
import { signDte } from '#dte/sign.ts'
import type { CheckName } from '#dte/verify.ts'
import { verifyXml } from '#dte/verify.ts'
import type { WorldCompany, WorldPerson } from '../../world.ts'
import { authorityPublicKey, cafFor, folioSeries, signerFor, SIMULATED_IDK } from '../state/keys.ts'
import { chileanMoment } from '../state/moment.ts'
import type { Portal } from '../state/portal.ts'
import type { Proposal, Session, StoredDocument } from '../state/state.ts'

const XML_DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
/** The real portal writes one inside DTE too, which digests must skip; ours says what it is. */
export const COMMENT = 'Documento de demostracion emitido por un simulador, sin validez tributaria'

const MOST_PROPOSALS_KEPT = 500

/** Takes the next folio, whether the document is sent or not: on the real portal visits burn folios. */
export function propose(
  portal: Portal,
  parties: { company: WorldCompany; person: WorldPerson; session: Session | null },
  content: Omit<DteDocument, 'folio'>,
  warnings: string[],
): Proposal {
  const { state } = portal
  const series = folioSeries(parties.company.rut, content.tipoDte)
  const folio = (state.lastFolio[series] ?? 0) + 1
  const id = String(state.lastCode + 1)
  const xml = buildDte(
    { ...content, folio },
    {
      caf: cafFor(state, parties.company, {
        tipoDte: content.tipoDte,
        folio,
        on: dayInChile(portal.now()),
      }),
      stampedAt: chileanMoment(portal.now()),
      id: `MiPE${parties.company.rut.split('-')[0]}-${id}`,
    },
  )
  state.lastCode += 1
  if (portal.variants.folioBurn === 'every-visit') state.lastFolio[series] = folio
  const proposal: Proposal = {
    id,
    tipoDte: content.tipoDte,
    companyRut: parties.company.rut,
    personRut: parties.person.rut,
    sessionToken: parties.session?.token ?? '',
    folio,
    xml,
    warnings,
    proposedAtMs: portal.now(),
  }
  state.proposals = [...state.proposals, proposal].slice(-MOST_PROPOSALS_KEPT)
  return proposal
}

/** As the form shows it. */
export function asFile(xml: string): string {
  return XML_DECLARATION + xml
}

/** Form B: what is signed carries the SII's namespace only. Throws for what isn't a DTE. */
export function signAsThePortal(portal: Portal, person: WorldPerson, file: string): string {
  const unsigned = withoutDeclaration(file)
  const signer = signerFor(portal.state, person, portal.now())
  const signed = asFile(signDte(unsigned, { signer, form: 'B', comment: COMMENT }))
  remember(portal, signed)
  return signed
}

/** What was signed here lately: its signature need not be proved when the same text comes back. */
const signedHere = new WeakMap<Portal, Set<string>>()
const MOST_SIGNED_KEPT = 500

function remember(portal: Portal, signed: string): void {
  const kept = signedHere.get(portal) ?? new Set<string>()
  signedHere.set(portal, kept)
  const [oldest] = kept
  if (oldest !== undefined && kept.size >= MOST_SIGNED_KEPT) kept.delete(oldest)
  kept.add(withoutDeclaration(signed))
}

function withoutDeclaration(file: string): string {
  return file
    .replaceAll('\r\n', '\n')
    .replace(/^\s*<\?xml[^>]*\?>\s*/, '')
    .trimEnd()
}

/** What the signature covers: it must stay, to the letter, what was proposed. '' when there is none. */
export function documentoOf(file: string): string {
  return /<Documento[\s>][^]*<\/Documento>/.exec(file.replaceAll('\r\n', '\n'))?.[0] ?? ''
}

/** What the SII would find wrong with the signed bytes: names of the failed checks. */
export function failedChecks(portal: Portal, signed: string): CheckName[] {
  const file = withoutDeclaration(signed)
  if (signedHere.get(portal)?.has(file) === true) return []
  const judged = verifyXml(dteFile(file), {
    extraSiiKeys: new Map([[SIMULATED_IDK, authorityPublicKey(portal.state)]]),
  })
  if (judged.kind === 'refused') return ['bytes']
  return judged.documents.flatMap((one) =>
    one.checks.filter((check) => !check.ok).map((check) => check.name),
  )
}

/** Issues it: from here on the document exists at the "SII" whatever becomes of the answer. */
export function store(
  portal: Portal,
  proposal: Proposal,
  known: { signed: string; content: DteSummary; sessionToken: string; listLagMs: number },
): StoredDocument {
  const { state } = portal
  const stored: StoredDocument = {
    code: proposal.id,
    tipoDte: proposal.tipoDte,
    folio: proposal.folio,
    issuerRut: proposal.companyRut,
    ...known.content,
    xml: withoutDeclaration(known.signed),
    state: 'EMI',
    reactedAtMs: null,
    eventCode: null,
    sentByRut: proposal.personRut,
    sessionToken: known.sessionToken,
    storedAtMs: portal.now(),
    listedFromMs: portal.now() + known.listLagMs,
    warnings: proposal.warnings,
  }
  state.documents.push(stored)
  const series = folioSeries(proposal.companyRut, proposal.tipoDte)
  state.lastFolio[series] = Math.max(state.lastFolio[series] ?? 0, proposal.folio)
  state.proposals = state.proposals.filter((one) => one !== proposal)
  return stored
}

export type DteSummary = Pick<
  StoredDocument,
  'receiverRut' | 'receiverName' | 'issueDay' | 'netoClp' | 'ivaClp' | 'totalClp'
>

/** Read from the text by our own few patterns: this is what the list will show. */
export function summaryOf(xml: string): DteSummary {
  return {
    receiverRut: tagText(xml, 'RUTRecep'),
    receiverName: unescapeXml(tagText(xml, 'RznSocRecep')),
    issueDay: parseDay(tagText(xml, 'FchEmis')) ?? day(2000, 1, 1),
    netoClp: Number(tagText(xml, 'MntNeto')),
    ivaClp: Number(tagText(xml, 'IVA')),
    totalClp: Number(tagText(xml, 'MntTotal')),
  }
}

function tagText(xml: string, tag: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
