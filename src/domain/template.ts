import { monthNumberOf, yearOf } from './day.ts'
import type { Month } from './day.ts'

/** The variables a subject or body may use, in double braces. Spanish in every language. */
export const templateVariables = ['numero_documento', 'mes', 'Mes', 'año'] as const

export type TemplateVariable = (typeof templateVariables)[number]

export const DEFAULT_SUBJECT = 'Factura {{numero_documento}} – {{Mes}}'

export const DEFAULT_BOLETA_SUBJECT = 'Boleta {{numero_documento}} – {{Mes}}'

export interface TemplateValues {
  /** Null before the document is issued: its variable then stays as written. */
  folio: number | null
  /** The month served, not the month of issue. */
  serviceMonth: Month
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/**
 * Replaces the four variables and leaves everything else as written, unknown names included.
 * One pass: what was put in is never read again. Values are digits and Spanish month names, so they
 * need no escaping in HTML; the rest of the text is the caller's to make safe.
 */
export function renderTemplate(text: string, values: TemplateValues): string {
  return text.replace(PLACEHOLDER, (written, name: string) => {
    const variable = knownVariable(name)
    return variable === null ? written : (valueOf(variable, values) ?? written)
  })
}

/** The names in double braces that aren't variables, as written and each once. Empty: nothing wrong. */
export function templateProblems(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')
  return [...new Set(names.filter((name) => knownVariable(name) === null))]
}

/** 'enero' … 'diciembre'. */
export function spanishMonth(of: Month): string {
  const name = SPANISH_MONTHS[monthNumberOf(of) - 1]
  if (name === undefined) throw new RangeError(`No such month: ${of}`)
  return name
}

const SPANISH_MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** NFC, because an ñ typed on a Mac may come as n and a tilde. */
function knownVariable(name: string): TemplateVariable | null {
  return templateVariables.find((known) => known === name.normalize('NFC')) ?? null
}

function valueOf(
  variable: TemplateVariable,
  { folio, serviceMonth }: TemplateValues,
): string | null {
  switch (variable) {
    case 'numero_documento':
      return folio === null ? null : String(folio)
    case 'mes':
      return spanishMonth(serviceMonth)
    case 'Mes':
      return capitalised(spanishMonth(serviceMonth))
    case 'año':
      return String(yearOf(serviceMonth))
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
