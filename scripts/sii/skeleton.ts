import { knownWords } from './portal-words.ts'

/** The shape of an answer: names of fields, keys and variables, how many of each, and never what they hold. */
export interface Skeleton {
  title: string
  /** Of the visible text, the portal's own words. */
  says: string
  forms: string[]
  scripts: string[]
  json: string
}

const MOST_NAMES = 120
const MOST_FORMS = 6
const MOST_DEPTH = 6

export function skeletonOf(text: string, contentType: string): Skeleton {
  const json = jsonShape(text)
  if (json !== '') return { title: '', says: '', forms: [], scripts: [], json }
  if (!/<[a-z!?]/i.test(text) || /^%PDF/.test(text)) {
    return { title: '', says: contentType.includes('text') ? knownWords(text) : '', ...nothing }
  }
  return {
    title: knownWords(/<title[^>]{0,200}>([^<]{0,300})/i.exec(text)?.[1] ?? ''),
    says: knownWords(visible(text)),
    forms: formsIn(text),
    scripts: scriptsIn(text),
    json: '',
  }
}

const nothing = { forms: [], scripts: [], json: '' }

/** A name of a field, key or variable; its digits count nothing, so that no number can hide in one. */
export function nameOf(text: string): string {
  if (!/^[A-Za-z_][\w.-]{0,59}$/.test(text)) return '?'
  return text.replace(/\d{4,}/g, '9')
}

function visible(html: string): string {
  return html
    .replace(/<!--[^]{0,20000}?-->/g, ' ')
    .replace(/<(script|style|textarea)\b[^]{0,200000}?<\/\1>/gi, ' ')
    .replace(/<[^>]{0,5000}>/g, ' ')
    .replace(/&[a-z]{2,8};/gi, (entity) => entity[1] ?? ' ')
}

function formsIn(html: string): string[] {
  const forms = html.split(/<form\b/i).slice(1, MOST_FORMS + 1)
  return forms.map((form) => {
    const tag = /^[^>]{0,2000}/.exec(form)?.[0] ?? ''
    const action = /([\w-]{1,60}(?:\.\w{1,5})?)["']?\s*$/.exec(attribute(tag, 'action'))?.[1] ?? ''
    return `${nameOf(attribute(tag, 'name'))} → ${nameOf(action)}: ${fieldsIn(form).join(' ')}`
  })
}

/** 'EFXP_CMNA_RECEP(text,20)': a field of that type and greatest length; a select tells how many options. */
function fieldsIn(form: string): string[] {
  const found = new Map<string, string>()
  for (const match of form.matchAll(/<(input|select|textarea)\b([^>]{0,3000})/gi)) {
    const [, kind = '', tag = ''] = match
    const name = nameOf(attribute(tag, 'name'))
    const type = kind.toLowerCase() === 'input' ? attribute(tag, 'type') || 'text' : kind
    const length = attribute(tag, 'maxlength').replace(/\D/g, '').slice(0, 4)
    const options = kind.toLowerCase() === 'select' ? optionsFrom(form, match.index) : length
    found.set(name, `${name}(${nameOf(type.toLowerCase())}${options === '' ? '' : `,${options}`})`)
    if (found.size >= MOST_NAMES) break
  }
  return [...found.values()]
}

function optionsFrom(form: string, start: number): string {
  const select = form.slice(start, start + 100_000).split(/<\/select/i)[0] ?? ''
  return String([...select.matchAll(/<option\b/gi)].length)
}

export function attribute(tag: string, name: string): string {
  const found = new RegExp(
    `\\b${name}\\s{0,3}=\\s{0,3}(?:"([^"]{0,500})"|'([^']{0,500})'|([^\\s>]{1,200}))`,
    'i',
  )
  const match = found.exec(tag)
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? ''
}

/** Variables that hold literals, and the names of the values that scripts carry, numbered ones once. */
function scriptsIn(html: string): string[] {
  const variables = [...html.matchAll(/\b(?:var|let)\s{1,5}(\w{1,40})\s{0,5}=\s{0,5}([[{])/g)].map(
    ([, name = '', opening = '']) => `${nameOf(name)}${opening}`,
  )
  const carried = [
    ...html.matchAll(/\b(xml_values|arr_informe_mensual)\s{0,3}\[\s{0,3}["'](\w{1,80})["']/g),
  ].map(([, map = '', key = '']) => `${map}.${nameOf(key.replace(/_\d{1,4}$/, '_n'))}`)
  return [...new Set([...variables, ...carried])].slice(0, MOST_NAMES)
}

/** '{data:[12×{detNroDoc:number}]}'; empty for what is no JSON object or list. */
export function jsonShape(text: string): string {
  if (!/^\s{0,20}[[{]/.test(text)) return ''
  try {
    return shapeOf(JSON.parse(text), 0).slice(0, 4000)
  } catch {
    return ''
  }
}

function shapeOf(value: unknown, depth: number): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  if (depth >= MOST_DEPTH) return '…'
  if (Array.isArray(value)) {
    const first: unknown = value[0]
    return `[${value.length}×${value.length === 0 ? '' : shapeOf(first, depth + 1)}]`
  }
  const entries = Object.entries(value).slice(0, MOST_NAMES)
  return `{${entries.map(([key, each]) => `${nameOf(key)}:${shapeOf(each, depth + 1)}`).join(' ')}}`
}
