import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'

export interface Questions {
  ask(question: string): Promise<string | null>
  /** What is typed is shown nowhere. */
  askHidden(question: string): Promise<string | null>
  close(): void
}

/** Asks a person at a terminal, or reads one answer a line from a pipe. Null when nothing more will come. */
export function openQuestions(
  input: Readable,
  output: NodeJS.WritableStream,
  isTerminal: boolean,
): Questions {
  let isHidden = false
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  // Without history: the arrow keys must not bring a clave back.
  const lines = createInterface({ input, output: screen, terminal: isTerminal, historySize: 0 })
  const coming = lines[Symbol.asyncIterator]()
  lines.once('SIGINT', () => lines.close())

  async function next(question: string): Promise<string | null> {
    output.write(question)
    const { done, value } = await coming.next()
    return done === true ? null : value
  }
  return {
    ask: next,
    async askHidden(question) {
      isHidden = true
      try {
        return await next(question)
      } finally {
        isHidden = false
        if (isTerminal) output.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
