/**
 * The processes behind `npm run dev`: Vite for the browser's files, a server that is replaced when one of its files is
 * saved, and a PostgreSQL that outlives each of them, because starting it is what a restart cannot wait for.
 */
import { join, relative } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/db/postgres/embedded-postgres.ts'
import { freePort } from '#server/db/postgres/postmaster.ts'
import { migrate } from '#server/db/migrate.ts'
import { StartFault } from '#server/start-fault.ts'
import { namingFolder } from '#server/start/open-database.ts'
import { startFaultText } from '#texts/start-faults.ts'
import { createServerProcess } from './server-process.ts'

const root = join(import.meta.dirname, '../..')
const FIRST_PORT = 5173
/** What the server runs; its tests it doesn't. */
const SERVER_FILE =
  /^src\/(server|domain|contract|texts|dte|sii|simulators)\/(?!.*\.test\.).+\.(ts|sql)$/

// Asked to end while starting: what has started is ended as soon as all of it has.
const asked = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})
const database = await openDatabase().catch(failed)
try {
  const port = await freePort()
  const server = createServerProcess({ root, port })
  const vite = await openVite(port, server.ready)
  try {
    const { url, tenantsUrl } = database
    const given = { DATABASE_URL: url, PUBLIC_URL: addressOf(vite) }
    server.start(tenantsUrl === null ? given : { ...given, DATABASE_URL_API: tenantsUrl })
    vite.watcher.on('all', (_event, path) => {
      if (SERVER_FILE.test(relative(root, path))) server.restart()
    })
    await asked
  } finally {
    await server.stop()
    await vite.close()
  }
} finally {
  await database.stop()
}
process.exit(0)

async function openDatabase(): Promise<
  Pick<EmbeddedPostgres, 'url' | 'stop'> & { tenantsUrl: string | null }
> {
  const given = process.env.DATABASE_URL
  if (given !== undefined) {
    const tenantsUrl = process.env.DATABASE_URL_API ?? null
    return { url: given, tenantsUrl, stop: async () => undefined }
  }
  const dataDir = process.env.FOLIO_DATA_DIR ?? join(root, '.data')
  const embedded = await startEmbeddedPostgres({ dataDir })
  // Here, where the folder is known that a fault has to name.
  await migrate(embedded.url).catch(async (error: unknown) => {
    await embedded.stop()
    throw namingFolder(error, dataDir)
  })
  return embedded
}

async function openVite(serverPort: number, ready: () => Promise<void>): Promise<ViteDevServer> {
  process.env.FOLIO_SERVER = `http://127.0.0.1:${serverPort}`
  const vite = await createServer({
    root,
    cacheDir: '.cache/vite',
    logLevel: 'warn',
    clearScreen: false,
    plugins: [
      {
        name: 'wait-for-server',
        // Calls made during a restart wait for the next process instead of failing.
        configureServer: ({ middlewares }) => {
          middlewares.use((_request, _response, next) => void ready().then(() => next()))
        },
      },
    ],
    server: { host: '127.0.0.1', port: portOf(process.env), strictPort: false },
  })
  return vite.listen()
}

function portOf({ PORT }: { PORT?: string }): number {
  return PORT === undefined ? FIRST_PORT : Number(PORT)
}

function addressOf({ httpServer }: ViteDevServer): string {
  const address = httpServer?.address()
  if (typeof address !== 'object' || !address) throw new Error('Vite listens on no port')
  return `http://localhost:${address.port}`
}

function failed(error: unknown): never {
  if (!(error instanceof StartFault)) throw error
  process.stderr.write(`${startFaultText(error, 'es')}\n`)
  process.exit(1)
}
