import type { ServerResponse } from 'node:http'
import { listen, type Arrival } from '../../server.ts'
import { html, type Answer } from './answer.ts'
import type { Trouble, Troubles } from './troubles.ts'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Uint8Array
  /** What the path's pattern caught, in order. */
  caught: string[]
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: RegExp
  /** The name of a call of the API, which troubles can meet; null for pages and controls. */
  call: string | null
  handle(asked: Asked): Answer | Promise<Answer>
}

/** One call of the API as it came, for tests that count them. */
export interface Served {
  call: string
  method: string
  path: string
  /** Null when the answer was lost. */
  status: number | null
  trouble: Trouble | null
}

export interface ProviderServer {
  url: string
  /** Oldest first, the latest thousand. */
  served(): readonly Served[]
  close(): Promise<void>
}

const MOST_SERVED = 1000

export interface ServerOptions {
  port: number
  troubles: Troubles
  /** Called once the address is known. */
  routes: (url: string) => Route[]
  /** As this provider refuses a path or a method that it doesn't have. */
  refuse: (status: 404 | 405) => Answer
  rateLimited: Answer
  serverError: Answer
}

export async function startServer(options: ServerOptions): Promise<ProviderServer> {
  const served: Served[] = []
  let routes: Route[] = []
  const { url, close } = await listen(
    { port: options.port, host: '127.0.0.1' },
    (arrival, response) => serve({ ...options, found: routes, served }, arrival, response),
  )
  routes = options.routes(url)
  return {
    url,
    served: () => served,
    close: () => {
      options.troubles.release()
      return close()
    },
  }
}

interface Serving extends ServerOptions {
  found: Route[]
  served: Served[]
}

async function serve(serving: Serving, arrival: Arrival, response: ServerResponse): Promise<void> {
  const { path, method, headers, body } = arrival
  const matching = serving.found.filter((route) => route.path.test(path))
  const route = matching.find((one) => one.method === method)
  if (route === undefined) return write(response, serving.refuse(matching[0] ? 405 : 404))
  const [, ...caught] = route.path.exec(path) ?? []
  const asked = { method, path, query: new URLSearchParams(arrival.query), headers, body, caught }
  if (route.call === null) return write(response, await route.handle(asked))
  const trouble = serving.troubles.meet(route.call, path)
  const answer = await answerCall(serving, route, asked, trouble)
  const status = answer?.status ?? null
  serving.served.push({ call: route.call, method, path, status, trouble })
  serving.served.splice(0, serving.served.length - MOST_SERVED)
  if (answer === null) response.destroy()
  else write(response, answer)
}

/** Null when nothing comes back. */
async function answerCall(
  { troubles, rateLimited, serverError }: Serving,
  route: Route,
  asked: Asked,
  trouble: Trouble | null,
): Promise<Answer | null> {
  if (trouble === 'rateLimited') return rateLimited
  if (trouble === 'serverError') return serverError
  if (trouble === 'badGateway') return BAD_GATEWAY
  if (trouble === 'html') return html(GATEWAY_PAGE)
  if (trouble === 'cutBefore') return null
  if (trouble === 'late') {
    void troubles.hold().then(() => route.handle(asked))
    return null
  }
  if (trouble === 'slowBefore') await troubles.hold()
  if (trouble === 'twice') await route.handle(asked)
  const answer = await route.handle(asked)
  if (trouble === 'cutAfter') return null
  if (trouble === 'badGatewayAfter') return BAD_GATEWAY
  if (trouble === 'htmlAfter') return html(GATEWAY_PAGE)
  if (trouble === 'slow') await troubles.hold()
  // Half of it, and announced as half of it: the connection looks healthy.
  if (trouble === 'truncated')
    return { ...answer, body: answer.body.slice(0, answer.body.length / 2) }
  return answer
}

const GATEWAY_PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center></body>\r\n</html>'
const BAD_GATEWAY = html(GATEWAY_PAGE, 502)

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers })
  response.end(body)
}
