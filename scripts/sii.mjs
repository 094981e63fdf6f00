/** npm run sii -- doctor: what is known of the SII, examined with one account. */
import { join } from 'node:path'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runUntilEnd } from './run.mjs'
import { runMain } from './trouble.mjs'

await runMain(async () => {
  const node = await prepare()
  const program = join(root, 'scripts/sii/main.ts')
  // The terminal itself: a clave is asked for, and must not be echoed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const args = [...nodeFlags, program, ...process.argv.slice(2)]
  const { code } = await runUntilEnd(node, args, { cwd: root, stdio })
  return code
})
