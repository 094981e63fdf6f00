import type { XmlElement } from './xml.ts'

/** What a text must be. */
export type TextRule = (text: string) => boolean

export interface Grammar {
  /**
   * Children in their fixed order: 'Name' once, 'Name?' at most once, 'Name*20' up to twenty, 'Name+60' one to
   * sixty.
   */
  sequences: Readonly<Record<string, string>>
  texts: Readonly<Record<string, TextRule>>
  /** Attributes that must be there; nothing else may, but namespace declarations where `declares` says so. */
  attributes: Readonly<Record<string, Readonly<Record<string, TextRule>>>>
  declares: ReadonlySet<string>
}

/** The first few say enough. */
const MAX_FAULTS = 5

interface Item {
  name: string
  min: number
  max: number
}

/**
 * Where an element departs from the grammar, as 'Path: what'; empty when it doesn't. At most five. Elements
 * called `unopened` are taken as they are.
 */
export function schemaFaults(element: XmlElement, grammar: Grammar, unopened = ''): string[] {
  const faults: string[] = []
  visit(element, element.name, { ...grammar, unopened }, faults)
  return faults.slice(0, MAX_FAULTS)
}

function visit(
  element: XmlElement,
  path: string,
  grammar: Grammar & { unopened: string },
  faults: string[],
): void {
  if (faults.length >= MAX_FAULTS || element.name === grammar.unopened) return
  checkAttributes(element, path, grammar, faults)
  const sequence = grammar.sequences[element.name]
  if (sequence === undefined) {
    checkText(element, path, grammar.texts[element.name], faults)
    return
  }
  if (/[^ \t\r\n]/.test(element.text)) faults.push(`${path}: text between its elements`)
  checkOrder(element, path, itemsOf(sequence), faults)
  for (const child of element.children) visit(child, `${path}/${child.name}`, grammar, faults)
}

function checkOrder(element: XmlElement, path: string, items: Item[], faults: string[]): void {
  let at = 0
  for (const { name, min, max } of items) {
    const first = at
    while (element.children[at]?.name === name) at += 1
    const count = at - first
    if (count < min) faults.push(`${path}: ${name} missing`)
    if (count > max) faults.push(`${path}: ${count} of ${name}, at most ${max}`)
  }
  const stray = element.children[at]
  if (stray) faults.push(`${path}: ${stray.name} is out of place`)
}

function checkText(
  element: XmlElement,
  path: string,
  rule: TextRule | undefined,
  faults: string[],
): void {
  if (!rule) faults.push(`${path}: unknown element`)
  else if (element.children.length > 0) faults.push(`${path}: elements inside a text`)
  else if (!rule(element.text)) {
    faults.push(`${path}: ${JSON.stringify(element.text.slice(0, 40))} is not allowed`)
  }
}

function checkAttributes(
  element: XmlElement,
  path: string,
  grammar: Grammar,
  faults: string[],
): void {
  const rules = grammar.attributes[element.name] ?? {}
  for (const [name, rule] of Object.entries(rules)) {
    const value = element.attributes.get(name)
    if (value === undefined || !rule(value)) faults.push(`${path}: attribute ${name}`)
  }
  for (const name of element.attributes.keys()) {
    const declaration = name === 'xmlns' || name.startsWith('xmlns:')
    const allowed = declaration ? grammar.declares.has(element.name) : name in rules
    if (!allowed) faults.push(`${path}: attribute ${name} is out of place`)
  }
}

const parsed = new Map<string, Item[]>()

function itemsOf(sequence: string): Item[] {
  const known = parsed.get(sequence)
  if (known) return known
  const items = sequence.split(' ').map((word): Item => {
    const [, name = '', sign = '', count = ''] = /^(\w+)([?*+]?)(\d*)$/.exec(word) ?? []
    const max = count === '' ? 1 : Number(count)
    return { name, min: sign === '' || sign === '+' ? 1 : 0, max }
  })
  parsed.set(sequence, items)
  return items
}
