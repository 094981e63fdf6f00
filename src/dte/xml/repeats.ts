import { detached } from './recall.ts'
import type { XmlElement } from './element.ts'

/** An element that stood in the document before, to the letter, and stands here again. */
export interface Repeat {
  element: XmlElement
  /** With all inside it. */
  count: number
}

const LONGEST = 20_000
/** What is kept keeps the text alive that it was read from. */
const LONGEST_SOURCE = 100_000
/** With as many around it, far from the deepest that is read at all. */
const DEEPEST = 10

const kept = new Map<string, Repeat & { text: string }>()

/** Half of a document's letters: who issued and signed it, and by which folios. */
export function mayRepeat(name: string): boolean {
  return name === 'Emisor' || name === 'CAF' || name === 'KeyInfo'
}

/** Answers the element that begins here, at its place, when it is the last of its name again; null for any other. */
export function repeatAt(source: string, at: number, name: string, depth: number): Repeat | null {
  const last = kept.get(name)
  if (last === undefined || depth > DEEPEST) return null
  if (source.slice(at, at + last.text.length) !== last.text) return null
  return { element: moved(last.element, at - last.element.start), count: last.count }
}

/** Keeps an element that was read to this end. Not with prefixes, whose meaning depends on what is around. */
export function keepRepeat(element: XmlElement, source: string, end: number): void {
  const { name, start } = element
  if (source.length > LONGEST_SOURCE || end - start > LONGEST) return
  const text = source.slice(start, end)
  if (text.includes(':') || depthOf(element) > DEEPEST) return
  kept.set(name, { text: detached(text), element, count: countOf(element) })
}

function moved(element: XmlElement, by: number): XmlElement {
  const { name, attributes, children, text, start, inside, end, isCanonical } = element
  return {
    name,
    attributes,
    children: children.length === 0 ? children : children.map((child) => moved(child, by)),
    text,
    start: start + by,
    inside: inside + by,
    end: end + by,
    isCanonical,
  }
}

function countOf({ children }: XmlElement): number {
  return children.reduce((sum, child) => sum + countOf(child), 1)
}

function depthOf({ children }: XmlElement): number {
  return children.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0) + 1
}
