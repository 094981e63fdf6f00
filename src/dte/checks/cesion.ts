import { SII_NAMESPACE, XSI_NAMESPACE } from '../xml/canonical.ts'
import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'
import { CESION_GRAMMAR } from '../grammar/cesion.ts'
import type { Frame } from '../files/parts.ts'
import { schemaFaults } from '../grammar/schema.ts'
import type { Namespaces } from '../xml/start-tag.ts'
import { withDeclarations } from '../xml/start-tag.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, childrenOf, textAt } from '../xml/xml.ts'
import { certificateFault, signatureFault } from './signature.ts'
import { signerFacts } from './signer-facts.ts'

/**
 * What is wrong with an AEC apart from its DTE: shape, every signature with its certificate (the ceded DTE, each
 * receipt, each cesión, the whole), whether each cesión is of this DTE and follows on the one before, and whether
 * who signed it was authorised to.
 */
export function judgeCesion({ root, text }: Frame): { faults: Fault[]; notes: Fault[] } {
  const documento = childOf(root, 'DocumentoAEC')
  const cesiones = childOf(documento, 'Cesiones')
  const ceded = childOf(cesiones, 'DTECedido')
  const chain = childrenOf(cesiones, 'Cesion')
  const cedido = childOf(ceded, 'DocumentoDTECedido')
  const signed: Signed[] = [
    ...childrenOf(cedido, 'Recibo').map((holder, index): Signed => {
      const by = [textAt(childOf(holder, 'DocumentoRecibo'), 'RutFirma')]
      const part = `Recibo ${index + 1}`
      return { holder, body: 'DocumentoRecibo', moment: 'TmstFirmaRecibo', part, by }
    }),
    { holder: ceded, body: 'DocumentoDTECedido', moment: 'TmstFirma', part: 'DTECedido' },
    ...chain.map((holder, index): Signed => {
      const cedente = childOf(childOf(holder, 'DocumentoCesion'), 'Cedente')
      const by = childrenOf(cedente, 'RUTAutorizado').map((one) => textAt(one, 'RUT'))
      const part = `Cesion ${index + 1}`
      const owner = textAt(cedente, 'RUT')
      return { holder, body: 'DocumentoCesion', moment: 'TmstCesion', part, by, owner }
    }),
    { holder: root, body: 'DocumentoAEC', moment: ['Caratula', 'TmstFirmaEnvio'], part: 'AEC' },
  ]
  const rootScope = withDeclarations({}, root.attributes)
  const faults = [
    ...schemaFaults(root, CESION_GRAMMAR, ['DTE']),
    ...signed.flatMap((one) => signedFaults(one, text, rootScope)),
    ...signed.flatMap((one) => signerFaults(one, text)),
    ...chainFaults(chain, childOf(cedido, 'DTE'), childOf(documento, 'Caratula')),
    ...receiptFaults(childrenOf(cedido, 'Recibo'), childOf(cedido, 'DTE')),
    ...repeatedIds(root),
  ]
  return { faults, notes: signed.flatMap((one) => signerNotes(one, text)) }
}

interface Signed {
  holder: XmlElement | null
  body: string
  /** Where it says when it was signed. */
  moment: string | string[]
  /** Its name in what is told. */
  part: string
  /** The RUTs of who may sign it; for the rest the AEC doesn't say. */
  by?: string[]
  /** Who cedes: real cesiones are signed with the company's own certificate too, which needs no authorisation. */
  owner?: string
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
      certificateFault(signature, text, signedAt),
    ])
    .filter((found) => found !== null)
    .map(({ code, values }) => fault('cesionPart', { ...values, part, why: code }))
}

/** A certificate of somebody whom the cedente didn't authorise cedes nothing (Cesion_v10, RUTAutorizado). */
function signerFaults({ holder, part, by, owner }: Signed, source: string): Fault[] {
  return childrenOf(holder, 'Signature').flatMap((signature) => {
    const seen = signerFacts(signature, source).certificate?.holder ?? null
    if (by === undefined || seen === null || seen === owner || by.includes(seen)) return []
    const values = { seen, expected: by.join(', ') }
    return [fault('cesionPart', { ...values, part, why: 'signerNotAuthorised' })]
  })
}

