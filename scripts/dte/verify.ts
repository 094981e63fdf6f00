import { resolve } from 'node:path'
import type { Check, CheckName, VerifiedDte } from '#dte/verify.ts'
import { verifyPieces } from '#dte/verify.ts'
import { fill } from '#texts/translation.ts'
import type { Job } from './job.ts'
import { fileTrouble, piecesOf } from './file.ts'
import { documentName, faultSentence, refusalSentence, troubleText } from './wording.ts'

/** An envelope of 2000 facturas of 60 lines has some 100 MB. */
const MAX_BYTES = 500_000_000
const ORDER: CheckName[] = [
  'schema',
  'signature',
  'envelope',
  'stamp',
  'caf',
  'certificate',
  'consistency',
  'arithmetic',
  'bytes',
  'cesion',
]

/** One line for each document of the file; whether all of them hold. */
export function verifyFile(file: string, job: Job): boolean {
  const { texts, say } = job
  const seen: Pick<VerifiedDte, 'tipoDte' | 'folio' | 'checks'>[] = []
  const refuse = (why: string): boolean => {
    say(`✗ ${file} · ${why}`)
    return false
  }
  try {
    const path = resolve(job.folder, file)
    const end = verifyPieces(piecesOf(path), MAX_BYTES, job.verifying, (dte) => {
      const { tipoDte, folio, checks } = dte
      seen.push({ tipoDte, folio, checks })
    })
    if (end.kind === 'refused') {
      return refuse(fill(texts.refused, { why: refusalSentence(texts, end) }))
    }
    if (seen.length === 0) return refuse(texts.noDocuments)
    const verdicts = seen.map(({ tipoDte, folio, checks }) => {
      const all = [...checks, ...end.checks]
      const ok = all.every((check) => check.ok)
      const name = documentName(texts, tipoDte, folio)
      say(`${ok ? '✓' : '✗'} ${file} · ${name} · ${toldChecks(all, job)}`)
      return ok
    })
    return verdicts.every((ok) => ok)
  } catch (error) {
    const code = fileTrouble(error)
    if (code === null) throw error
    return refuse(fill(texts.unreadableFile, { detail: troubleText(texts, code) }))
  }
}

/** An envelope's signature has nothing to say of a document that stands alone, and a cesión only of an AEC. */
function toldChecks(checks: readonly Check[], { texts }: Job): string {
  const told = ORDER.flatMap((name) => {
    const check = checks.find((one) => one.name === name)
    if (check === undefined) return name === 'cesion' ? [] : [`${texts.checks[name]} –`]
    const reasons = (check.ok ? check.notes : check.faults).map((one) => faultSentence(texts, one))
    const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`
    return [`${texts.checks[name]} ${check.ok ? '✓' : '✗'}${why}`]
  })
  return told.join(' · ')
}
