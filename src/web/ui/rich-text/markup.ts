import type { TemplateVariable } from '#domain/template.ts'
import { templateVariables } from '#domain/template.ts'

/** What a variable is in the editor: `<span data-variable="mes">`, with its name as people read it. */
export const VARIABLE_ATTRIBUTE = 'data-variable'

/** The four names and no other: whatever else a span claims to be is text. */
export function knownVariable(name: string | null): TemplateVariable | null {
  return templateVariables.find((known) => known === name?.normalize('NFC')) ?? null
}

/** Stored HTML, variables in double braces, as the editor takes it. Parsed, never searched as text. */
export function toEditor(html: string): string {
  const { body } = parse(html)
  for (const text of textsOf(body)) text.replaceWith(...piecesOf(text.data))
  return body.innerHTML
}

/** A subject: plain text on one line. */
export function subjectToEditor(subject: string): string {
  const paragraph = document.implementation.createHTMLDocument().createElement('p')
  paragraph.append(...piecesOf(subject))
  return paragraph.outerHTML
}

/** The editor's HTML as it is stored: each variable's span becomes its double braces. Empty: nothing written. */
export function fromEditor(html: string): string {
  const { body } = parse(html)
  for (const span of body.querySelectorAll(`span[${VARIABLE_ATTRIBUTE}]`)) {
    const name = knownVariable(span.getAttribute(VARIABLE_ATTRIBUTE))
    span.replaceWith(name === null ? span.textContent : `{{${name}}}`)
  }
  return body.textContent.trim() === '' ? '' : body.innerHTML
}

const BRACES = /\{\{([^{}]*)\}\}/

function piecesOf(text: string): (string | HTMLElement)[] {
  // Every second piece is a name: it stood between braces.
  return text.split(BRACES).map((piece, index) => {
    if (index % 2 === 0) return piece
    const name = knownVariable(piece)
    if (name === null) return `{{${piece}}}`
    const span = document.implementation.createHTMLDocument().createElement('span')
    span.setAttribute(VARIABLE_ATTRIBUTE, name)
    span.textContent = name
    return span
  })
}

function textsOf(root: HTMLElement): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode() !== null) {
    if (walker.currentNode instanceof Text) found.push(walker.currentNode)
  }
  return found
}

/** A document of its own, where nothing is run and nothing is fetched. */
function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}
