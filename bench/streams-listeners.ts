import { get, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'

/** An open stream of events and which document each event named, and when it came. */
export interface Listener {
  house: number
  heard: { document: number; atMs: number }[]
  close(): void
}

export interface Asked {
  house: number
  url: string
  token: string
}

const hint = z.object({ document: z.int() })

/** Opens a stream, and answers once its server has begun it. An end of it, or a hint of no document, is an error later. */
export function listenTo(
  { house, url, token }: Asked,
  onFault: (error: Error) => void,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } })
    request.once('error', reject)
    request.once('response', (response: IncomingMessage) => {
      if (response.statusCode !== 200) return reject(new Error(`Stream: ${response.statusCode}`))
      const heard: Listener['heard'] = []
      let isClosing = false
      const parser = createParser({
        onEvent: ({ data }) => {
          const told = hint.safeParse(JSON.parse(data))
          if (told.success) heard.push({ document: told.data.document, atMs: Date.now() })
          else onFault(new Error(`A stream received ${data}`))
        },
      })
      response.setEncoding('utf8')
      response.on('data', (text: string) => parser.feed(text))
      response.on('error', () => undefined)
      response.on('close', () => {
        if (!isClosing) onFault(new Error('A stream ended'))
      })
      const close = () => {
        isClosing = true
        request.destroy()
      }
      request.on('error', () => undefined)
      resolve({ house, heard, close })
    })
  })
}
