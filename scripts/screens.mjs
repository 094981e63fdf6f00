/**
 * npm run screens [FOLDER]: the README's pictures anew, or every place of the tour into that folder.
 * npm run share-image: the pictures that other sites show of ours.
 */
import { findBrowser } from './browser.mjs'
import { nodeFlags, prepare, root } from './prepare.mjs'
import { runUntilEnd } from './run.mjs'
import { runMain } from './trouble.mjs'
import { buildWeb } from './web.mjs'

await runMain(async () => {
  const node = await prepare()
  await buildWeb(node)
  const browser = await findBrowser(node)
  const { code } = await runUntilEnd(node, [...nodeFlags, ...program(process.argv.slice(2))], {
    cwd: root,
    env: { ...process.env, CHROME_PATH: browser },
  })
  return code
})

function program(args) {
  return args[0] === '--share'
    ? ['scripts/screens/share-image.ts']
    : ['scripts/screens/main.ts', ...args]
}
