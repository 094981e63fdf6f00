import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Authenticate } from './http/bearer.ts'
import { serveBytes, type BytesRoute } from './http/bytes.ts'
import { serveCalls } from './http/calls.ts'
import type { Changes } from './http/changes.ts'
import { serveEvents } from './http/event-stream.ts'
import type { Handlers } from './http/handler.ts'
import { serveHealth, type ReadinessChecks } from './http/health.ts'
import { createServer } from './http/server.ts'
import { serveWebFiles } from './http/web-files.ts'
import { installationRoutes, type InstallationNeeds } from './installation.ts'
import { userRoutes, type UserNeeds } from './users/routes.ts'
import { authenticate } from './users/sessions.ts'

export type AppNeeds = UserNeeds &
  InstallationNeeds & {
    logger: Logger
    changes: Changes
    checks: ReadinessChecks
    /** The folder of the built browser program. */
    webRoot: string
    secure: boolean
    trustedProxies: string[]
  }

/** The whole HTTP side: every call of the contract, files, events, health and the pages. */
export async function buildApp(needs: AppNeeds): Promise<FastifyInstance> {
  const known: Authenticate = (token) => authenticate(needs, token)
  const server = await createServer(needs)
  serveHealth(server, needs.checks)
  serveCalls(server, handlers(needs), known)
  serveBytes(server, bytesRoutes(), known)
  serveEvents(server, { authenticate: known, changes: needs.changes, clock: needs.clock })
  await serveWebFiles(server, needs.webRoot)
  return server
}

function handlers(needs: AppNeeds): Partial<Handlers> {
  return { ...userRoutes(needs), ...installationRoutes(needs) }
}

function bytesRoutes(): BytesRoute[] {
  return []
}
