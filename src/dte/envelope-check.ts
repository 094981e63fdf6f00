import { withDeclarations } from './canonical.ts'
import type { OpenFile } from './file.ts'
import { DTE_GRAMMAR } from './grammar.ts'
import { schemaFaults } from './schema.ts'
import { certificateFault, signatureFault } from './signature.ts'
import type { XmlElement } from './xml.ts'
import { childOf, childrenOf, textAt } from './xml.ts'

/** What is wrong with an EnvioDTE apart from its documents: shape, signature, cover. */
export function envelopeFaults({ root, text, dtes }: OpenFile): string[] {
  const set = childOf(root, 'SetDTE')
  const signature = childOf(root, 'Signature')
  const cover = childOf(set, 'Caratula')
  const scope = withDeclarations({}, root.attributes)
  return [
    ...schemaFaults(root, DTE_GRAMMAR, 'DTE'),
    // In place, unlike the documents: the envelope is never cut out of anything.
    signatureFault(signature, set, text, [scope]),
    certificateFault(signature, textAt(cover, 'TmstFirmaEnv')),
    issuerFault(cover, dtes),
    countFault(cover, dtes),
  ].filter((fault) => fault !== null)
}

function issuerFault(cover: XmlElement | null, dtes: XmlElement[]): string | null {
  const issuer = textAt(cover, 'RutEmisor')
  const other = dtes
    .map((dte) => textAt(dte, 'Documento', 'Encabezado', 'Emisor', 'RUTEmisor'))
    .find((rut) => rut !== issuer)
  return other === undefined ? null : `a document of ${other} in an envelope of ${issuer}`
}

function countFault(cover: XmlElement | null, dtes: XmlElement[]): string | null {
  const counted = tally(
    dtes.map((dte) => [textAt(dte, 'Documento', 'Encabezado', 'IdDoc', 'TipoDTE'), 1]),
  )
  const said = tally(
    childrenOf(cover, 'SubTotDTE').map((row) => [
      textAt(row, 'TpoDTE'),
      Number(textAt(row, 'NroDTE')),
    ]),
  )
  return counted === said ? null : `the cover says ${said}, there are ${counted}`
}

function tally(rows: [string, number][]): string {
  const sums = new Map<string, number>()
  for (const [tipoDte, count] of rows) sums.set(tipoDte, (sums.get(tipoDte) ?? 0) + count)
  return Array.from(sums, ([tipoDte, count]) => `${count} of ${tipoDte}`)
    .sort()
    .join(', ')
}
