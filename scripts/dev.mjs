/** npm run dev: the demonstration, with each saved file of the browser or the server at work within two seconds. */
import { join } from 'node:path'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runQuietly, runUntilEnd, SERVER_STOP_LIMIT_MS } from './run.mjs'
import { runMain } from './trouble.mjs'
import { buildWeb } from './web.mjs'

await runMain(async () => {
  const node = await prepare()
  // The public pages are drawn at build and served as they were at this start.
  await buildWeb(node)
  const leash = join(root, 'scripts/leash.mjs')
  const { code, signal, asked } = await runUntilEnd(
    node,
    [...nodeFlags, '--import', leash, join(root, 'scripts/dev/main.ts')],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development' },
      stopLimitMs: SERVER_STOP_LIMIT_MS,
    },
  )
  if (signal !== null) {
    await runQuietly(node, [...nodeFlags, join(root, 'scripts/stop-database.ts')], { cwd: root })
  }
  return asked === 'SIGINT' && signal === null ? 0 : code
})
