import type { TestedMutant } from '../mutant.ts'

/** Faults in who may use a person's portal session, for how long, and who gives way. */
export const LEASE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a lease that another holds is taken from it',
    file: 'server/facturators/lease.ts',
    from: `          eb.or([
            eb('portal_person.lease_until', 'is', null),
            eb('portal_person.lease_until', '<=', instantText(now)),
          ]),`,
    to: `eb.lit(true),`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease is taken at the last millisecond of another',
    file: 'server/facturators/lease.ts',
    from: `eb('portal_person.lease_until', '<=', instantText(now))`,
    to: `eb('portal_person.lease_until', '<=', instantText(now + 1))`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease that has just run out is free a millisecond later',
    file: 'server/facturators/lease.ts',
    from: `eb('portal_person.lease_until', '<=', instantText(now))`,
    to: `eb('portal_person.lease_until', '<', instantText(now))`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease taken over keeps the epoch of whoever had it',
    file: 'server/facturators/lease.ts',
    from: `        .doUpdateSet({
          epoch: NEXT_EPOCH,
`,
    to: `        .doUpdateSet({
`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a superseded holder still holds the lease',
    file: 'server/facturators/lease.ts',
    from: `    .where(
      'epoch',
      '=',
      place(({ epoch }) => epoch),
    )`,
    to: `    .where(
      'epoch',
      '>=',
      place(({ epoch }) => epoch),
    )`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease is held while another takes it over',
    file: 'server/facturators/lease.ts',
    from: `      place(({ now }) => now),
    )
    .forUpdate(),`,
    to: `      place(({ now }) => now),
    ),`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'the heartbeat renews the lease of whoever came after',
    file: 'server/facturators/lease.ts',
    from: `      .where('person_rut', '=', lease.person)
      .where('epoch', '=', lease.epoch)
      .executeTakeFirst()`,
    to: `      .where('person_rut', '=', lease.person)
      .executeTakeFirst()`,
    caughtBy: {
      test: 'test/engine/facturators/turns.test.ts',
      name: 'a superseded holder takes nothing more: another is at work in the person’s session',
    },
  },
  {
    name: 'a superseded holder frees the lease of whoever came after',
    file: 'server/facturators/lease.ts',
    from: `    .where('epoch', '=', lease.epoch)
    .execute()`,
    to: `    .execute()`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease is not renewed',
    file: 'server/facturators/lease.ts',
    from: `    if (ended.aborted || !(await renew(needs, lease))) return`,
    to: `    if (ended.aborted || lease.epoch > 0) return`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a renewed lease ends by the clock of when it was taken',
    file: 'server/facturators/lease.ts',
    from: `    lease.extend(startedAtMs + LEASE_MS)
`,
    to: ``,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease found gone is reckoned to last on',
    file: 'server/facturators/lease.ts',
    from: `      lease.extend(Number.NEGATIVE_INFINITY)
`,
    to: ``,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease is reckoned from the moment it was answered',
    file: 'server/facturators/lease.ts',
    from: `let untilMs = claimedAtMs + LEASE_MS`,
    to: `let untilMs = claimedAtMs * 0 + clock.monotonicMs() + LEASE_MS`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'a lease outlives its last millisecond',
    file: 'server/facturators/lease.ts',
    from: `clock.monotonicMs() + ms < untilMs`,
    to: `clock.monotonicMs() + ms <= untilMs`,
    caughtBy: { test: 'test/engine/facturators/leases.test.ts' },
  },
  {
    name: 'what a stranger tries takes the turn of the person',
    file: 'server/facturators/lease.ts',
    from: `isStranger ? {} : { served_at: instantText(now) }`,
    to: `{ served_at: instantText(isStranger ? now : now) }`,
    caughtBy: { test: 'src/server/facturators/routes.test.ts' },
  },
  {
    name: 'a user who waits for the session is told nobody',
    file: 'server/facturators/visit.ts',
    from: `    if (!who.isStranger) asked ??= await wish(needs, who.person, patienceMs)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/facturators/turns.test.ts',
      name: 'a user who waits for the person’s session gets it before the next document',
    },
  },
  {
    name: 'a stranger who waits keeps the person’s own work waiting',
    file: 'server/facturators/visit.ts',
    from: `if (!who.isStranger) asked ??=`,
    to: `asked ??=`,
    caughtBy: { test: 'src/server/facturators/routes.test.ts' },
  },
  {
    name: 'a user who got the session goes on keeping the others waiting',
    file: 'server/facturators/visit.ts',
    from: `    if (done !== null && asked !== null) await takeBackWish(needs, who.person, asked)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/facturators/turns.test.ts',
      name: 'a user who waits for the person’s session gets it before the next document',
    },
  },
  {
    name: 'one user’s wish fulfilled takes back that of another',
    file: 'server/facturators/visit.ts',
    from: `    .where('asked_until', '=', until)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/facturators/turns.test.ts',
      name: 'a user who got the session leaves the wish of another who waits for it',
    },
  },
]
