import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What is wrong with a request by the provider's own description, a sentence each. */
export type Faults = string[]

const FOLDER = join(import.meta.dirname, 'descriptions')

const discovery = z.object({ schemas: z.record(z.string(), z.unknown()) })
const discoverySchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})
const gmail = discovery.parse(JSON.parse(readFileSync(join(FOLDER, 'gmail-v1.json'), 'utf8')))

/** Against Gmail's API discovery document: unknown fields and wrong types are told. */
export function gmailFaults(schemaName: string, value: unknown): Faults {
  return discoveryFaults({ $ref: schemaName }, value, schemaName)
}

function discoveryFaults(schema: unknown, value: unknown, at: string): Faults {
  const { $ref, type, format, properties, items } = discoverySchema.parse(schema)
  if ($ref !== undefined) return discoveryFaults(gmail.schemas[$ref], value, at)
  if (type === 'array') {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((item, index) => discoveryFaults(items, item, `${at}[${index}]`))
  }
  if (type === 'object') {
    if (!isRecord(value)) return [`${at} is no object`]
    return Object.entries(value).flatMap(([name, member]) => {
      const of = properties?.[name]
      return of === undefined
        ? [`Unknown name "${name}" at '${at}': Cannot find field.`]
        : discoveryFaults(of, member, `${at}.${name}`)
    })
  }
  if (type === 'integer') return Number.isInteger(value) ? [] : [`${at} is no integer`]
  if (typeof value !== 'string') return [`${at} is no text`]
  if (format === 'byte' && !/^[\w-]*={0,2}$/.test(value)) return [`${at} is no base64url`]
  return []
}

const csdl = readFileSync(join(FOLDER, 'graph-v1-mail.csdl.xml'), 'utf8')

/** The properties of a type of Graph's metadata, its base types' included, by lower-cased name. */
function graphProperties(name: string): Map<string, string> | null {
  const found = new RegExp(
    `<(?:ComplexType|EntityType) Name="${name}"( BaseType="graph\\.(\\w+)")?[^>]*>([^]*?)</(?:ComplexType|EntityType)>`,
  ).exec(csdl)
  if (found === null) return null
  const [, , base, body = ''] = found
  const own = [...body.matchAll(/<(?:Navigation)?Property Name="(\w+)" Type="([^"]+)"/g)]
  const inherited = base === undefined ? [] : [...(graphProperties(base) ?? [])]
  return new Map([
    ...inherited,
    ...own.map(([, property = '', type = '']) => [property.toLowerCase(), type] as const),
  ])
}

/** Against Graph's CSDL; names and members of an enumeration are taken in any case, as Graph does. */
export function graphFaults(type: string, value: unknown, at = type): Faults {
  const list = /^Collection\((.+)\)$/.exec(type)?.[1]
  if (list !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((item, index) => graphFaults(list, item, `${at}[${index}]`))
  }
  if (type.startsWith('Edm.')) return edmFault(type, value) ? [`${at} is no ${type}`] : []
  const name = type.replace('graph.', '')
  const members = new RegExp(`<EnumType Name="${name}">([^]*?)</EnumType>`).exec(csdl)?.[1]
  if (members !== undefined) {
    const known = [...members.matchAll(/Name="(\w+)"/g)].map(([, member = '']) => member)
    return known.includes(String(value).toLowerCase()) ? [] : [`${at} is no ${name}`]
  }
  return graphObjectFaults(name, value, at)
}

function graphObjectFaults(name: string, value: unknown, at: string): Faults {
  if (!isRecord(value)) return [`${at} is no object`]
  const annotated = value['@odata.type']
  const real = typeof annotated === 'string' ? annotated.replace('#microsoft.graph.', '') : name
  const properties = graphProperties(real)
  if (properties === null) return [`${at}: no type ${real}`]
  return Object.entries(value).flatMap(([member, inner]) => {
    if (member.startsWith('@odata.')) return []
    const type = properties.get(member.toLowerCase())
    return type === undefined
      ? [`The property '${member}' does not exist on type 'microsoft.graph.${real}'.`]
      : graphFaults(type, inner, `${at}.${member}`)
  })
}

/** An action's parameters, by the CSDL; one that may not be null must be there. */
export function graphActionFaults(action: string, body: unknown): Faults {
  const found = new RegExp(`<Action Name="${action}"[^>]*>([^]*?)</Action>`).exec(csdl)?.[1] ?? ''
  const parameters = [
    ...found.matchAll(/<Parameter Name="(\w+)" Type="([^"]+)"( Nullable="false")?/g),
  ]
    .filter(([, name]) => name !== 'bindingParameter')
    .map(([, name = '', type = '', required]) => ({ name, type, required: required !== undefined }))
  if (!isRecord(body)) return ['no object']
  const given = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
  const missing = parameters
    .filter(({ name, required }) => required && !given.has(name.toLowerCase()))
    .map(({ name }) => `The parameter '${name}' is missing`)
  const wrong = [...given].flatMap(([name, value]) => {
    const parameter = parameters.find((one) => one.name.toLowerCase() === name)
    return parameter === undefined
      ? [`The parameter '${name}' in the request payload is not a valid parameter`]
      : graphFaults(parameter.type, value, parameter.name)
  })
  return [...missing, ...wrong]
}

function edmFault(type: string, value: unknown): boolean {
  switch (type) {
    case 'Edm.Boolean':
      return typeof value !== 'boolean'
    case 'Edm.Int32':
    case 'Edm.Int64':
      return !Number.isInteger(value)
    case 'Edm.Binary':
      return typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)
    default:
      return typeof value !== 'string'
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