function signerNotes({ holder, part, by, owner }: Signed, source: string): Fault[] {
  return childrenOf(holder, 'Signature').flatMap((signature) => {
    const seen = signerFacts(signature, source).certificate?.holder ?? null
    if (by === undefined) return []
    if (seen === null) return [fault('cesionPart', { part, why: 'signerUntold' })]
    const isOwn = seen === owner && !by.includes(seen)
    return isOwn ? [fault('cesionPart', { seen, part, why: 'signerIsCedente' })] : []
  })
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
  const facts = factsOf(dte)
  const faults: Fault[] = []
  const compare = (name: string, seen: string, expected: string) =>
    void faults.push(...difference(name, seen, expected))
  let cedente = ''
  let holder = facts.RUTEmisor
  chain.forEach((cesion, index) => {
    const body = childOf(cesion, 'DocumentoCesion')
    for (const [name, expected] of Object.entries(facts)) {
      compare(name, textAt(body, 'IdDTE', name), expected)
    }
    const sequence = textAt(body, 'SeqCesion')
    if (Number(sequence) !== index + 1) {
      faults.push(fault('cesionOutOfOrder', { seen: sequence, expected: index + 1 }))
    }
    const ceded = textAt(body, 'MontoCesion')
    if (Number(ceded) > Number(facts.MntTotal)) {
      faults.push(fault('cesionBeyondTotal', { seen: ceded, limit: facts.MntTotal }))
    }
    cedente = textAt(body, 'Cedente', 'RUT')
    compare('Cedente', cedente, holder)
    holder = textAt(body, 'Cesionario', 'RUT')
  })
  // The whole is sent by who ceded last to whom they ceded.
  compare('RutCedente', textAt(cover, 'RutCedente'), cedente)
  compare('RutCesionario', textAt(cover, 'RutCesionario'), holder)
  return faults
}

/** A receipt of other goods says nothing of this DTE. */
function receiptFaults(receipts: XmlElement[], dte: XmlElement | null): Fault[] {
  const { TipoDTE, RUTReceptor, ...others } = factsOf(dte)
  const facts = { TipoDoc: TipoDTE, RUTRecep: RUTReceptor, ...others }
  return receipts.flatMap((receipt) => {
    const body = childOf(receipt, 'DocumentoRecibo')
    return Object.entries(facts).flatMap(([name, expected]) =>
      difference(`Recibo ${name}`, textAt(body, name), expected),
    )
  })
}

/** What each part repeats of the DTE, by its names in a cesión. */
function factsOf(dte: XmlElement | null) {
  const header = childOf(childOf(dte, 'Documento'), 'Encabezado')
  return {
    TipoDTE: textAt(header, 'IdDoc', 'TipoDTE'),
    RUTEmisor: textAt(header, 'Emisor', 'RUTEmisor'),
    RUTReceptor: textAt(header, 'Receptor', 'RUTRecep'),
    Folio: textAt(header, 'IdDoc', 'Folio'),
    FchEmis: textAt(header, 'IdDoc', 'FchEmis'),
    MntTotal: textAt(header, 'Totales', 'MntTotal'),
  }
}

function difference(name: string, seen: string, expected: string): Fault[] {
  return seen === expected ? [] : [fault('cesionDiffers', { name, seen, expected })]
}

function repeatedIds(root: XmlElement): Fault[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const pending = [root]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const id = at.attributes.get('ID')
    if (id !== undefined) (seen.has(id) ? repeated : seen).add(id)
    pending.push(...at.children)
  }
  return [...repeated].slice(0, 1).map((id) => fault('idRepeated', { seen: id.slice(0, 100) }))
}
