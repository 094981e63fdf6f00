import { listen, type Arrival } from '#simulators/server.ts'

/** A merchant's server: keeps what providers post to it and answers as it is told. */
export interface Receiver {
  url: string
  received: Arrival[]
  /** For the next posts, one after another; 200 when there are no more. */
  answers: number[]
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Arrival[] = []
  const answers: number[] = []
  const { url, close } = await listen({ port: 0, host: '127.0.0.1' }, async (arrival, response) => {
    received.push(arrival)
    response.writeHead(answers.shift() ?? 200).end()
  })
  return { url, received, answers, close }
}

export function bodyText({ body }: Pick<Arrival, 'body'>): string {
  return Buffer.from(body).toString('utf8')
}

/** One call of an API, its answer read as JSON where it is JSON. */
export async function call(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
) {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
