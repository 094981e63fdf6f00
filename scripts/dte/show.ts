import { showDay } from '#texts/formats.ts'
import { fill } from '#texts/translation.ts'
import type { Check, VerifiedDte } from '#dte/verify.ts'
import type { XmlElement } from '#dte/xml/element.ts'
import type { Job } from './job.ts'
import { heldFile } from './held.ts'
import { contentRows, type Row } from './show-content.ts'
import { cesionRows, proofRows } from './show-proof.ts'
import { documentName, failedNames, faultSentence } from './wording.ts'

const LABEL_WIDTH = 14

/** Each document of the file in plain words; whether all of them hold. */
export function showFile(file: string, job: Job): boolean {
  const held = heldFile(file, job)
  if (held === null) return false
  const verdicts = held.documents.map((dte, index) => {
    if (index > 0) job.say('')
    return showOne({ ...dte, checks: [...held.checks, ...dte.checks] }, held.root, job)
  })
  return verdicts.every((ok) => ok)
}

function showOne(dte: VerifiedDte, root: XmlElement, { texts, say }: Job): boolean {
  const { content, tipoDte, folio, checks } = dte
  const name = documentName(texts, tipoDte, folio)
  say(content ? fill(texts.show.issued, { name, day: showDay(content.issueDate) }) : name)
  const rows = [
    ...(content ? contentRows(content, texts) : [['', texts.show.unread] as const]),
    ...proofRows(dte, texts),
    ...cesionRows(root, texts),
    ...verdictRows(checks, texts),
  ]
  for (const [label, text] of rows) say(`  ${label.padEnd(LABEL_WIDTH)}${text}`)
  return checks.every(({ ok }) => ok)
}

function verdictRows(checks: readonly Check[], texts: Job['texts']): Row[] {
  const failed = checks.filter(({ ok }) => !ok)
  const notes = checks.flatMap((check) => check.notes)
  const { verdict, allWell, notes: label } = texts.show
  return [
    [verdict, failed.length === 0 ? allWell : `✗ ${failedNames(texts, failed)}`],
    ...failed.flatMap(({ name, faults }) =>
      faults.map((one): Row => ['', `${texts.checks[name]}: ${faultSentence(texts, one)}`]),
    ),
    ...notes.map((one): Row => [label, faultSentence(texts, one)]),
  ]
}
