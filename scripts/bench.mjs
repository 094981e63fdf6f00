/** npm run bench [-- NAME…]: what is measured, or only those named; the first of bench/ are those of the document. */
import { join } from 'node:path'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runUntilEnd } from './run.mjs'
import { runMain } from './trouble.mjs'
import { buildWeb } from './web.mjs'

const OF_THE_DOCUMENT = ['dte-sign', 'dte-print', 'dte-barcode', 'dte-verify']
/** Those that look through a browser. */
const OF_THE_WEB = ['payment-streams']

await runMain(async () => {
  const node = await prepare()
  const names = process.argv.length > 2 ? process.argv.slice(2) : OF_THE_DOCUMENT
  if (names.some((name) => OF_THE_WEB.includes(name))) await buildWeb(node)
  let worst = 0
  for (const name of names) {
    const file = join(root, 'bench', `${name}.ts`)
    const { code } = await runUntilEnd(node, [...nodeFlags, file], { cwd: root })
    worst = Math.max(worst, code)
  }
  return worst
})
