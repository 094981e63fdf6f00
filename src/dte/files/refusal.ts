import { XmlMistake } from '../xml/markup.ts'

export type DteRefusal =
  | 'empty'
  | 'tooLarge'
  | 'notXml'
  | 'encoding'
  | 'doctype'
  | 'forbiddenMarkup'
  | 'unknownRoot'
  | 'strayDocument'
  | 'tooManyDocuments'

export interface Refusal {
  kind: 'refused'
  reason: DteRefusal
  detail: string
}

/** Thrown where a file stops being worth reading; `refusalOf` makes a value of it at the edge. */
export class Refused extends Error {
  readonly reason: DteRefusal

  constructor(reason: DteRefusal, detail = '') {
    super(detail)
    this.reason = reason
  }
}

/** Throws on what isn't a refusal: a mistake of ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof XmlMistake) {
    return { kind: 'refused', reason: 'notXml', detail: error.message }
  }
  if (!(error instanceof Refused)) throw error
  return { kind: 'refused', reason: error.reason, detail: error.message }
}
