import type { core } from 'zod'
import { InvalidInput, type FieldProblems, type Problem } from './errors.ts'

type Issue = core.$ZodIssue

/**
 * What the contract refused, in Django REST framework's shape: lists of problems per field, nested
 * objects nested, `{}` for the good items of a list. The input tells a missing field from a null one.
 */
export function invalidInput(issues: readonly Issue[], input: unknown): InvalidInput {
  const root = branch()
  for (const issue of issues.slice(0, MAX_ISSUES)) {
    const node = issue.path.reduce<Node>((parent, key) => child(parent, key), root)
    node.problems.push(problemOf(issue, at(input, issue.path)))
  }
  const fields = childrenOf(root, input)
  return new InvalidInput(Array.isArray(fields) ? {} : fields, root.problems)
}

const MAX_ISSUES = 200

type Node = { problems: Problem[]; children: Map<string | number, Node> }

function branch(): Node {
  return { problems: [], children: new Map() }
}

function child(parent: Node, key: PropertyKey): Node {
  const name = typeof key === 'number' ? key : String(key)
  const known = parent.children.get(name)
  if (known) return known
  const made = branch()
  parent.children.set(name, made)
  return made
}

function childrenOf(node: Node, input: unknown): FieldProblems | FieldProblems[] {
  if (Array.isArray(input)) {
    return input.slice(0, MAX_ISSUES).map((item: unknown, index) => {
      const found = node.children.get(index)
      return found ? itemProblems(found, item) : {}
    })
  }
  const fields: FieldProblems = {}
  for (const [name, found] of node.children) {
    const value = at(input, [name])
    fields[name] = found.problems.length > 0 ? found.problems : childrenOf(found, value)
  }
  return fields
}

function itemProblems(node: Node, item: unknown): FieldProblems {
  if (node.problems.length > 0) return { non_field_errors: node.problems }
  const nested = childrenOf(node, item)
  return Array.isArray(nested) ? {} : nested
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined
    return Object.getOwnPropertyDescriptor(value, key)?.value
  }, input)
}

/** The problem of one value, by what it is rather than by how the contract happens to check it. */
function problemOf(issue: Issue, value: unknown): Problem {
  if (value === undefined) return 'required'
  if (value === null) return issue.path.length > 0 ? 'null' : received('notObject', value)
  const name = issue.path.findLast((key) => typeof key === 'string') ?? ''
  if (typeof value === 'string' && value.trim() === '' && refusesBlank(issue)) return 'blank'
  if (typeof value === 'string' && /email$/.test(name) && !isLength(issue)) return 'invalidEmail'
  if (typeof value === 'string' && /rut$/.test(name) && !isLength(issue)) return 'invalidRut'
  return byCode(issue, value)
}

function refusesBlank(issue: Issue): boolean {
  return issue.code !== 'invalid_value' && issue.code !== 'too_big'
}

function isLength(issue: Issue): boolean {
  return issue.code === 'too_big' || issue.code === 'too_small'
}

function byCode(issue: Issue, value: unknown): Problem {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, value)
    case 'invalid_value':
      return { code: 'notChoice', values: { input: shortText(value) } }
    case 'invalid_format':
      return wrongFormat(issue.format, issue.pattern)
    case 'too_big':
      return limit(issue.origin, Number(issue.maximum), {
        text: 'tooLong',
        list: 'tooMany',
        number: 'tooLarge',
      })
    case 'too_small':
      return limit(issue.origin, Number(issue.minimum), {
        text: 'tooShort',
        list: 'tooFew',
        number: 'tooSmall',
      })
    case 'invalid_union':
      return unionProblem(issue.errors, value)
    default:
      return 'invalid'
  }
}

function wrongFormat(format: string, pattern: string | undefined): Problem {
  // The second pattern is that of a day's first century.
  if (format === 'date' || pattern === '/^20/') return 'notDate'
  // The contract's decimals travel as text checked by a pattern of digits.
  return pattern?.startsWith('/^\\d') ? 'notNumber' : 'invalid'
}

function wrongType(expected: string, value: unknown): Problem {
  switch (expected) {
    case 'string':
      return 'notText'
    case 'boolean':
      return 'notBoolean'
    case 'int':
      return 'notInteger'
    case 'number':
      return 'notNumber'
    case 'array':
      return received('notList', value)
    case 'object':
      return received('notObject', value)
    default:
      return 'invalid'
  }
}

type Limits = {
  text: 'tooLong' | 'tooShort'
  list: 'tooMany' | 'tooFew'
  number: 'tooLarge' | 'tooSmall'
}

function limit(origin: string, bound: number, codes: Limits): Problem {
  const kind = origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number'
  return { code: codes[kind], values: { limit: bound } }
}

/** The branch the value came nearest to: a number in either spelling, then a known list of values. */
function unionProblem(branches: readonly (readonly Issue[])[], value: unknown): Problem {
  const first = branches.flatMap((issues) => issues.slice(0, 1))
  const tooMuch = first.find((issue) => isLength(issue))
  if (tooMuch) return byCode(tooMuch, value)
  if (first.some((issue) => issue.code === 'invalid_type' && issue.expected === 'number')) {
    return 'notNumber'
  }
  if (first.some((issue) => issue.code === 'invalid_type' && issue.expected === 'int')) {
    return 'notInteger'
  }
  const choice = first.find((issue) => issue.code === 'invalid_value')
  return choice ? byCode(choice, value) : 'invalid'
}

function received(code: 'notObject' | 'notList', value: unknown): Problem {
  return { code, values: { received: pythonName(value) } }
}

// Existing clients see Python's names of types; nobody but a developer ever reads them.
function pythonName(value: unknown): string {
  if (value === null) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'str'
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float'
    case 'boolean':
      return 'bool'
    default:
      return 'dict'
  }
}

function shortText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)
}
