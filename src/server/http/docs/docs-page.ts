import { apiTexts, type ApiTexts } from '#texts/api.ts'
import type { Language } from '#texts/language.ts'
import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi-types.ts'

/** The API's description as one page for people: no script, nothing from elsewhere. */
export function docsPage(api: OpenApi, language: Language): string {
  const texts = apiTexts(language)
  const operations = operationsOf(api)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(api.info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escape(api.info.title)}</h1>
<p>${escape(api.info.description)}</p>
<p>${escape(texts.page.lead)} ${escape(texts.page.machine)}: <a href="openapi.json">openapi.json</a></p>
</header>
<nav>${api.tags.map((tag) => `<a href="#${tag.name}">${escape(tag.description)}</a>`).join('')}</nav>
<main>
${api.tags.map((tag) => section(tag, operations, api, texts)).join('\n')}
<section><h2>${escape(texts.page.schemas)}</h2>
${Object.entries(api.components.schemas)
  .map(([name, schema]) => schemaArticle(name, schema, texts))
  .join('\n')}
</section>
</main>
</body>
</html>
`
}

type Found = { method: string; path: string; operation: Operation }

function operationsOf({ paths }: OpenApi): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

function section(
  tag: { name: string; description: string },
  operations: Found[],
  api: OpenApi,
  texts: ApiTexts,
): string {
  const mine = operations.filter(({ operation }) => operation.tags.includes(tag.name))
  return `<section id="${tag.name}"><h2>${escape(tag.description)}</h2>
${mine.map((found) => article(found, api, texts)).join('\n')}</section>`
}

function article({ method, path, operation }: Found, api: OpenApi, texts: ApiTexts): string {
  const { page } = texts
  const body = operation.requestBody?.content['application/json']?.schema
  const parts = [
    operation.parameters && part(page.parameters, parameterList(operation.parameters, texts)),
    body && part(page.sends, shape(body, texts)),
    part(page.answers, answerList(operation, api, texts)),
  ]
  const access = operation.security.length > 0 ? page.session : page.open
  return `<article id="${operation.operationId}">
<h3><code class="${method}">${method.toUpperCase()}</code> <code>/api${escape(path)}</code> <small>${escape(access)}</small></h3>
<p>${escape(operation.summary)}</p>
${parts.filter((one) => one !== undefined).join('')}</article>`
}

function part(title: string, content: string): string {
  return `<details><summary>${escape(title)}</summary>${content}</details>\n`
}

function parameterList(parameters: Parameter[], texts: ApiTexts): string {
  const items = parameters.map((one) => {
    const need = one.required ? texts.page.required : texts.page.optional
    const about = one.description ? `<br>${escape(one.description)}` : ''
    return `<li><b>${escape(one.name)}</b> <small>${one.in}, ${escape(need)}</small> ${shape(one.schema, texts)}${about}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function answerList({ responses }: Operation, api: OpenApi, texts: ApiTexts): string {
  const items = Object.entries(responses).map(([status, response]) => {
    if ('$ref' in response) return refusal(status, response.$ref, api)
    const schema = Object.values(response.content ?? {})[0]?.schema
    return `<li><b>${status}</b> ${escape(response.description)} ${schema ? shape(schema, texts) : ''}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function refusal(status: string, pointer: string, { components }: OpenApi): string {
  const found = components.responses[pointer.split('/').at(-1) ?? '']
  const description = found && 'description' in found ? found.description : ''
  return `<li><b>${status}</b> ${escape(description)}</li>`
}

function schemaArticle(name: string, schema: JsonSchema, texts: ApiTexts): string {
  return `<article id="schema-${name}"><h3><code>${escape(name)}</code></h3>${shape(schema, texts)}</article>`
}

/** A schema in a few words; what has a name of its own is only pointed at. */
function shape(schema: JsonSchema, texts: ApiTexts): string {
  const { page } = texts
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${name}">${escape(name)}</a>`
  }
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => literal(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices, texts)
  if (schema.type === 'array') {
    const item = isSchema(schema.items) ? shape(schema.items, texts) : page.anything
    return `${escape(page.list)} ${item} ${bounds(schema)}`
  }
  if (schema.properties !== undefined) return properties(schema, texts)
  return `<i>${escape(String(schema.format ?? schema.type ?? page.anything))}</i> ${bounds(schema)}`
}

function union(choices: JsonSchema[], texts: ApiTexts): string {
  const isNull = (one: JsonSchema): boolean => one.type === 'null'
  const rest = choices.filter((one) => !isNull(one)).map((one) => shape(one, texts))
  const orNull = choices.some(isNull) ? ` ${escape(texts.page.orNull)}` : ''
  return `${rest.join(' | ')}${orNull}`
}

function properties(schema: JsonSchema, texts: ApiTexts): string {
  const items = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const need = schema.required?.includes(name)
      ? ''
      : ` <small>${escape(texts.page.optional)}</small>`
    return `<li><b>${escape(name)}</b>${need} ${isSchema(value) ? shape(value, texts) : ''}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function bounds(schema: JsonSchema): string {
  const least = schema.minLength ?? schema.minimum ?? schema.minItems ?? above(schema)
  const most = schema.maxLength ?? schema.maximum ?? schema.maxItems
  if (least === undefined && most === undefined) return ''
  return `<small>${escape(`${least ?? ''}…${most ?? ''}`)}</small>`
}

function above({ exclusiveMinimum }: JsonSchema): number | undefined {
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function literal(value: unknown): string {
  return `<code>${escape(JSON.stringify(value) ?? '')}</code>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #16211f; max-width: 60rem; margin: 0 auto; padding: 1.5rem }
nav { display: flex; flex-wrap: wrap; gap: 1rem; position: sticky; top: 0; background: #fff; padding: .75rem 0 }
a { color: #105e58 } h2 { margin-top: 2.5rem } h3 { margin: 0; font-size: 1rem; font-weight: 500 }
article { border: 1px solid #dfe7e5; border-radius: .6rem; padding: .9rem 1.1rem; margin: .75rem 0 }
article p { margin: .35rem 0 } summary { cursor: pointer } ul { margin: .25rem 0; padding-left: 1.25rem }
small { color: #5b6967 } code { font-size: .92em; overflow-wrap: anywhere }
h3 code:first-child { display: inline-block; min-width: 3.6rem; font-weight: 700; color: #105e58 }
h3 code.delete { color: #a02c2c }
@media (prefers-color-scheme: dark) {
  body, nav { background: #121816; color: #e4ece9 } article { border-color: #33403c } a, h3 code:first-child { color: #6fc4b8 }
  small { color: #9db0ab } h3 code.delete { color: #f09a9a }
}
`
