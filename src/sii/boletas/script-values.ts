import type { Fields } from '../pages/charset.ts'
import { decodeEntities, tokens } from '../pages/html.ts'
import { isCommentedOut, readString } from '../pages/scripts.ts'

/** The boleta's pages carry their data in assignments of scripts (portal 4.1). Nothing runs any of them. */
export type Carried = ReadonlyMap<string, string>

/** A month of a hundred boletas has 1,700. */
const MAX_VALUES = 20_000
/** A string that doesn't end soon is not one: reading on from each would take squares of time. */
const MAX_VALUE_LENGTH = 1000

/**
 * Every `MAP['key'] = "text"`, 'text', a number, or `formatMiles("12345", ".")`, whose raw argument is taken.
 * A key assigned twice has its last value, as when the script runs.
 */
export function carriedIn(html: string, map: 'xml_values' | 'arr_informe_mensual'): Carried {
  const found = new Map<string, string>()
  const assignment = new RegExp(`\\b${map}\\s{0,5}\\[\\s{0,5}(['"])(\\w{1,80})\\1\\s{0,5}\\]`, 'g')
  let examined = 0
  for (const match of html.matchAll(assignment)) {
    examined += 1
    if (examined > MAX_VALUES) break
    const value = assignedAt(html, match.index + match[0].length)
    if (value === null || isCommentedOut(html, match.index)) continue
    found.set(String(match[2]), value)
  }
  return found
}

/**
 * The hidden fields a page's scripts write: `CampoOculto("name", xml_values['key'])` or with a literal. Names
 * put together by the script, and what belongs to the form `hidden_formulario`, are left out.
 */
export function hiddenFields(html: string, values: Carried): Fields {
  const found = new Map<string, string>()
  for (const script of scriptsOutside(html, 'hidden_formulario')) {
    let examined = 0
    for (const match of script.matchAll(
      /\bCampoOculto\s{0,5}\(\s{0,5}(['"])(\w{1,80})\1\s{0,5},/g,
    )) {
      examined += 1
      if (examined > MAX_FIELDS) break
      if (isCommentedOut(script, match.index)) continue
      const value = argumentAt(script, match.index + match[0].length, values)
      if (value !== null) found.set(String(match[2]), value)
    }
  }
  return [...found]
}

const MAX_FIELDS = 500

/** After `=`, and not of a comparison. */
function assignedAt(html: string, start: number): string | null {
  const [equals] = /^\s{0,5}=(?!=)\s{0,20}/.exec(html.slice(start, start + 30)) ?? []
  return equals === undefined ? null : valueAt(html, start + equals.length)
}

function valueAt(html: string, start: number): string | null {
  const wrapped = /^formatMiles\s{0,5}\(\s{0,5}/.exec(html.slice(start, start + 30))?.[0] ?? ''
  const at = start + wrapped.length
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const ahead = html.slice(at, at + MAX_VALUE_LENGTH)
    const text = ahead.includes(quote, 1) ? readString(ahead, 0) : null
    return text === null ? null : decodeEntities(text.value).trim()
  }
  return /^-?\d{1,15}(?:\.\d{1,6})?/.exec(html.slice(at, at + 24))?.[0] ?? null
}

function argumentAt(script: string, start: number, values: Carried): string | null {
  const at = start + (/^\s{0,20}/.exec(script.slice(start, start + 20))?.[0].length ?? 0)
  const key = /^xml_values\s{0,5}\[\s{0,5}(['"])(\w{1,80})\1\s{0,5}\]/.exec(
    script.slice(at, at + 120),
  )
  return key === null ? valueAt(script, at) : (values.get(String(key[2])) ?? null)
}

function* scriptsOutside(html: string, formName: string): Generator<string> {
  let isInside = false
  for (const token of tokens(html)) {
    if (token.kind === 'text') continue
    if (token.kind === 'raw') {
      if (token.name === 'script' && !isInside) yield token.text
    } else if (token.name === 'form') {
      const name = token.kind === 'open' ? token.attributes.get('name') : undefined
      isInside = token.kind === 'open' && (name ?? token.attributes.get('id')) === formName
    }
  }
}
