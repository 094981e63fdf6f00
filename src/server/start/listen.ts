import type { FastifyInstance } from 'fastify'
import { StartFault } from '../start-fault.ts'

export const FIRST_PORT = 3000
export const LAST_PORT = 3099

/** Takes the given port or says that it is busy; without one the first free from 3000 on. Answers it. */
export async function listenOn(
  server: FastifyInstance,
  { host, port }: { host: string; port: number | null },
): Promise<number> {
  const ports = port === null ? range(FIRST_PORT, LAST_PORT) : [port]
  for (const candidate of ports) {
    if (await tryPort(server, host, candidate)) return candidate
  }
  throw new StartFault('portInUse', port === null ? `${FIRST_PORT}–${LAST_PORT}` : String(port))
}

async function tryPort(server: FastifyInstance, host: string, port: number): Promise<boolean> {
  try {
    await server.listen({ host, port })
    return true
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (isBusy) return false
    throw error
  }
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
