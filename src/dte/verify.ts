import type { KeyObject } from 'node:crypto'
import { judgeAmounts } from './checks/arithmetic.ts'
import { CafReader } from './checks/caf-facts.ts'
import { judgeCesion } from './checks/cesion.ts'
import { documentConsistencyFaults, formatFaults, stampCafFault } from './checks/consistency.ts'
import { TIPO_DTE_FACTS } from './document/document.ts'
import type { DteEncoding } from './files/encoding.ts'
import { EnvelopeWatch } from './checks/envelope.ts'
import type { Fault } from './document/fault.ts'
import { fault, faultText } from './document/fault.ts'
import type { OpenDte } from './files/file.ts'
import { MAX_BYTES_HELD } from './files/file.ts'
import { BOLETA_GRAMMAR } from './grammar/boleta.ts'
import { DTE_GRAMMAR } from './grammar/dte.ts'
import type { Frame } from './files/parts.ts'
import { MAX_LINE, partsOf } from './files/parts.ts'
import type { ReadDte } from './read.ts'
import { fieldsOf, readDte } from './read.ts'
import type { Refusal } from './files/refusal.ts'
import { refusalOf } from './files/refusal.ts'
import { schemaFaults } from './grammar/schema.ts'
import { SII_KEYS } from './keys/sii-keys.ts'
import {
  certificateFault,
  documentScopes,
  shapeFaults,
  signatureFault,
} from './checks/signature.ts'
import { stampVerifies } from './stamp.ts'
import type { XmlElement } from './xml/element.ts'
import { childOf, textAt } from './xml/xml.ts'

export type CheckName =
  | 'bytes'
  | 'envelope'
  | 'cesion'
  | 'schema'
  | 'signature'
  | 'certificate'
  | 'stamp'
  | 'caf'
  | 'consistency'
  | 'arithmetic'

export interface Check {
  name: CheckName
  ok: boolean
  faults: readonly Fault[]
  /** What a person should know though nothing is wrong. */
  notes: readonly Fault[]
  /** For the log and support: the faults, or else the notes, in codes. Empty when there is nothing to say. */
  detail: string
}

export interface VerifiedDte extends ReadDte {
  ok: boolean
  /** 'envelope' only in an EnvioDTE or EnvioBOLETA, 'cesion' only in an AEC; all others always. */
  checks: Check[]
}

export type Verification = { kind: 'read'; ok: boolean; documents: VerifiedDte[] } | Refusal

export interface VerifyOptions {
  /** Public keys of a simulated SII, by IDK; they add to 100 and 300. */
  extraSiiKeys?: ReadonlyMap<number, KeyObject>
  /** When given, a CAF of any other IDK is refused: a certification CAF is worth nothing in production. */
  allowedIdks?: readonly number[]
}

/**
 * Everything that can be judged from the bytes alone, in this process, each document on its own. Never throws
 * for hostile bytes; 4 MB at most. What it can't know: whether the SII received the document, and whether an
 * accredited provider issued the certificate. A CAF whose SII key we don't have fails, as nothing vouches for it.
 */
export function verifyXml(bytes: Uint8Array, options: VerifyOptions = {}): Verification {
  const found: VerifiedDte[] = []
  const end = verifyPieces([bytes], MAX_BYTES_HELD, options, (dte) => void found.push(dte))
  if (end.kind === 'refused') return end
  const documents = found.map((dte) => ({
    ...dte,
    ok: dte.ok && end.checks.every(({ ok }) => ok),
    checks: [...end.checks, ...dte.checks],
  }))
  return { kind: 'read', ok: documents.length > 0 && documents.every(({ ok }) => ok), documents }
}

export type WholeVerification =
  | {
      kind: 'read'
      /** Those of the file as a whole, which hold for each of its documents: bytes, envelope, cesion. */
      checks: Check[]
      frame: Frame
    }
  | Refusal

/**
 * The same for a file of any size that comes in pieces: each document is handed over as soon as it was judged by
 * itself, and nothing of it is kept. Only at the end is it known whether the file as a whole holds: when it is
 * refused then, what was handed over is worth nothing.
 */
export function verifyPieces(
  pieces: Iterable<Uint8Array>,
  maxBytes: number,
  options: VerifyOptions,
  onDocument: (dte: VerifiedDte) => void,
): WholeVerification {
  const watch = new EnvelopeWatch()
  const judging = { allowedIdks: options.allowedIdks, cafs: new CafReader(siiKeysOf(options)) }
  try {
    const parts = partsOf(pieces, maxBytes)
    let next = parts.next()
    for (; next.done !== true; next = parts.next()) {
      const { value: part } = next
      if (part.kind === 'frame') watch.passFrame(part.text)
      else {
        if (part.shape === 'envelope') watch.passDocument(part.text, part.element)
        onDocument(verifyDte(part, judging))
      }
    }
    return { kind: 'read', checks: wholeChecks(next.value, watch), frame: next.value }
  } catch (error) {
    return refusalOf(error)
  }
}

