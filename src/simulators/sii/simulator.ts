import type { ServerResponse } from 'node:http'
import type { Admin } from './admin.ts'
import { createAdmin } from './admin.ts'
import { answerAdmin } from './admin-http.ts'
import { createPortal } from './create-portal.ts'
import type { Outcome } from './handle.ts'
import { handle } from './handle.ts'
import type { PortalOptions } from './state/portal.ts'
import { listen } from '../server.ts'
import type { SiiRequest } from './http/visit.ts'

export interface SiiSimulator {
  admin: Admin
  /** For worlds without sockets: `path` begins with the host's prefix, '/zeusr/…'. */
  handle(request: SiiRequest): Promise<Outcome>
}

export interface ListeningSiiSimulator extends SiiSimulator {
  /** Each host of the SII is a prefix below it: `${url}/www1/cgi-bin/Portal001/…`. */
  url: string
  close(): Promise<void>
}

export function createSiiSimulator(options: PortalOptions): SiiSimulator {
  const portal = createPortal(options)
  return { admin: createAdmin(portal), handle: (request) => handle(portal, request) }
}

/** Listens on the loopback unless told otherwise; port 0 takes a free one. */
export async function startSiiSimulator(
  options: PortalOptions & { port: number; host?: string },
): Promise<ListeningSiiSimulator> {
  const simulator = createSiiSimulator(options)
  const { url, close } = await listen(
    { port: options.port, host: options.host ?? '127.0.0.1' },
    async (arrival, response) => {
      if (arrival.path.startsWith('/_admin')) answerAdmin(simulator.admin, arrival, response)
      else write(await simulator.handle(arrival), response)
    },
  )
  return { ...simulator, url, close }
}

function write(outcome: Outcome, response: ServerResponse): void {
  switch (outcome.kind) {
    case 'answered':
      response.writeHead(outcome.status, {
        ...outcome.headers,
        'content-length': outcome.body.length,
        'x-simulator': 'demostracion, no es el SII',
      })
      response.end(outcome.body)
      return
    case 'cut':
      response.writeHead(outcome.status, {
        ...outcome.headers,
        'content-length': outcome.fullLength,
      })
      response.write(outcome.body, () => response.destroy())
      return
    case 'dropped':
      response.destroy()
      return
    case 'hung':
  }
}
