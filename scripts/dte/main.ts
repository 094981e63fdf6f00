/** npm run dte -- verify|show|print FILE… : what a tax document says, whether it holds, and its printed sheet. */
import { runDte } from './command.ts'

process.exitCode = await runDte(process.argv.slice(2), {
  // npm changes to the folder of the package; this is where the person stood.
  folder: process.env.INIT_CWD ?? process.cwd(),
  say: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
})
