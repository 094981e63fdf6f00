import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestReply {
  status?: number
  headers?: Record<string, string>
  /** Sent as it is; else as JSON. */
  text?: string | Buffer
  json?: unknown
  /** Instead of an answer: none ever, none and the connection cut, half of it and cut. */
  trouble?: 'silence' | 'cut' | 'half'
}

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export interface ProviderServer {
  url: string
  seen: SeenRequest[]
  /** What is answered from now on, in this order; the last one again and again. */
  answer(...replies: (TestReply | ((request: SeenRequest) => TestReply))[]): void
  close(): Promise<void>
}

/** A server that answers what the test tells it to: it knows nothing of any provider. */
export async function startProviderServer(): Promise<ProviderServer> {
  const seen: SeenRequest[] = []
  let replies: Parameters<ProviderServer['answer']> = []
  const server = createServer((incoming, response) => {
    void answerTo(incoming, response)
  })
  async function answerTo(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    seen.push(request)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    send(response, typeof reply === 'function' ? reply(request) : (reply ?? { status: 500 }))
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    seen,
    answer(...given) {
      replies = given
      seen.length = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  const { method = '', url = '', headers } = incoming
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  return { method, path: url, headers, body }
}

function send(response: ServerResponse, reply: TestReply): void {
  const { status = 200, headers = {}, trouble } = reply
  if (trouble === 'silence') return
  if (trouble === 'cut') return void response.destroy()
  const text = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json))
  const type = reply.text === undefined ? 'application/json' : 'text/html'
  response.writeHead(status, { 'content-type': type, ...headers })
  if (trouble !== 'half') return void response.end(status === 204 ? undefined : text)
  response.write(text.slice(0, text.length / 2), () => void response.destroy())
}
