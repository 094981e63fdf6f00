/**
 * npm run charges -- 2026-11 [ORGANISATION]   what Folio charges for that month, a row of CSV for each organisation or for
 *                                             one; the same sums as its page shows
 */
import { parseMonth } from '#domain/day.ts'
import { sumsOfAll } from '#server/charges/store.ts'
import { connect } from '#server/db/connect.ts'
import { chargesCommand as texts } from '#texts/es/charges-command.ts'

const [monthText = '', organisation, ...others] = process.argv.slice(2)
const { DATABASE_URL: url } = process.env
process.exitCode = await run()

async function run(): Promise<0 | 1> {
  const month = parseMonth(monthText)
  const isWrong = organisation !== undefined && !/^\d{1,15}$/.test(organisation)
  if (month === null || isWrong || others.length > 0) return say(texts.usage)
  if (url === undefined) return say(texts.noDatabase)
  const database = connect({ url, applicationName: 'folio-charges', poolSize: 1 })
  try {
    const one = organisation === undefined ? null : Number(organisation)
    const rows = await sumsOfAll(database.db, month, one)
    console.log(texts.heading.map(quoted).join(','))
    for (const row of rows) {
      const { documents, mails, payments, unpriced, net_clp, iva_clp, total_clp } = row
      const numbers = [documents, mails, payments, unpriced, net_clp, iva_clp, total_clp]
      console.log([row.organisation_id, quoted(row.name), ...numbers].join(','))
    }
    return 0
  } finally {
    await database.close()
  }
}

/** A name that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function say(text: string): 1 {
  console.error(text)
  return 1
}
