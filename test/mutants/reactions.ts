import type { TestedMutant } from './mutant.ts'

const ROWS = 'sii/registers/reactions.ts'
const READ = 'server/analytics/read-reactions.ts'
const DUE = 'server/analytics/may-still-react.ts'
const STORE = 'server/analytics/reactions-store.ts'
const GATE = 'server/analytics/register-gate.ts'
const RECEIVER = 'server/documents/api/receiver.ts'
const ENGINE = { test: 'test/engine/analytics/reactions.test.ts' }
const CALLS = { test: 'test/contract/api/reactions.test.ts' }
const UNIT = { test: 'src/sii/registers/reactions.test.ts' }
const PURE = { test: 'src/domain/reaction.test.ts' }

/** Faults in what is read, kept and asked about what receivers do with facturas. */
export const REACTION_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'silence is acceptance on the last day for a claim already',
    file: 'domain/reaction.ts',
    from: `compare(readOn, claimLastDay(received)) > 0`,
    to: `compare(readOn, claimLastDay(received)) >= 0`,
    caughtBy: PURE,
  },
  {
    name: 'a claim has seven days',
    file: 'domain/reaction.ts',
    from: `const CLAIM_DAYS = 8`,
    to: `const CLAIM_DAYS = 7`,
    caughtBy: PURE,
  },
  {
    name: 'an acknowledgement hides a claim by its day alone',
    file: ROWS,
    from: `claimed !== '' || told === 'claimed'`,
    to: `told === 'claimed'`,
    caughtBy: { ...UNIT, name: 'tells a claim by its day alone' },
  },
  {
    name: 'trouble of the SII is a closed detail',
    file: ROWS,
    from: `detail.kind !== 'ok' && !isClosed(detail)`,
    to: `detail.kind === 'sessionExpired'`,
    caughtBy: { ...UNIT, name: 'is not asked for when the SII itself has trouble' },
  },
  {
    name: 'notas of the export are read as facturas',
    file: ROWS,
    from: `folioIn(cell('tipoDte')) === tipoDte`,
    to: `cell('folio') !== ''`,
    caughtBy: { ...UNIT, name: 'gives way to the days of the export' },
  },
  {
    name: 'a factura is read again at each turn',
    file: DUE,
    from: `reaction.is_final or reaction.read_at >= \${since}::timestamptz`,
    to: `reaction.is_final`,
    caughtBy: { ...ENGINE, name: 'of many companies four lists' },
  },
  {
    name: 'a factura is read for ever',
    file: DUE,
    from: `reaction.is_final or reaction.read_at >=`,
    to: `reaction.read_at >=`,
    caughtBy: { ...ENGINE, name: 'and then nothing is asked any more' },
  },
  {
    name: 'an annulled factura is read on',
    file: DUE,
    from: `document.kind = 'factura' and document.state = 'issued'`,
    to: `document.kind = 'factura' and document.state in ('issued', 'annulled')`,
    caughtBy: { ...ENGINE, name: 'of an annulled factura asks for nothing' },
  },
  {
    name: 'a factura that is never listed is asked about for ever',
    file: DUE,
    from: `const DAYS_ASKED = 40`,
    to: `const DAYS_ASKED = 4000`,
    caughtBy: { ...ENGINE, name: 'are asked about for forty days' },
  },
  {
    name: 'a connection of many companies rests after its first lists',
    file: READ,
    from: `if (due.length > lists.length) await`,
    to: `if (due.length < lists.length) await`,
    caughtBy: { ...ENGINE, name: 'of many companies four lists' },
  },
  {
    name: 'a person who issues is not left alone',
    file: READ,
    from: `not \${issuesSoon(sql\`facturator.person_rut\`, nowMs)} and exists`,
    to: `exists`,
    caughtBy: { ...ENGINE, name: 'to a document of the person that is issued soon' },
  },
  {
    name: 'a session in use counts as a failure',
    file: READ,
    from: `  if (answer.kind === 'busy') await forgiveTurn(db, 'reactions', at)
`,
    to: ``,
    caughtBy: { ...ENGINE, name: 'that counts as no failure' },
  },
  {
    name: 'what was read before a failure is lost',
    file: READ,
    from: `  const facturas = await keep(needs, at, of, reading.read)
`,
    to: `  const facturas = await keep(needs, at, of, answer.kind === 'ok' ? reading.read : [])
`,
    caughtBy: { ...ENGINE, name: 'what was read before a failure is kept' },
  },
  {
    name: 'registers that ask for slowness shut out the person',
    file: READ,
    from: `    if (reading.isShut) return LEFT
`,
    to: ``,
    caughtBy: { ...ENGINE, name: 'for half an hour when the registers ask for slowness' },
  },
  {
    name: 'the chore waits for ever for another reader of the registers',
    file: 'server/start/chores.ts',
    from: `if (waits >= MOST_WAITS) return`,
    to: `if (waits >= 12) return`,
    caughtBy: { ...ENGINE, name: 'leaves to its next run' },
  },
  {
    name: 'the chore leaves at the first other reader of the registers',
    file: 'server/start/chores.ts',
    from: `if (waits >= MOST_WAITS) return`,
    to: `if (waits >= 0) return`,
    caughtBy: { ...ENGINE, name: 'waits for another reader' },
  },
  {
    name: 'two read the registers at once',
    file: GATE,
    from: `  return sql\`not exists (select from register_reading where busy_until > \${at(nowMs)})
    and not`,
    to: `  return sql\`not`,
    caughtBy: { ...ENGINE, name: 'to another reader of the registers' },
  },
  {
    name: 'readings of the registers follow each other at once',
    file: GATE,
    from: `    and not exists (select from register_reading where taken_at > \${at(nowMs - spacingMs)})
`,
    to: ``,
    caughtBy: { ...ENGINE, name: 'to another reader of the registers' },
  },
  {
    name: 'the registers are asked again while they rest',
    file: GATE,
    from: `...(isShut ? { throttled_at: now } : {})`,
    to: ``,
    caughtBy: { ...ENGINE, name: 'for half an hour when the registers ask for slowness' },
  },
  {
    name: 'a claim ends when the register loses the factura',
    file: STORE,
    from: `doUpdateSet({ read_at }),`,
    to: `doUpdateSet({ read_at, state: null, claim: null }),`,
    caughtBy: { ...ENGINE, name: 'keeps the claim that was seen' },
  },
  {
    name: 'a word on one claim stands for another',
    file: STORE,
    from: `excluded.state = 'claimed' and (excluded.claim is null
      or excluded.claim = coalesce(receiver_reaction.claim, excluded.claim))`,
    to: `excluded.state = 'claimed'`,
    caughtBy: { ...ENGINE, name: 'about something else asks again' },
  },
  {
    name: 'a word on a claim is forgotten by the next reading',
    file: STORE,
    from: `    then \${sql.ref(\`receiver_reaction.\${column}\`)} end\``,
    to: `    then null end\``,
    caughtBy: { ...ENGINE, name: 'asks for a person until one says' },
  },
  {
    name: 'a claim asks on although it is dealt with',
    file: 'server/agenda/store.ts',
    from: `    .where('reaction.settled_at', 'is', null)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'waits in the inbox until' },
  },
  {
    name: 'an annulled factura asks for a person',
    file: 'server/agenda/store.ts',
    from: `    .where('document.state', '=', 'issued')
`,
    to: ``,
    caughtBy: { ...ENGINE, name: 'of an annulled factura asks for nothing' },
  },
  {
    name: 'a word stands for a claim that nobody saw',
    file: RECEIVER,
    from: ` = \${eventsSeen}::bigint`,
    to: ` >= \${eventsSeen}::bigint`,
    caughtBy: { ...CALLS, name: 'a word on other reactions' },
  },
  {
    name: 'a claim is dealt with twice',
    file: RECEIVER,
    from: `    .where('settled_at', 'is', null)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'waits in the inbox until' },
  },
]
