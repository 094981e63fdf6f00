import { writeFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { parseDay, yearOf } from '#domain/day.ts'
import type { DteDocument } from '#dte/document/document.ts'
import { isTipoDte } from '#dte/document/document.ts'
import { printDte, type PrintOptions } from '#dte/print.ts'
import type { VerifiedDte } from '#dte/verify.ts'
import type { XmlElement } from '#dte/xml/element.ts'
import { childOf, textAt } from '#dte/xml/xml.ts'
import { dteTexts } from '#texts/dte.ts'
import { fill } from '#texts/translation.ts'
import type { Job } from './job.ts'
import { fileTrouble } from './file.ts'
import { heldFile } from './held.ts'
import { documentName, failedNames, troubleText } from './wording.ts'

export type Printing = {
  output: string
  cedible: boolean
  folio?: string
  office?: string
  resolution?: string
}

type Resolution = PrintOptions['resolution']

/** What the SII's free portal prints under its stamps. */
const FREE_PORTAL: Resolution = { number: 80, year: 2014 }

/** A sheet for each document of the file, one document in a PDF as the SII asks; whether all were printed. */
export async function printFile(file: string, asked: Printing, job: Job): Promise<boolean> {
  const { texts, warn } = job
  const held = heldFile(file, job)
  if (held === null) return false
  const given = asked.resolution === undefined ? null : readResolution(asked.resolution)
  if (asked.resolution !== undefined && given === null) {
    warn(fill(texts.unusableResolution, { detail: asked.resolution }))
    return false
  }
  const wanted = held.documents.filter(
    ({ folio }) => asked.folio === undefined || String(folio) === asked.folio,
  )
  if (wanted.length === 0) {
    warn(fill(texts.notPrinted.noSuchFolio, { folio: asked.folio ?? '' }))
    return false
  }
  const resolution = given ?? coverResolution(held.root)
  if (resolution === null) warn(texts.guessedResolution)
  let allPrinted = true
  for (const dte of wanted) {
    const output = wanted.length === 1 ? asked.output : ownOutput(asked.output, dte)
    const checks = [...held.checks, ...dte.checks]
    const order = { ...asked, output, resolution: resolution ?? FREE_PORTAL }
    allPrinted = (await printOne({ ...dte, checks }, order, job)) && allPrinted
  }
  return allPrinted
}

async function printOne(
  dte: VerifiedDte,
  asked: Omit<Printing, 'resolution'> & { resolution: Resolution },
  job: Job,
): Promise<boolean> {
  const { texts, say, warn } = job
  const name = documentName(texts, dte.tipoDte, dte.folio)
  const printable = printableOf(dte)
  if (printable.kind === 'not') {
    warn(fill(texts.notPrinted[printable.why], { name, names: printable.names }))
    return false
  }
  const { document, ted } = printable
  const failed = failedNames(texts, dte.checks)
  if (failed !== '') warn(fill(texts.failedPrint, { name, checks: failed }))
  const pdf = await sheetOrNull(document, {
    ted,
    siiOffice: asked.office ?? guessedOffice(document, job),
    resolution: asked.resolution,
    cedible: asked.cedible,
    banner: failed === '' ? undefined : bannerOf(dte),
  })
  if (pdf === null) {
    warn(fill(texts.notPrinted.stampTooLong, { name }))
    return false
  }
  try {
    writeFileSync(resolve(job.folder, asked.output), pdf)
  } catch (error) {
    const code = fileTrouble(error)
    if (code === null) throw error
    const detail = troubleText(texts, code)
    warn(fill(texts.unwritableFile, { file: asked.output, detail }))
    return false
  }
  say(fill(texts.printed, { file: asked.output, name }))
  return true
}

type Printable =
  | { kind: 'printable'; document: DteDocument; ted: string }
  | { kind: 'not'; why: 'type' | 'unread' | 'unsaid' | 'noStamp'; names: string }

function printableOf({ tipoDte, document, ted }: VerifiedDte): Printable {
  if (!isTipoDte(tipoDte)) return { kind: 'not', why: 'type', names: '' }
  if (document === null) return { kind: 'not', why: 'unread', names: '' }
  if (ted === null) return { kind: 'not', why: 'noStamp', names: '' }
  const { unsaid = [] } = document
  if (unsaid.length > 0) return { kind: 'not', why: 'unsaid', names: unsaid.join(', ') }
  return { kind: 'printable', document, ted }
}

/** Null when the stamp is more than a bar code holds. */
async function sheetOrNull(document: DteDocument, options: PrintOptions) {
  try {
    return await printDte(document, options)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** In Spanish whatever the terminal speaks: the sheet is. */
function bannerOf({ checks }: VerifiedDte): string {
  return fill(dteTexts.es.failedBanner, { checks: failedNames(dteTexts.es, checks).toUpperCase() })
}

function guessedOffice({ issuer }: DteDocument, { texts, warn }: Job): string {
  const office = issuer.address.commune.toUpperCase()
  warn(fill(texts.guessedOffice, { office }))
  return office
}

/** Of an envelope's cover. */
function coverResolution(root: XmlElement): Resolution | null {
  const cover = childOf(childOf(root, 'SetDTE'), 'Caratula')
  const day = parseDay(textAt(cover, 'FchResol'))
  const number = textAt(cover, 'NroResol')
  return day === null || !/^\d{1,6}$/.test(number)
    ? null
    : { number: Number(number), year: yearOf(day) }
}

function readResolution(text: string): Resolution | null {
  const [, number, year] = /^(\d{1,6})\/(\d{4})$/.exec(text) ?? []
  return number === undefined ? null : { number: Number(number), year: Number(year) }
}

/** 'out.pdf' becomes 'out-33-205.pdf'. */
function ownOutput(output: string, { tipoDte, folio }: VerifiedDte): string {
  const extension = extname(output)
  const bare = output.slice(0, output.length - extension.length)
  return `${bare}-${tipoDte}-${folio}${extension}`
}
