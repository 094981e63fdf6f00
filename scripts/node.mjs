/** node scripts/node.mjs FILE [ARGUMENTS]: runs a file of ours, TypeScript included. */
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runUntilEnd } from './run.mjs'
import { runMain } from './trouble.mjs'

await runMain(async () => {
  const node = await prepare()
  const { code } = await runUntilEnd(node, [...nodeFlags, ...process.argv.slice(2)], { cwd: root })
  return code
})
