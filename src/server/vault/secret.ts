import { inspect } from 'node:util'

/** A value that can be used but never shows itself in a log, a dump, an error or JSON. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself: only where it is used, never kept. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}

const MASK = '[secreto]'
