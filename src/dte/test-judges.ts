import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Other people's programs judge what we build: ours would share our mistakes. Each is asked where it is.

export const judges = {
  xmllint: has('xmllint', '--version'),
  xmlsec1: has('xmlsec1', '--version'),
  openssl: has('openssl', 'version'),
  pdftoppm: has('pdftoppm', '-v'),
}

/** For the log of a run without them. The SII's schemas are looked for in the folder given. */
export function missingJudges(schemas: string): string[] {
  return Object.entries({ ...judges, 'the official schemas': existsSync(schemas) }).flatMap(
    ([name, found]) => (found ? [] : [name]),
  )
}

let work: string | undefined
let count = 0

/** A file that runs later in the same process gets a folder of its own. */
export function removeKept(): void {
  if (work !== undefined) rmSync(work, { recursive: true })
  work = undefined
  keyFiles.clear()
}

/** The path of a new file with this content. */
export function kept(content: Uint8Array | string): string {
  work ??= mkdtempSync(join(tmpdir(), 'folio-dte-'))
  count += 1
  const file = join(work, String(count))
  writeFileSync(file, content)
  return file
}

export function run(program: string, args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

/** R1, by the schema in this file. */
export function schemaAnswer(bytes: Uint8Array, schema: string) {
  return run('xmllint', ['--nonet', '--huge', '--noout', '--schema', schema, kept(bytes)])
}

/** R2, R3 and R4: the signature at this place of each file. */
export function signatureAnswer(files: Uint8Array[], at: string) {
  const names = ['Documento', 'SetDTE', 'DocumentoAEC', 'DocumentoDTECedido', 'DocumentoCesion']
  const ids = [...names, 'DocumentoRecibo'].map((name) => `http://www.sii.cl/SiiDte:${name}`)
  const attributes = [...ids, 'Documento'].flatMap((id) => ['--id-attr:ID', id])
  return run('xmlsec1', ['--verify', ...attributes, '--node-xpath', at, ...files.map(kept)])
}

export const OUTERMOST = "/*/*[local-name()='Signature']"

/** R5 of a flattened stamp, a character for each byte: the key is made of M and E by openssl itself. */
export function stampAnswer(ted: string): string {
  const dd = /<DD>.*<\/DD>/.exec(ted)?.[0] ?? ''
  const [m = '', e = ''] = [/<M>([^<]*)</, /<E>([^<]*)</].map((part) => part.exec(dd)?.[1] ?? '')
  return verificationAnswer(publicKeyFile(m, e), dd, /<FRMT[^>]*>([^<]*)</.exec(ted)?.[1] ?? '')
}

/** What openssl says of a SHA-1 signature in base64 over a text of one character for each byte. */
export function verificationAnswer(keyFile: string, text: string, signature: string): string {
  const signatureFile = kept(Buffer.from(signature, 'base64'))
  const options = ['-sha1', '-verify', keyFile, '-signature', signatureFile]
  return run('openssl', ['dgst', ...options, kept(Buffer.from(text, 'latin1'))]).text
}

const keyFiles = new Map<string, string>()

function publicKeyFile(modulus: string, exponent: string): string {
  const known = keyFiles.get(modulus)
  if (known !== undefined) return known
  const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
  const numbers = `asn1=SEQUENCE:r\n[r]\nn=INTEGER:0x${hex(modulus)}\ne=INTEGER:0x${hex(exponent)}\n`
  const [der, pem] = [kept(''), kept('')]
  run('openssl', ['asn1parse', '-genconf', kept(numbers), '-noout', '-out', der])
  run('openssl', ['rsa', '-RSAPublicKey_in', '-inform', 'DER', '-in', der, '-pubout', '-out', pem])
  keyFiles.set(modulus, pem)
  return pem
}

const DPI = 300
const STAMP_WIDTH_CM = 10

/** PNG files of the left edge of each sheet, where the stamp is: the whole would take seconds. */
export function drawnStamps(pdf: Uint8Array, sheets: { first: number; last: number }): Buffer[] {
  const file = kept(pdf)
  const width = Math.round((STAMP_WIDTH_CM / 2.54) * DPI)
  const { first, last } = sheets
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const sheet = String(first + index)
    const range = ['-f', sheet, '-l', sheet, '-x', '0', '-y', '0', '-W', String(width)]
    const name = `${file}-${sheet}`
    const options = ['-r', String(DPI), '-H', '3400', '-gray', '-png', '-singlefile']
    const { status, text } = run('pdftoppm', [...options, ...range, file, name])
    if (status !== 0) throw new Error(text)
    return readFileSync(`${name}.png`)
  })
}

function has(program: string, argument: string): boolean {
  return spawnSync(program, [argument]).error === undefined
}