function wholeChecks(frame: Frame, watch: EnvelopeWatch): Check[] {
  const checks = [bytesCheck(frame)]
  if (frame.shape === 'envelope') checks.push(check('envelope', watch.faults(frame)))
  if (frame.shape === 'cesion') {
    const { faults, notes } = judgeCesion(frame)
    checks.push(check('cesion', faults, notes))
  }
  return checks
}

type Judging = Pick<VerifyOptions, 'allowedIdks'> & { cafs: CafReader }

function verifyDte(given: OpenDte, judging: Judging): VerifiedDte {
  const { element, text, encoding } = given
  const fields = fieldsOf(element)
  const read = readDte(given, fields)
  const documento = childOf(element, 'Documento')
  const signature = childOf(element, 'Signature')
  const shape = shapeFaults(signature, text)
  const ted = childOf(documento, 'TED')
  const cafElement = childOf(childOf(ted, 'DD'), 'CAF')
  const caf = cafElement && judging.cafs.factsOf(cafElement, text)
  const unread = fields.kind === 'ok' ? [] : fields.faults
  const { content } = read
  const isBoleta = content !== null && TIPO_DTE_FACTS[content.tipoDte].boleta
  const grammar = isBoleta ? BOLETA_GRAMMAR : DTE_GRAMMAR
  // Without fault by themselves, they needn't be looked at again.
  const judged = [
    shape.length === 0 ? 'Signature' : '',
    caf?.grammars.includes(grammar) === true ? 'CAF' : '',
  ]
  const amounts = content ? judgeAmounts(content) : { faults: unread, notes: [] }
  const checks = [
    check('schema', [
      ...schemaFaults(element, grammar, judged),
      ...(content ? formatFaults(content) : unread),
    ]),
    check('signature', signatureFault(signature, documento, text, documentScopes(element), shape)),
    check('certificate', certificateFault(signature, text, textAt(documento, 'TmstFirma'))),
    check('stamp', stampFault(ted, caf?.key ?? null, text, encoding)),
    check('caf', stampCafFault(documento, caf, judging.allowedIdks)),
    check('consistency', documentConsistencyFaults(documento)),
    check('arithmetic', amounts.faults, amounts.notes),
  ]
  return { ...read, ok: checks.every(({ ok }) => ok), checks }
}

function stampFault(
  ted: XmlElement | null,
  key: KeyObject | null,
  text: string,
  encoding: DteEncoding,
): Fault | null {
  if (!ted) return fault('stampMissing')
  return stampVerifies(ted, key, text, encoding) ? null : fault('stampWrong')
}

/** The SII's own downloads are taken in any encoding and line length; what we would send it is not. */
function bytesCheck(frame: Frame): Check {
  const { shape, encoding, hasBom, hasLongLine, hasControls, hasOtherLetters } = frame
  const faults: Fault[] = []
  const notes: Fault[] = []
  const isDownload = shape === 'set'
  if (hasBom) faults.push(fault('byteOrderMark'))
  if (encoding !== 'ISO-8859-1') {
    // Byte for byte what ISO-8859-1 would be, under another name: real software writes it, and the SII takes it.
    const isOnlyName = encoding === 'WINDOWS-1252' && !hasOtherLetters
    ;(isDownload || isOnlyName ? notes : faults).push(fault('otherEncoding', { encoding }))
  }
  if (hasLongLine && !isDownload) faults.push(fault('longLine', { limit: MAX_LINE }))
  if (hasControls) notes.push(fault('controlBytes'))
  return check('bytes', faults, notes)
}

function siiKeysOf(options: VerifyOptions): ReadonlyMap<number, KeyObject> {
  // The SII's own come last: a simulated key can't take the place of a real one.
  return options.extraSiiKeys ? new Map([...options.extraSiiKeys, ...SII_KEYS]) : SII_KEYS
}

const NONE: readonly Fault[] = []

function check(
  name: CheckName,
  found: readonly Fault[] | Fault | null,
  notes: readonly Fault[] = NONE,
): Check {
  const faults = found === null ? NONE : 'code' in found ? [found] : found
  const told = faults.length > 0 ? faults : notes
  return { name, ok: faults.length === 0, faults, notes, detail: told.map(faultText).join('; ') }
}
