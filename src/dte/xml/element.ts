/** An element with the place of its exact source text, so that what is read and what is digested are the same. */
export interface XmlElement {
  /** As written, with prefix. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Its own text, references resolved, without some of the blanks between children. */
  text: string
  /** `source.slice(start, end)` runs from its `<` to the `>` of its end tag; what is inside begins at `inside`. */
  start: number
  inside: number
  end: number
  /** From `inside` to `end` it is written as in its canonical form, whatever is declared around it. */
  isCanonical: boolean
}
