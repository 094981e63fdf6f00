import type { Namespaces } from './canonical.ts'
import { SII_NAMESPACE, withDeclarations, XSI_NAMESPACE } from './canonical.ts'
import type { Fault } from './fault.ts'
import { fault } from './fault.ts'
import { CESION_GRAMMAR } from './grammar-cesion.ts'
import type { Frame } from './parts.ts'
import { schemaFaults } from './schema.ts'
import { certificateFault, signatureFault } from './signature.ts'
import type { XmlElement } from './xml.ts'
import { childOf, childrenOf, textAt } from './xml.ts'

/**
 * What is wrong with an AEC apart from its DTE: shape, every signature with its certificate (the ceded DTE, each
 * receipt, each cesión, the whole), and whether each cesión is of this DTE and follows on the one before.
 */
export function cesionFaults({ root, text }: Frame): Fault[] {
  const documento = childOf(root, 'DocumentoAEC')
  const cesiones = childOf(documento, 'Cesiones')
  const ceded = childOf(cesiones, 'DTECedido')
  const chain = childrenOf(cesiones, 'Cesion')
  const cedido = childOf(ceded, 'DocumentoDTECedido')
  const signed: Signed[] = [
    ...childrenOf(cedido, 'Recibo').map((holder, index): Signed => {
      const part = `Recibo ${index + 1}`
      return { holder, body: 'DocumentoRecibo', moment: 'TmstFirmaRecibo', part }
    }),
    { holder: ceded, body: 'DocumentoDTECedido', moment: 'TmstFirma', part: 'DTECedido' },
    ...chain.map((holder, index): Signed => {
      return { holder, body: 'DocumentoCesion', moment: 'TmstCesion', part: `Cesion ${index + 1}` }
    }),
    { holder: root, body: 'DocumentoAEC', moment: ['Caratula', 'TmstFirmaEnvio'], part: 'AEC' },
  ]
  const rootScope = withDeclarations({}, root.attributes)
  return [
    ...schemaFaults(root, CESION_GRAMMAR, 'DTE'),
    ...signed.flatMap((one) => signedFaults(one, text, rootScope)),
    ...chainFaults(chain, childOf(cedido, 'DTE'), childOf(documento, 'Caratula')),
  ]
}

interface Signed {
  holder: XmlElement | null
  body: string
  /** Where it says when it was signed. */
  moment: string | string[]
  /** Its name in what is told. */
  part: string
}

/** A cesión may be signed by up to three. */
function signedFaults(one: Signed, text: string, rootScope: Namespaces): Fault[] {
  const { holder, body, part } = one
  const signedElement = childOf(holder, body)
  const signedAt = textAt(signedElement, ...[one.moment].flat())
  const signatures = childrenOf(holder, 'Signature')
  if (signatures.length === 0) return [fault('cesionPart', { part, why: 'notSigned' })]
  const scopes = scopesOf(holder, rootScope)
  return signatures
    .flatMap((signature) => [
      signatureFault(signature, signedElement, text, scopes),
      certificateFault(signature, signedAt),
    ])
    .filter((found) => found !== null)
    .map(({ code }) => fault('cesionPart', { part, why: code }))
}

/** Each part was signed by somebody else, as a text of its own or in its place, and put in by text. */
function scopesOf(holder: XmlElement | null, rootScope: Namespaces): Namespaces[] {
  const own = withDeclarations({}, holder?.attributes ?? [])
  const sii = { ...own, '': SII_NAMESPACE }
  return [own, { ...rootScope, ...own }, sii, { ...sii, xsi: XSI_NAMESPACE }, {}]
}

function chainFaults(
  chain: XmlElement[],
  dte: XmlElement | null,
  cover: XmlElement | null,
): Fault[] {
  const header = childOf(childOf(dte, 'Documento'), 'Encabezado')
  const facts: [string, string][] = [
    ['TipoDTE', textAt(header, 'IdDoc', 'TipoDTE')],
    ['RUTEmisor', textAt(header, 'Emisor', 'RUTEmisor')],
    ['RUTReceptor', textAt(header, 'Receptor', 'RUTRecep')],
    ['Folio', textAt(header, 'IdDoc', 'Folio')],
    ['FchEmis', textAt(header, 'IdDoc', 'FchEmis')],
    ['MntTotal', textAt(header, 'Totales', 'MntTotal')],
  ]
  const faults: Fault[] = []
  const compare = (name: string, seen: string, expected: string) => {
    if (seen !== expected) faults.push(fault('cesionDiffers', { name, seen, expected }))
  }
  let holder = textAt(header, 'Emisor', 'RUTEmisor')
  chain.forEach((cesion, index) => {
    const body = childOf(cesion, 'DocumentoCesion')
    for (const [name, expected] of facts) compare(name, textAt(body, 'IdDTE', name), expected)
    const sequence = textAt(body, 'SeqCesion')
    if (Number(sequence) !== index + 1) {
      faults.push(fault('cesionOutOfOrder', { seen: sequence, expected: index + 1 }))
    }
    compare('Cedente', textAt(body, 'Cedente', 'RUT'), holder)
    holder = textAt(body, 'Cesionario', 'RUT')
  })
  compare('RutCesionario', textAt(cover, 'RutCesionario'), holder)
  return faults
}
