import type { Rut } from '#domain/rut.ts'
import type { Facade } from '../registers/facade.ts'
import { plain } from '../pages/html.ts'
import type { Browser } from '../http/http.ts'
import { readReaction } from '../registers/registers.ts'
import type { Answer, DocumentStatus, ListedDocument } from '../interface/portal.ts'
import { listIssued } from './issued-list.ts'

/** State from the issued list; the receiver's reaction, which time may add, from the register of sales. */
export async function readDocumentStatus(
  browser: Browser,
  facade: Facade,
  company: Rut,
  document: ListedDocument,
  timeoutMs: number,
): Promise<Answer<DocumentStatus | null>> {
  const { tipoDte, folio } = document
  const listed = await listIssued(browser, { tipoDte, folio }, timeoutMs)
  if (listed.kind !== 'ok') return listed
  const row = listed.value.find((each) => each.folio === folio && each.tipoDte === tipoDte)
  if (row === undefined) return { kind: 'ok', value: null }
  const reaction = await readReaction(facade, company, { ...document, issueDate: row.issueDate })
  return { kind: 'ok', value: { row, stateCode: stateCodeOf(row.stateText), reaction } }
}

/**
 * The list shows words where its filter has codes. Only those of EMI have been seen; the others are recognised
 * by what their code means, the narrower first.
 */
export function stateCodeOf(stateText: string): string | null {
  const words = plain(stateText).trim()
  return STATES.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

const STATES: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['DCD', /certificado.{0,40}rechaz|rechaz.{0,40}certificado/],
  ['DRF', /rechaz.{0,40}firma|firma.{0,40}rechaz/],
  ['DRR', /repetid/],
  ['RRH', /(rechaz|reclam).{0,60}receptor|receptor.{0,60}(rechaz|reclam)|reclamad/],
  ['DEI', /rut.{0,20}emisor.{0,20}invalid|emisor invalid/],
  ['DRI', /rut.{0,20}receptor.{0,20}invalid|receptor invalid/],
  ['DFI', /folio.{0,20}invalid/],
  ['DIN', /incomplet/],
  ['DPF', /permiso/],
  ['INI', /inicializ/],
  ['PRV', /borrador|previ/],
  ['RAL', /19\.?983/],
  ['RAD', /discrepancia/],
  ['RSR', /sin (objecion|reparo)/],
  ['RAC', /aceptad/],
  ['RNR', /no (fue )?recib/],
  ['RRC', /recib/],
  ['EMI', /emitid/],
]
