/** npm run breach -- CRITERION [FROM TO]: the accounts that a breach reached, as CSV (docs/security.md). */
import { connect } from '#server/db/connect.ts'
import {
  affectedAccounts,
  BREACH_CRITERIA,
  closedWithDocuments,
  type AffectedAccount,
  type BreachCriterion,
  type Period,
} from '#server/own-data/affected.ts'
import { breachCommand as texts } from '#texts/es/breach-command.ts'
import { fill } from '#texts/translation.ts'

const [criterion = '', from, to, ...others] = process.argv.slice(2)
const { DATABASE_URL: url } = process.env
process.exitCode = await run()

async function run(): Promise<0 | 1> {
  const takesPeriod = criterion !== 'all'
  const isComplete = takesPeriod ? to !== undefined : from === undefined
  if (!isCriterion(criterion) || !isComplete || others.length > 0) return say(texts.usage)
  const period = takesPeriod ? periodOf(from, to) : { from: '', to: '' }
  if (period === null) return say(texts.badPeriod)
  if (url === undefined) return say(texts.noDatabase)
  const database = connect({ url, applicationName: 'folio-breach', poolSize: 1 })
  try {
    const accounts = await affectedAccounts(database.db, criterion, period)
    console.log([texts.columns, ...accounts.map(lineOf)].join('\n'))
    // Beside the list, so that a file holds the list alone.
    console.error(fill(texts.found, { count: String(accounts.length) }))
    const closed = await closedWithDocuments(database.db)
    if (closed > 0) console.error(fill(texts.closed, { count: String(closed) }))
    return 0
  } finally {
    await database.close()
  }
}

function isCriterion(text: string): text is BreachCriterion {
  return Object.hasOwn(BREACH_CRITERIA, text)
}

function periodOf(since: string | undefined, until: string | undefined): Period | null {
  const instants = [since, until].map((text = '') =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(text) ? Date.parse(text) : Number.NaN,
  )
  const [first = Number.NaN, last = Number.NaN] = instants
  if (!(first <= last)) return null
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() }
}

/** A spreadsheet would take an address that begins so for a formula. */
function lineOf({ email, ...rest }: AffectedAccount): string {
  const safe = /^[=+@-]/.test(email) ? `'${email}` : email
  return [`"${safe.replaceAll('"', '""')}"`, ...Object.values(rest)].join(',')
}

function say(text: string): 1 {
  console.error(text)
  return 1
}
