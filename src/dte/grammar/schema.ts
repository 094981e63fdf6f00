import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'
import { interned } from '../xml/names.ts'
import type { XmlElement } from '../xml/element.ts'

/** What a text must be. */
export type TextRule = (text: string) => boolean

export interface Grammar {
  /**
   * Children in their fixed order: 'Name' once, 'Name?' at most once, 'Name*20' up to twenty, 'Name+60' one to
   * sixty. 'Parent/Name' goes before 'Name' where a name means two things.
   */
  sequences: Readonly<Record<string, string>>
  texts: Readonly<Record<string, TextRule>>
  /**
   * Attributes that must be there, or may when their name ends in '?'; nothing else, but for namespace
   * declarations where `declares` has the namespace that the element must be in.
   */
  attributes: Readonly<Record<string, Readonly<Record<string, TextRule>>>>
  declares: Readonly<Record<string, string>>
}

/** The first few say enough. */
const MAX_FAULTS = 5

/** All a grammar says of one element, looked up once. */
interface Plan {
  items: readonly Item[] | null
  text: TextRule | undefined
  attributes: readonly { name: string; rule: TextRule; required: boolean }[]
  namespace: string | undefined
}

interface Item {
  name: string
  min: number
  max: number
  /** Of elements of this name here, once one has come. */
  plan: Plan | null
}

/**
 * Where an element departs from the grammar; empty when it doesn't. At most five. Elements called `unopened` are
 * taken as they are.
 */
export function schemaFaults(
  element: XmlElement,
  grammar: Grammar,
  unopened: readonly string[] = [],
): Fault[] {
  const visit: Visit = { plans: plansOf(grammar), trail: [], unopened, faults: [] }
  visitElement(element, planOf(visit.plans, '', element.name), visit)
  return visit.faults.slice(0, MAX_FAULTS)
}

interface Visit {
  plans: Plans
  trail: string[]
  unopened: readonly string[]
  faults: Fault[]
}

function visitElement(element: XmlElement, plan: Plan, visit: Visit): void {
  const { faults, trail } = visit
  if (faults.length >= MAX_FAULTS || visit.unopened.includes(element.name)) return
  trail.push(element.name)
  if (plan.attributes.length > 0 || element.attributes.size > 0) {
    checkAttributes(element, plan, visit)
  }
  if (plan.items === null) checkText(element, plan.text, visit)
  else {
    if (element.text !== '\n' && /[^ \t\r\n]/.test(element.text)) note(visit, 'textMisplaced')
    checkOrder(element, plan.items, visit)
    visitChildren(element, plan.items, visit)
  }
  trail.pop()
}

function checkOrder({ children }: XmlElement, items: readonly Item[], visit: Visit): void {
  let at = 0
  let child = children[at]
  for (const { name, min, max } of items) {
    const first = at
    while (child !== undefined && child.name === name) {
      at += 1
      child = children[at]
    }
    const count = at - first
    if (count < min) note(visit, 'elementMissing', { name })
    if (count > max) note(visit, 'elementTooOften', { name })
  }
  if (child) note(visit, 'elementOutOfPlace', { name: child.name })
}

/** Children in their order find their plan where the last one's was, or a little on. */
function visitChildren({ name, children }: XmlElement, items: readonly Item[], visit: Visit): void {
  let at = 0
  for (const child of children) {
    while (at < items.length && items[at]?.name !== child.name) at += 1
    const item = items[at]
    const plan = item
      ? (item.plan ??= planOf(visit.plans, name, child.name))
      : planOf(visit.plans, name, child.name)
    visitElement(child, plan, visit)
  }
}

function checkText(element: XmlElement, rule: TextRule | undefined, visit: Visit): void {
  if (!rule) note(visit, 'elementUnknown')
  else if (element.children.length > 0) note(visit, 'textMisplaced')
  else if (!rule(element.text)) note(visit, 'valueNotAllowed', { seen: element.text.slice(0, 40) })
}

function checkAttributes({ attributes }: XmlElement, plan: Plan, visit: Visit): void {
  for (const { name, rule, required } of plan.attributes) {
    const value = attributes.get(name)
    const wrong = value === undefined ? required : !rule(value)
    if (wrong) note(visit, 'attributeWrong', { name })
  }
  for (const [name, value] of attributes) {
    const allowed =
      name === 'xmlns'
        ? plan.namespace === value
        : name.startsWith('xmlns:')
          ? plan.namespace !== undefined
          : plan.attributes.some((attribute) => attribute.name === name)
    if (!allowed) note(visit, 'attributeOutOfPlace', { name })
  }
}

function note(visit: Visit, code: Fault['code'], values: Fault['values'] = {}): void {
  visit.faults.push(fault(code, { path: visit.trail.join('/'), ...values }))
}

interface Plans {
  grammar: Grammar
  known: Map<string, Plan>
  /** Names that mean two things, of which few are. */
  twofold: ReadonlySet<string>
}

const everyPlans = new WeakMap<Grammar, Plans>()

function plansOf(grammar: Grammar): Plans {
  const made = everyPlans.get(grammar)
  if (made) return made
  const twofold = Object.keys(grammar.sequences).flatMap((key) => key.split('/').slice(1))
  const plans: Plans = { grammar, known: new Map(), twofold: new Set(twofold) }
  everyPlans.set(grammar, plans)
  return plans
}

/** Names come from hostile files: those no grammar knows aren't kept. */
const UNKNOWN: Plan = { items: null, text: undefined, attributes: [], namespace: undefined }

function planOf(plans: Plans, parent: string, name: string): Plan {
  const key = plans.twofold.has(name) ? `${parent}/${name}` : name
  const made = plans.known.get(key)
  if (made) return made
  const { grammar } = plans
  const sequence = own(grammar.sequences, key) ?? own(grammar.sequences, name)
  const text = own(grammar.texts, name)
  if (sequence === undefined && text === undefined) return UNKNOWN
  const plan: Plan = {
    items: sequence === undefined ? null : itemsOf(sequence),
    text,
    attributes: Object.entries(own(grammar.attributes, name) ?? {}).map(([written, rule]) => ({
      name: written.replace(/\?$/, ''),
      rule,
      required: !written.endsWith('?'),
    })),
    namespace: own(grammar.declares, name),
  }
  // A parent that nobody named there would let a file fill the memory with keys.
  if (key === name || own(grammar.sequences, key) !== undefined) plans.known.set(key, plan)
  return plan
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function itemsOf(sequence: string): Item[] {
  return sequence.split(' ').map((word) => {
    const [, name = word, sign = '', count = ''] = /^(\w+)([?*+])(\d*)$/.exec(word) ?? []
    const max = count === '' ? 1 : Number(count)
    return { name: interned(name), min: sign === '' || sign === '+' ? 1 : 0, max, plan: null }
  })
}
