import type { Fault } from '#dte/document/fault.ts'
import type { Refusal } from '#dte/files/refusal.ts'
import type { Check } from '#dte/verify.ts'
import type { DteTexts } from '#texts/dte.ts'
import { fill } from '#texts/translation.ts'

const LONGEST_DETAIL = 160

/** 'Factura electrónica N° 205'. */
export function documentName(texts: DteTexts, tipoDte: string | number, folio: string | number) {
  return fill(texts.named, { type: typeName(texts, tipoDte), folio })
}

function typeName(texts: DteTexts, tipoDte: string | number): string {
  const known = new Map(Object.entries(texts.types)).get(String(tipoDte))
  return known ?? fill(texts.anotherType, { type: tipoDte })
}

export function faultSentence(texts: DteTexts, { code, values }: Fault): string {
  const why = new Map(Object.entries(texts.faults)).get(String(values.why))
  const told = why === undefined ? values : { ...values, why: fill(why, values) }
  return fill(texts.faults[code], told)
}

export function refusalSentence(texts: DteTexts, { reason, detail }: Refusal): string {
  return fill(texts.refusals[reason], { detail: detail.trim().slice(0, LONGEST_DETAIL) })
}

/** What the system's code for a file means. */
export function troubleText(texts: DteTexts, code: string): string {
  return new Map(Object.entries(texts.fileTroubles)).get(code) ?? code
}

/** 'firma, timbre'. */
export function failedNames(texts: DteTexts, checks: readonly Check[]): string {
  const failed = checks.filter(({ ok }) => !ok)
  return failed.map(({ name }) => texts.checks[name]).join(', ')
}

/** On one line, and without what could steer a terminal: XML allows U+009B, and a file's name anything. */
export function harmless(line: string): string {
  return line
    .replace(/[\t\r\n]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
