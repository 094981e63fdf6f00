import type { KeyObject } from 'node:crypto'
import { arithmeticFaults } from './amounts.ts'
import { documentConsistencyFaults, formatFaults, stampCafFault } from './consistency.ts'
import { envelopeFaults } from './envelope-check.ts'
import type { DteRefusal, OpenFile } from './file.ts'
import { openDteFile } from './file.ts'
import { DTE_GRAMMAR } from './grammar.ts'
import type { ReadDte } from './read.ts'
import { readDte } from './read.ts'
import { schemaFaults } from './schema.ts'
import { SII_KEYS } from './sii-keys.ts'
import { certificateFault, documentScopes, signatureFault } from './signature.ts'
import { stampVerifies } from './stamp.ts'
import type { XmlElement } from './xml.ts'
import { childOf, textAt } from './xml.ts'

export type CheckName =
  | 'bytes'
  | 'envelope'
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
  /** For the log and support: what was seen. Empty when there is nothing to say. */
  detail: string
}

export interface VerifiedDte extends ReadDte {
  ok: boolean
  /** 'envelope' only in an EnvioDTE; all others always. */
  checks: Check[]
}

export type Verification =
  | { kind: 'read'; ok: boolean; documents: VerifiedDte[] }
  | { kind: 'refused'; reason: DteRefusal; detail: string }

export interface VerifyOptions {
  /** Public keys of a simulated SII, by IDK; they add to 100 and 300. */
  extraSiiKeys?: ReadonlyMap<number, KeyObject>
  /** When given, a CAF of any other IDK is refused: a certification CAF is worth nothing in production. */
  allowedIdks?: readonly number[]
}

/** Above about 4090 the SII's parser gives up (CHR-00002). */
const MAX_LINE = 4090

/**
 * Everything that can be judged from the bytes alone, in this process, each document on its own. Never throws
 * for hostile bytes. What it can't know: whether the SII received the document, and whether an accredited
 * provider issued the certificate. A CAF whose SII key we don't have fails, as nothing vouches for it.
 */
export function verifyXml(bytes: Uint8Array, options: VerifyOptions = {}): Verification {
  const opening = openDteFile(bytes)
  if (opening.kind === 'refused') return opening
  const { file } = opening
  const shared = [check('bytes', bytesFaults(file))]
  if (file.shape === 'envelope') shared.push(check('envelope', envelopeFaults(file)))
  const documents = file.dtes.map((dte) => verifyDte(dte, file.text, shared, options))
  return { kind: 'read', ok: documents.length > 0 && documents.every(({ ok }) => ok), documents }
}

function verifyDte(
  dte: XmlElement,
  text: string,
  shared: readonly Check[],
  options: VerifyOptions,
): VerifiedDte {
  const read = readDte(dte, text)
  const documento = childOf(dte, 'Documento')
  const signature = childOf(dte, 'Signature')
  const ted = childOf(documento, 'TED')
  const { document } = read
  const checks = [
    ...shared,
    check('schema', [
      ...schemaFaults(dte, DTE_GRAMMAR),
      ...(document ? formatFaults(document) : read.faults),
    ]),
    check('signature', signatureFault(signature, documento, text, documentScopes(dte))),
    check('certificate', certificateFault(signature, textAt(documento, 'TmstFirma'))),
    check('stamp', stampFault(ted, text)),
    check('caf', stampCafFault(documento, text, siiKeys(options), options.allowedIdks)),
    check('consistency', documentConsistencyFaults(documento)),
    check('arithmetic', document ? arithmeticFaults(document) : read.faults),
  ]
  return { ...read, ok: checks.every(({ ok }) => ok), checks }
}

function stampFault(ted: XmlElement | null, text: string): string | null {
  if (!ted) return 'no stamp'
  return stampVerifies(ted, text) ? null : 'FRMT is not of the key of its CAF over DD'
}

/** The SII's own downloads are taken in any encoding and line length; what we would send it is not. */
function bytesFaults(file: OpenFile): string[] {
  const faults: string[] = []
  if (file.hasBom) faults.push('begins with a byte order mark')
  if (file.shape === 'set') return faults
  if (file.encoding !== 'ISO-8859-1') faults.push(`is in ${file.encoding}`)
  if (hasLongLine(file.text)) faults.push(`a line is longer than ${MAX_LINE}`)
  return faults
}

function hasLongLine(text: string): boolean {
  let start = 0
  while (text.length - start > MAX_LINE) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end - start > MAX_LINE) return true
    start = end + 1
  }
  return false
}

function siiKeys(options: VerifyOptions): ReadonlyMap<number, KeyObject> {
  // The SII's own come last: a simulated key can't take the place of a real one.
  return options.extraSiiKeys ? new Map([...options.extraSiiKeys, ...SII_KEYS]) : SII_KEYS
}

function check(name: CheckName, faults: readonly string[] | string | null): Check {
  const found = typeof faults === 'string' ? [faults] : (faults ?? [])
  return { name, ok: found.length === 0, detail: found.join('; ') }
}
