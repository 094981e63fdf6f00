import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { CanonicalWriter } from '../xml/canonical.ts'
import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'
import { BOLETA_GRAMMAR } from '../grammar/boleta.ts'
import { DTE_GRAMMAR } from '../grammar/dte.ts'
import { markupAt } from '../xml/markup.ts'
import type { Frame } from '../files/parts.ts'
import { schemaFaults } from '../grammar/schema.ts'
import type { Namespaces } from '../xml/start-tag.ts'
import { withDeclarations } from '../xml/start-tag.ts'
import type { XmlElement } from '../xml/element.ts'
import { childOf, childrenOf, textAt } from '../xml/xml.ts'
import { certificateFault, signatureFaultOver } from './signature.ts'
import { signerFacts } from './signer-facts.ts'

/** Watches an envelope go by, part after part, and judges it at the end without having held it. */
export class EnvelopeWatch {
  private readonly hash: Hash = createHash('sha1')
  private writer: CanonicalWriter | null = null
  private scope: Namespaces = {}
  private head = ''
  private readonly counts = new Map<string, number>()
  private readonly issuers = new Set<string>()
  private readonly ids = new Set<string>()
  private repeatedId: string | null = null

  /** What stands around the documents, in the order of the file. */
  passFrame(text: string): void {
    if (this.writer) {
      this.hash.update(this.writer.write(text))
      return
    }
    this.head += text
    const start = startOfSet(this.head)
    if (start === null) return
    this.scope = start.scope
    this.writer = new CanonicalWriter(start.scope)
    this.hash.update(this.writer.write(this.head.slice(start.at)))
  }

  passDocument(text: string, dte: XmlElement): void {
    // In place, unlike the documents' own digests: the envelope is never cut out of anything.
    if (this.writer) this.hash.update(this.writer.writeElement(dte, text))
    const documento = childOf(dte, 'Documento')
    this.passId(documento?.attributes.get('ID') ?? '')
    const header = childOf(documento, 'Encabezado')
    const tipoDte = textAt(header, 'IdDoc', 'TipoDTE').slice(0, 10)
    this.counts.set(tipoDte, (this.counts.get(tipoDte) ?? 0) + 1)
    const issuer = textAt(header, 'Emisor', 'RUTEmisor').slice(0, 10)
    if (this.issuers.size < MOST_ISSUERS) this.issuers.add(issuer)
  }

  /** What is wrong with it apart from its documents: shape, signature, cover. */
  faults({ root, text }: Frame): Fault[] {
    const set = childOf(root, 'SetDTE')
    const signature = childOf(root, 'Signature')
    const cover = childOf(set, 'Caratula')
    const seen = this.writer?.isWhole === true ? this.hash.digest('base64') : null
    const scopeOf = (digest: string) => (digest === seen ? this.scope : null)
    const grammar = root.name === 'EnvioBOLETA' ? BOLETA_GRAMMAR : DTE_GRAMMAR
    return [
      ...schemaFaults(root, grammar, ['DTE']),
      signatureFaultOver(signature, set, text, scopeOf),
      certificateFault(signature, text, textAt(cover, 'TmstFirmaEnv')),
      senderFault(signature, text, textAt(cover, 'RutEnvia')),
      this.issuerFault(cover),
      this.countFault(cover),
      this.idFault(set),
    ].filter((found) => found !== null)
  }

  private passId(id: string): void {
    const short = id.slice(0, LONGEST_ID)
    if (this.ids.has(short)) this.repeatedId ??= short
    this.ids.add(short)
  }

  private idFault(set: XmlElement | null): Fault | null {
    const own = set?.attributes.get('ID') ?? ''
    const seen = this.ids.has(own) ? own : this.repeatedId
    return seen === null ? null : fault('idRepeated', { seen })
  }

  private issuerFault(cover: XmlElement | null): Fault | null {
    const expected = textAt(cover, 'RutEmisor')
    const seen = Array.from(this.issuers).find((issuer) => issuer !== expected)
    return seen === undefined ? null : fault('issuerDiffers', { seen, expected })
  }

  private countFault(cover: XmlElement | null): Fault | null {
    const said = new Map<string, number>()
    for (const row of childrenOf(cover, 'SubTotDTE')) {
      const tipoDte = textAt(row, 'TpoDTE')
      said.set(tipoDte, (said.get(tipoDte) ?? 0) + Number(textAt(row, 'NroDTE')))
    }
    const [seen, expected] = [tally(this.counts), tally(said)]
    return seen === expected ? null : fault('countDiffers', { seen, expected })
  }
}

/** Who sends is who signs (formato DTE, Caratula: RutEnvia). A certificate that tells no RUT tells nothing. */
function senderFault(signature: XmlElement | null, text: string, expected: string): Fault | null {
  const seen = signerFacts(signature, text).certificate?.holder ?? null
  return seen === null || seen === expected ? null : fault('senderDiffers', { seen, expected })
}

/** One is right and a second says enough. */
const MOST_ISSUERS = 2
const LONGEST_ID = 100

/** Where `<SetDTE` begins, the root's child, and what the root declares; null until it has come. */
function startOfSet(head: string): { at: number; scope: Namespaces } | null {
  let scope: Namespaces | null = null
  for (let at = head.indexOf('<'); at !== -1;) {
    if (!head.includes('>', at)) return null
    const markup = markupAt(head, at)
    if (markup.kind === 'close') return null
    if (markup.kind === 'open' && scope !== null)
      return markup.name === 'SetDTE' ? { at, scope } : null
    if (markup.kind === 'open') scope = withDeclarations({}, markup.attributes)
    at = head.indexOf('<', markup.end)
  }
  return null
}

function tally(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([tipoDte, count]) => `${count}×${tipoDte}`)
    .sort()
    .join(' ')
}
