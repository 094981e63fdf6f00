import type { TestedMutant } from './mutant.ts'

/** Faults in the days of a rule, in the figures of a document, and in who is tried at the SII. */
export const COURSE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'the emission of today counts for next month',
    file: 'domain/schedule.ts',
    from: `compare(emissionDay(schedule, thisMonth), from) < 0`,
    to: `compare(emissionDay(schedule, thisMonth), from) <= 0`,
    caughtBy: { test: 'src/domain/schedule.test.ts' },
  },
  {
    name: 'the month of a service is not moved',
    file: 'domain/schedule.ts',
    from: `monthNumberOf(emission)), monthOffset)`,
    to: `monthNumberOf(emission)), 0)`,
    caughtBy: { test: 'src/domain/schedule.test.ts' },
  },
  {
    name: 'a rule issues once more than its times',
    file: 'domain/course.ts',
    from: `Math.min(count, course.emissionsLeft ?? count)`,
    to: `Math.min(count, (course.emissionsLeft ?? count) + 1)`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a moved month is issued on its own day',
    file: 'domain/course.ts',
    from: `const day = change?.day ?? emissionDay`,
    to: `const day = (change === undefined ? null : null) ?? emissionDay`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a rule does not issue on its last day',
    file: 'domain/course.ts',
    from: `compare(day, course.endDay) > 0`,
    to: `compare(day, course.endDay) >= 0`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a rule does not issue on its first day',
    file: 'domain/course.ts',
    from: `if (compare(day, course.from) < 0) continue`,
    to: `if (compare(day, course.from) <= 0) continue`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'an edit plans a month twice',
    file: 'domain/course.ts',
    from: `  if (lastPlanned !== null) from.push(firstDayOf(addMonths(lastPlanned, 1)))
`,
    to: ``,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'an edit brings back what was missed',
    file: 'domain/course.ts',
    from: `const from = [today, startDay]`,
    to: `const from = [startDay]`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a rule issues before its start',
    file: 'domain/course.ts',
    from: `const from = [today, startDay]`,
    to: `const from = [today]`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a missed day that is not the newest is caught up',
    file: 'domain/course.ts',
    from: `catchUp === 'issue_today' && isNewest`,
    to: `catchUp === 'issue_today'`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a rule that skips asks',
    file: 'domain/course.ts',
    from: `  if (catchUp === 'skip') return 'left'
`,
    to: ``,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'the emission of today is missed',
    file: 'domain/course.ts',
    from: `if (compare(day, today) >= 0) return 'onItsDay'`,
    to: `if (compare(day, today) > 0) return 'onItsDay'`,
    caughtBy: { test: 'src/domain/course.test.ts' },
  },
  {
    name: 'a boleta of a late day takes the retention of its old year',
    file: 'domain/freeze-boleta.ts',
    from: `retention(grossClp, when.issueDate)`,
    to: `retention(grossClp, when.emissionDay)`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'a boleta with a line of nothing is issued',
    file: 'domain/freeze-boleta.ts',
    from: `lines.some(({ grossClp }) => grossClp === ZERO_CLP)`,
    to: `lines.every(({ grossClp }) => grossClp === ZERO_CLP)`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'a boleta has more lines than its form',
    file: 'domain/freeze-boleta.ts',
    from: `frozen.lines.length > MAX_BOLETA_LINES`,
    to: `frozen.lines.length > MAX_BOLETA_LINES + 1`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'the lines of a late boleta speak of the later month',
    file: 'domain/freeze-boleta.ts',
    from: `serviceMonth: monthServed(rule, when),`,
    to: `serviceMonth: monthServed(rule, { emissionDay: when.issueDate }),`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'a late factura is of the later month',
    file: 'domain/freeze.ts',
    from: `      serviceMonth: monthServed(rule, when),`,
    to: `      serviceMonth: monthServed(rule, { emissionDay: when.issueDate }),`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'the lines of a late factura speak of the later month',
    file: 'domain/freeze.ts',
    from: `const month = monthServed(rule, when)`,
    to: `const month = monthServed(rule, { emissionDay: when.issueDate })`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'a late factura takes the UF of its old day',
    file: 'domain/freeze.ts',
    from: `const rateDay = ufDayOf(rule.ufRateType, when.issueDate)`,
    to: `const rateDay = ufDayOf(rule.ufRateType, when.emissionDay)`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'a factura of the smallest amount is refused',
    file: 'domain/freeze.ts',
    from: `totals.netoClp < MINIMUM_NETO_CLP`,
    to: `totals.netoClp <= MINIMUM_NETO_CLP`,
    caughtBy: { test: 'src/domain/freeze.test.ts' },
  },
  {
    name: 'a document a third above the one before leaves',
    file: 'domain/brakes.ts',
    from: `MOST_DIFFERENCE_PERCENT = 30`,
    to: `MOST_DIFFERENCE_PERCENT = 34`,
    caughtBy: { test: 'src/domain/brakes.test.ts' },
  },
  {
    name: 'the movement of the UF is an odd amount',
    file: 'domain/brakes.ts',
    from: `lineAmount({ quantity, price: { ...price, rateClp } }) ?? clp(0)`,
    to: `amountClp`,
    caughtBy: { test: 'src/domain/brakes.test.ts' },
  },
  {
    name: 'ten documents where there was one are unusual',
    file: 'domain/brakes.ts',
    from: `documents > FEW_DOCUMENTS &&`,
    to: `documents >= FEW_DOCUMENTS &&`,
    caughtBy: { test: 'src/domain/brakes.test.ts' },
  },
  {
    name: 'three times the fullest day is usual',
    file: 'domain/brakes.ts',
    from: `documents >= usual * UNUSUAL_TIMES`,
    to: `documents > usual * UNUSUAL_TIMES`,
    caughtBy: { test: 'src/domain/brakes.test.ts' },
  },
  {
    name: 'the first day of all is unusual',
    file: 'domain/brakes.ts',
    from: `return usual > 0 && documents`,
    to: `return documents`,
    caughtBy: { test: 'src/domain/brakes.test.ts' },
  },
  {
    name: 'the closing hour is in the window',
    file: 'domain/window.ts',
    from: `return hour < window.toHour ? atMs`,
    to: `return hour <= window.toHour ? atMs`,
    caughtBy: { test: 'src/domain/window.test.ts' },
  },
  {
    name: 'a refused clave is used by a chore',
    file: 'server/facturators/turns.ts',
    from: `where clave_state = 'valid' and clave_secret_id is not null`,
    to: `where clave_secret_id is not null`,
    caughtBy: { test: 'src/server/facturators/turns.test.ts' },
  },
  {
    name: 'the last served is served first',
    file: 'server/facturators/turns.ts',
    from: `order by greatest(\${done}, \${tried}) nulls first, id`,
    to: `order by greatest(\${done}, \${tried}) desc nulls last, id`,
    caughtBy: { test: 'src/server/facturators/turns.test.ts' },
  },
  {
    name: 'the same refused clave is tried again at once',
    file: 'server/facturators/connect/clave-guard.ts',
    from: `      if (sameMs !== undefined && clock.now() - sameMs < SAME_CLAVE_MS) return { kind: 'sameClave' }
`,
    to: ``,
    caughtBy: { test: 'src/server/facturators/routes.test.ts' },
  },
  {
    name: 'refusals of strangers bar the owner',
    file: 'server/facturators/store.ts',
    from: `    .select('at')
    .where('organisation_id', '=', organisationId)
`,
    to: `    .select('at')
`,
    caughtBy: { test: 'src/server/facturators/routes.test.ts' },
  },
  {
    name: 'the pause of the portal waits for a sixth organisation',
    file: 'server/facturators/portal-pause.ts',
    from: `if (lately.count < MANY_ORGANISATIONS) return`,
    to: `if (lately.count <= MANY_ORGANISATIONS) return`,
    caughtBy: { test: 'src/server/facturators/portal-pause.test.ts' },
  },
  {
    name: 'a refusal marks the password saved meanwhile',
    file: 'server/facturators/certificate/password.ts',
    from: `    .where('certificate_secret_id', '=', secretId)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'a certificate password saved while the old one is refused is not marked with its refusal',
    },
  },
  {
    name: 'the rule does not say who withholds',
    file: 'domain/freeze-boleta.ts',
    from: `rule.withholder ?? usualWithholder(client.rut)`,
    to: `usualWithholder(client.rut)`,
    caughtBy: { test: 'src/domain/freeze.test.ts', name: 'is withheld by whom the rule names' },
  },
  {
    name: 'a blocked account lets an older clave be tried',
    file: 'server/facturators/refused-clave.ts',
    from: `const isIt = refusal === 'accountBlocked' || (await`,
    to: `const isIt = (await`,
    caughtBy: { test: 'test/engine/facturators/refused-clave.test.ts', name: 'a blocked account' },
  },
  {
    name: 'a refused clave refuses another that is right',
    file: 'server/facturators/refused-clave.ts',
    from: `(await vault.open(db, use)) === clave`,
    to: `(await vault.open(db, use)) !== ''`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'a refused clave is tried by no organisation',
    },
  },
  {
    name: 'a refused clave is tried by the other organisations',
    file: 'server/facturators/refused-clave.ts',
    from: `(await vault.open(db, use)) === clave`,
    to: `(await vault.open(db, use)) !== clave`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'a refused clave is tried by no organisation',
    },
  },
  {
    name: 'a clave that was refused before is opened again',
    file: 'server/facturators/refused-clave.ts',
    from: `    .where('clave_state', '=', 'valid')
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'is not opened again',
    },
  },
  {
    name: 'the claves of other persons are refused',
    file: 'server/facturators/refused-clave.ts',
    from: `    .where('person_rut', '=', person)
    .where('clave_state', '=', 'valid')`,
    to: `    .where('clave_state', '=', 'valid')`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'a refused clave is tried by no organisation',
    },
  },
  {
    name: 'a failed chore is tried again at once',
    file: 'server/facturators/turns.ts',
    from: `(\${tries} = 0 or \${tried} +`,
    to: `(\${tries} >= 0 or \${tried} +`,
    caughtBy: {
      test: 'src/server/facturators/turns.test.ts',
      name: 'that failed after a success of long ago',
    },
  },
  {
    name: 'a chore forgets who suspended their data',
    file: 'server/facturators/turns.ts',
    from: `      and \${notBlocked('facturator.organisation_id')}
`,
    to: ``,
    caughtBy: {
      test: 'src/server/facturators/turns.test.ts',
      name: 'who suspended the use of their data',
    },
  },
  {
    name: 'a lease that has run out commits an intent',
    file: 'server/facturators/lease.ts',
    from: `    .where(
      'lease_until',
      '>',
      place(({ now }) => now),
    )
    .forUpdate(),`,
    to: `    .where(
      'served_at',
      '<=',
      place(({ now }) => now),
    )
    .forUpdate(),`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'a lease is held until it runs out',
    },
  },
  {
    name: 'a rejected certificate password is given out again',
    file: 'server/facturators/certificate/password.ts',
    from: `  if (row.certificate_password_state === 'rejected') return { kind: 'certificatePasswordRejected' }
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'a rejected certificate password',
    },
  },
]
