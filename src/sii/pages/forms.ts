import type { Fields } from './charset.ts'
import type { Attributes } from './html.ts'
import { inlineText, tokens } from './html.ts'

export interface Form {
  name: string
  action: string
  /** What a browser would post: no buttons, no unticked boxes; a select's chosen option, else its first. */
  fields: Fields
  controls: readonly Control[]
}

export type Control =
  | { kind: 'input'; name: string; type: string; value: string; maxLength: number | null }
  | { kind: 'select'; name: string; options: readonly Option[] }
  /** `value` untouched: references in it belong to the XML it may hold (portal 3.8). */
  | { kind: 'textarea'; name: string; value: string; maxLength: number | null }

export interface Option {
  value: string
  label: string
  isSelected: boolean
}

/** The form of that name or id, or null. It ends at its closing tag, at the next form or with the page. */
export function findForm(html: string, name: string): Form | null {
  return formsOf(html).find((form) => form.name === name) ?? null
}

export function formsOf(html: string): Form[] {
  const found: OpenForm[] = []
  let open: OpenForm | null = null
  for (const part of controlsOf(html)) {
    if (part.kind === 'formStart') {
      open = { name: part.name, action: part.action, controls: [], posted: [] }
      found.push(open)
    } else if (part.kind === 'formEnd') open = null
    else if (open !== null) {
      open.controls.push(part.control)
      if (part.value !== null && part.control.name !== '') {
        open.posted.push([part.control.name, part.value])
      }
    }
  }
  return found.map(({ name, action, controls, posted }) => {
    return { name, action, controls, fields: posted }
  })
}

/** The options of every select of that name, wherever it stands in the page. */
export function optionsOf(html: string, name: string): Option[] | null {
  for (const part of controlsOf(html)) {
    if (part.kind !== 'control' || part.control.kind !== 'select') continue
    if (part.control.name === name) return [...part.control.options]
  }
  return null
}

/** First value posted under that name, or null. */
export function fieldValue(fields: Fields, name: string): string | null {
  return fields.find(([each]) => each === name)?.[1] ?? null
}

/** Puts our values over the page's own, in its order; fields it doesn't have go at the end. */
export function withValues(fields: Fields, values: Fields): Fields {
  const ours = new Map(values)
  const kept = fields.map(([name, value]): [string, string] => [name, ours.get(name) ?? value])
  const names = new Set(fields.map(([name]) => name))
  return [...kept, ...values.filter(([name]) => !names.has(name))]
}

interface OpenForm {
  name: string
  action: string
  controls: Control[]
  posted: [string, string][]
}

type Part =
  | { kind: 'formStart'; name: string; action: string }
  | { kind: 'formEnd' }
  | { kind: 'control'; control: Control; value: string | null }

/** Options stay unclosed: an option's label runs to the next option or to the end of its select. */
function* controlsOf(html: string): Generator<Part> {
  let select: OpenSelect | null = null
  let textarea: Attributes | null = null
  for (const token of tokens(html)) {
    if (token.kind === 'text') {
      if (select !== null) select.label += token.text
      continue
    }
    if (token.kind === 'raw') {
      if (token.name === 'textarea' && textarea !== null) yield readTextarea(textarea, token.text)
      textarea = null
      continue
    }
    const endsSelect =
      token.name === 'select' ||
      token.name === 'form' ||
      token.name === 'input' ||
      textarea !== null
    if (select !== null && endsSelect) {
      yield closeSelect(select)
      select = null
    }
    if (token.kind === 'close') {
      if (token.name === 'form') yield { kind: 'formEnd' }
      continue
    }
    const { attributes } = token
    if (token.name === 'form') yield readFormStart(attributes)
    else if (token.name === 'input') yield readInput(attributes)
    else if (token.name === 'textarea') textarea = attributes
    else if (token.name === 'select') select = { attributes, options: [], label: '', option: null }
    else if (token.name === 'option' && select !== null) startOption(select, attributes)
  }
  if (select !== null) yield closeSelect(select)
}

interface OpenSelect {
  attributes: Attributes
  options: Option[]
  option: Attributes | null
  label: string
}

function readFormStart(attributes: Attributes): Part {
  const name = attributes.get('name') ?? attributes.get('id') ?? ''
  return { kind: 'formStart', name, action: attributes.get('action') ?? '' }
}

const NEVER_POSTED = new Set(['button', 'submit', 'reset', 'image', 'file'])

function readInput(attributes: Attributes): Part {
  const type = attributes.get('type')?.trim().toLowerCase() ?? 'text'
  const isBox = type === 'checkbox' || type === 'radio'
  const value = attributes.get('value') ?? (isBox ? 'on' : '')
  const isPosted =
    !NEVER_POSTED.has(type) && !attributes.has('disabled') && (!isBox || attributes.has('checked'))
  const name = attributes.get('name') ?? ''
  const maxLength = readMaxLength(attributes)
  const control: Control = { kind: 'input', name, type, value, maxLength }
  return { kind: 'control', control, value: isPosted ? value : null }
}

function readTextarea(attributes: Attributes, raw: string): Part {
  // As in browsers, a line break right after the tag isn't part of the value: XML may not start with one.
  const value = raw.replace(/^\r?\n/, '')
  const name = attributes.get('name') ?? ''
  const control: Control = { kind: 'textarea', name, value, maxLength: readMaxLength(attributes) }
  return { kind: 'control', control, value: attributes.has('disabled') ? null : value }
}

function startOption(select: OpenSelect, attributes: Attributes): void {
  closeOption(select)
  select.option = attributes
}

function closeOption(select: OpenSelect): void {
  const label = inlineText(select.label)
  select.label = ''
  if (select.option === null) return
  const value = select.option.get('value') ?? label
  select.options.push({ value, label, isSelected: select.option.has('selected') })
  select.option = null
}

function closeSelect(select: OpenSelect): Part {
  closeOption(select)
  const { attributes, options } = select
  const chosen = options.find((option) => option.isSelected) ?? options[0]
  const control: Control = { kind: 'select', name: attributes.get('name') ?? '', options }
  return {
    kind: 'control',
    control,
    value: attributes.has('disabled') ? null : (chosen?.value ?? null),
  }
}

function readMaxLength(attributes: Attributes): number | null {
  const text = attributes.get('maxlength')?.trim() ?? ''
  return /^\d{1,5}$/.test(text) ? Number(text) : null
}
