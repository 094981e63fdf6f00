/** npm run check: everything that can be said of the code without running the product. */
import { runChecks } from './checks.mjs'
import { prepare } from './prepare.mjs'
import { runMain } from './trouble.mjs'

await runMain(async () => {
  const { failed } = await runChecks(await prepare())
  return failed === 0 ? 0 : 1
})
