/**
 * npm run issuing -- stop [RUT]   nothing new is sent to the SII from its end on: for everybody, or one person
 * npm run issuing -- go [RUT]     what waited goes on by itself
 * npm run issuing -- status      what is stopped and waits, clocks that are wrong, files of issued documents to look at
 * npm run issuing -- answers     what the SII answered that Folio has no cause for, the newest first
 */
import { parseRut, formatRut, rut, type Rut } from '#domain/rut.ts'
import { systemClock } from '#server/clock.ts'
import { skewedWorkers } from '#server/database-clock.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { LATE_AFTER_HOURS, unprovedFiles } from '#server/documents/issued/unproved-files.ts'
import { operatorStops, setOperatorStop } from '#server/documents/stops/operator-stops.ts'
import { answerGroups } from '#server/facturators/unknown-answers.ts'
import { issuingCommand as texts } from '#texts/es/issuing-command.ts'
import { fill } from '#texts/translation.ts'

const MOST_ANSWERS = 50

const [action = '', person, ...others] = process.argv.slice(2)
const { DATABASE_URL: url } = process.env
process.exitCode = await run()

async function run(): Promise<0 | 1> {
  const whom = person === undefined ? null : parseRut(person)
  const takesPerson = ['stop', 'go'].includes(action)
  if (!takesPerson && (!['status', 'answers'].includes(action) || person !== undefined)) {
    return say(texts.usage)
  }
  if (others.length > 0) return say(texts.usage)
  if (person !== undefined && whom === null) return say(fill(texts.badRut, { rut: person }))
  if (url === undefined) return say(texts.noDatabase)
  const database = connect({ url, applicationName: 'folio-issuing', poolSize: 1 })
  try {
    return await (action === 'answers' ? tellAnswers(database) : turn(database, whom))
  } finally {
    await database.close()
  }
}

async function turn({ db }: Database, whom: Rut | null): Promise<0> {
  if (action !== 'status') {
    await setOperatorStop({ db, clock: systemClock }, whom, action === 'stop')
  }
  const { since, persons, waiting } = await operatorStops(db)
  const { stopped, going } = texts.everybody
  console.log(since === null ? going : fill(stopped, { since }))
  for (const one of persons) {
    console.log(fill(texts.person, { rut: formatRut(rut(one.person)), since: one.since }))
  }
  console.log(fill(texts.waiting, { count: String(waiting) }))
  for (const { worker, skewMs, seenAt } of await skewedWorkers(db)) {
    const seconds = (Math.abs(skewMs) / 1_000).toFixed(1).replace('.', ',')
    const way = texts.clocks[skewMs > 0 ? 'ahead' : 'behind']
    console.log(fill(way, { worker, seconds, seen: seenAt }))
  }
  if (action === 'status') await tellFiles(db)
  return 0
}

async function tellFiles(db: Database['db']): Promise<void> {
  const { count, oldest } = await unprovedFiles({ db, clock: systemClock })
  if (count > 0) console.log(fill(texts.files, { count: String(count) }))
  for (const { organisationId, documentId, kind, folio, issuedAt, reason, detail } of oldest) {
    const why =
      reason === 'xmlUnproved'
        ? fill(texts.unproved, { detail: (detail ?? '').replaceAll(/\s+/g, ' ') })
        : fill(texts.late, { hours: String(LATE_AFTER_HOURS), reason: reason ?? texts.noReason })
    const about = {
      organisation: String(organisationId),
      document: String(documentId),
      kind: texts.documents[kind],
      folio: String(folio),
      issuedAt,
    }
    console.log(`  ${fill(texts.file, about)}: ${why}`)
  }
}

async function tellAnswers({ db }: Database): Promise<0> {
  const groups = await answerGroups(db, MOST_ANSWERS)
  if (groups.length === 0) console.log(texts.noAnswers)
  for (const { place, kind, form, count, first_seen_at: first, last_seen_at: last } of groups) {
    const where = `${texts.places[place]}, ${texts.kinds[kind]}`
    console.log(fill(texts.answer, { first, last, count: String(count), where }))
    console.log(`  ${form === '' ? texts.noWords : form}`)
  }
  return 0
}

function say(text: string): 1 {
  console.error(text)
  return 1
}
