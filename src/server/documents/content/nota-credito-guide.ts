import { formatDay } from '#domain/day.ts'
import type { NotaContent } from '#domain/document.ts'
import { formatClp } from '#domain/money.ts'
import { formatRut, rut } from '#domain/rut.ts'
import type { Language } from '#texts/language.ts'
import { notaTexts } from '#texts/notas.ts'
import { fill } from '#texts/translation.ts'
import type { DocumentRow } from '../trail/trail.ts'

export interface Guide {
  steps: string[]
  /** What is typed or checked there, by the portal's own names of its fields. */
  fields: { label: string; value: string }[]
}

/** How a person makes that very nota at the portal. Where exactly its menus are is the portal's to change. */
export function notaGuide(
  { person_rut }: Pick<DocumentRow, 'person_rut'>,
  content: NotaContent,
  language: Language,
): Guide {
  const { steps, labels, values } = notaTexts(language)
  const { issuer, recipient, reference } = content
  const named = {
    person: formatRut(rut(person_rut)),
    company: issuer.name,
    companyRut: formatRut(issuer.rut),
    folio: reference.folio,
    date: formatDay(reference.issueDate),
  }
  return {
    steps: steps.map((step) => fill(step, named)),
    fields: [
      { label: labels.type, value: values.type },
      { label: labels.reference, value: fill(values.reference, named) },
      { label: labels.referenceDate, value: named.date },
      { label: labels.code, value: values.codes[reference.code] },
      { label: labels.reason, value: reference.reason },
      { label: labels.recipientRut, value: formatRut(recipient.rut) },
      { label: labels.recipient, value: recipient.name },
      ...correctedText(content, labels.detail),
      { label: labels.neto, value: formatClp(content.netoClp) },
      { label: labels.iva, value: formatClp(content.ivaClp) },
      { label: labels.total, value: formatClp(content.totalClp) },
    ],
  }
}

/** What is typed as the one line of a nota that corrects a text. */
function correctedText({ reference, lines }: NotaContent, label: string): Guide['fields'] {
  const [line] = lines
  if (reference.code !== 2 || line === undefined) return []
  return [{ label, value: [line.name, line.description].filter((text) => text !== '').join('. ') }]
}
