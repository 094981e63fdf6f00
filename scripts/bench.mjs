/** npm run bench [-- NAME…]: those of the document, or what is named: a file of bench/, or `payments`. */
import { join } from 'node:path'
import { benchesNamed } from './testing/benches.mjs'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runUntilEnd } from './run.mjs'
import { runMain } from './trouble.mjs'
import { buildWeb } from './web.mjs'

/** Those that look through a browser. */
const OF_THE_WEB = ['payment-streams', 'upload-grid']

await runMain(async () => {
  const node = await prepare()
  const names = benchesNamed(process.argv.slice(2))
  if (names.some((name) => OF_THE_WEB.includes(name))) await buildWeb(node)
  let worst = 0
  for (const name of names) {
    const file = join(root, 'bench', `${name}.ts`)
    const { code } = await runUntilEnd(node, [...nodeFlags, file], { cwd: root })
    worst = Math.max(worst, code)
  }
  return worst
})
