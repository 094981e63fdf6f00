/** npm start: installs what is missing, builds the web once and serves the application. */
import { join } from 'node:path'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runQuietly, runUntilEnd, SERVER_STOP_LIMIT_MS } from './run.mjs'
import { runMain } from './trouble.mjs'
import { buildWeb } from './web.mjs'

await runMain(async () => {
  const node = await prepare()
  if (process.env.FOLIO_ROLE !== 'worker') await buildWeb(node)
  const leash = join(root, 'scripts/leash.mjs')
  const { code, signal, asked } = await runUntilEnd(
    node,
    [...nodeFlags, '--import', leash, join(root, 'src/server/main.ts')],
    {
      cwd: root,
      env: { NODE_ENV: 'production', ...process.env },
      stopLimitMs: SERVER_STOP_LIMIT_MS,
    },
  )
  // A server that ended on its own terms has stopped its database; after a kill it may live on.
  if (signal !== null) await stopDatabase(node)
  return asked === 'SIGINT' && signal === null ? 0 : code
})

function stopDatabase(node) {
  return runQuietly(node, [...nodeFlags, join(root, 'scripts/stop-database.ts')], { cwd: root })
}
