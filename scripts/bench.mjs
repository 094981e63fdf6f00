/** npm run bench [-- NAME…]: what is measured, or only those named; the first of bench/ are those of the document. */
import { join } from 'node:path'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runUntilEnd } from './run.mjs'
import { runMain } from './trouble.mjs'

const OF_THE_DOCUMENT = ['dte-sign', 'dte-print', 'dte-barcode', 'dte-verify']

await runMain(async () => {
  const node = await prepare()
  const names = process.argv.length > 2 ? process.argv.slice(2) : OF_THE_DOCUMENT
  let worst = 0
  for (const name of names) {
    const file = join(root, 'bench', `${name}.ts`)
    const { code } = await runUntilEnd(node, [...nodeFlags, file], { cwd: root })
    worst = Math.max(worst, code)
  }
  return worst
})
