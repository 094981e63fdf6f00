import type { TestedMutant } from '../../mutant.ts'
import { PORTAL_AWAY_MUTANTS } from './away.ts'
import { LIST_MUTANTS } from './lists.ts'

/** Faults in what is taken for a document at the portal, and in setbacks there. */
export const PORTAL_MUTANTS: readonly TestedMutant[] = [
  ...PORTAL_AWAY_MUTANTS,
  ...LIST_MUTANTS,
  {
    name: 'a number of another kind is claimed',
    file: 'server/documents/portal/portal-step.ts',
    from: `    .where('document.kind', '=', row.kind)
    .where('document.folio', 'in', [...folios])`,
    to: `    .where('document.folio', 'in', [...folios])`,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number of a document of another kind',
    },
  },
  {
    name: 'a number of another company is claimed',
    file: 'server/documents/portal/portal-step.ts',
    from: `    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a number of a document of another company',
    },
  },
  {
    name: 'the boleta of another person with that number is claimed',
    file: 'server/documents/portal/portal-step.ts',
    from: `    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'the number of a boleta is claimed by its own person alone',
    },
  },
  {
    name: 'a setback hides that a document is in doubt',
    file: 'server/documents/portal/portal-step.ts',
    from: `  if (setback.kind !== 'later') return setback.reason
  if`,
    to: `  return setback.reason
  if`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a document in doubt is not decided before the session that sent it is closed',
    },
  },
  {
    name: 'what only its user can mend is tried again',
    file: 'server/documents/portal/portal-step.ts',
    from: `  if (setback.kind === 'hold') return null
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'an erased clave holds what waits, and nobody says that the SII refused it',
    },
  },
  {
    name: 'the waits after a setback do not grow',
    file: 'server/documents/portal/portal-step.ts',
    from: `FIRST_WAIT_MS * 2 ** Math.min(tries, 10)`,
    to: `FIRST_WAIT_MS`,
    caughtBy: { test: 'src/server/documents/portal/portal-step.test.ts' },
  },
  {
    name: 'the waits after twelve tries do not grow',
    file: 'server/documents/portal/portal-step.ts',
    from: `const wait = tries + 1 < MOST_TRIES ? growing : RARE_WAIT_MS`,
    to: `const wait = growing`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'a portal away for hours is tried with growing waits, after twelve only every hour',
    },
  },
  {
    name: 'one of another client is taken for the document',
    file: 'server/documents/portal/portal-step.ts',
    from: `      row.recipient === content.recipient.rut &&
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'to another client cannot be the document',
    },
  },
  {
    name: 'one of another day is taken for the document',
    file: 'server/documents/portal/portal-step.ts',
    from: `      row.issueDate === content.issueDate &&
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'of another day cannot be the document',
    },
  },
  {
    name: 'one of another amount is taken for the document',
    file: 'server/documents/portal/portal-step.ts',
    from: ` &&
      row.totalClp === contentTotal(content),`,
    to: `,`,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'over another amount cannot be the document',
    },
  },
  {
    name: 'what the SII said to the lost request is written over',
    file: 'server/documents/portal/portal-step.ts',
    from: `const isKept = isUncertain && told === row.reason`,
    to: `const isKept = false`,
    caughtBy: {
      test: 'test/engine/portal/setbacks.test.ts',
      name: 'in doubt goes on showing what the SII said',
    },
  },
  {
    name: 'a document in doubt fails by what the portal says later',
    file: 'server/documents/portal/portal-step.ts',
    from: `if (setback.kind === 'fail' && row.state === 'queued') {`,
    to: `if (setback.kind === 'fail') {`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'company-refused while its answer is lost',
    },
  },
  {
    name: 'an uncertain document whose list is closed waits past its limit',
    file: 'server/documents/portal/portal-step.ts',
    from: `Math.min(clock.now() + waitAfter(row.tries, random), untilMs)`,
    to: `clock.now() + waitAfter(row.tries, random)`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'never says that nothing was issued',
    },
  },
  {
    name: 'nobody is told that the list could not be read for two hours',
    file: 'server/documents/portal/portal-step.ts',
    from: `  if (isOver && !isAskedByList(row)) return 'lookFailing'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'never says that nothing was issued',
    },
  },
  {
    name: 'a pause that the SII asked for is not kept',
    file: 'server/documents/portal/portal-step.ts',
    from: `const atMs = Math.max(askedForMs, waitedMs)`,
    to: `const atMs = waitedMs`,
    caughtBy: {
      test: 'test/engine/portal/setbacks.test.ts',
      name: 'comes in the hours when the SII wants a pause',
    },
  },
  {
    name: 'what a person confirmed at night waits for the morning after a fault of seconds',
    file: 'server/documents/portal/portal-step.ts',
    from: ` && !isConfirmed`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'at once after a fault of seconds',
    },
  },
  {
    name: 'a retry is placed at night',
    file: 'server/documents/portal/portal-step.ts',
    from: `return instantText(isInHours ? nextInWindow(window, atMs) : atMs)`,
    to: `return instantText(atMs)`,
    caughtBy: {
      test: 'test/engine/portal/setbacks.test.ts',
      name: 'waits for the morning when the SII wants a pause',
    },
  },
  {
    name: 'the number of another client is taken at the portal',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `row.folio === folio && row.recipient === recipient`,
    to: `row.folio === folio`,
    caughtBy: { test: 'test/engine/portal/portal-desks.test.ts', name: 'to the same client alone' },
  },
  {
    name: 'a factura to another client is adopted',
    file: 'server/documents/portal/signed-adapter.ts',
    from: ` &&
    seen.recipient.rut === content.recipient.rut
`,
    to: `
`,
    caughtBy: { test: 'test/engine/portal/portal-desks.test.ts', name: 'to the same client alone' },
  },
  {
    name: 'a verified password is verified at each signature',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `if (!password.isVerified) await mark`,
    to: `if (password.isVerified) await mark`,
    caughtBy: {
      test: 'test/engine/issue/issue.test.ts',
      name: 'issues one factura, verified and filed',
    },
  },
  {
    name: 'a rival of a factura is looked for among notas',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `content.kind === 'notaCredito'
        ? findRival`,
    to: `content.kind === 'notaCredito' && claimed === undefined
        ? findRival`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'annulled at the portal, nothing of it is lowered',
    },
  },
  {
    name: 'a boleta of another amount is adopted',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `row.isAnnulled || row.totalClp !== content.grossClp`,
    to: `row.isAnnulled`,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'over another amount is none to adopt',
    },
  },
  {
    name: 'an annulled boleta is adopted',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `row.isAnnulled || row.totalClp !== content.grossClp`,
    to: `row.totalClp !== content.grossClp`,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'that is annulled is none to adopt',
    },
  },
  {
    name: 'another gross of a boleta is not compared',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `    ['bruto', content.grossClp, seen.grossClp],
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'with another gross differs',
    },
  },
  {
    name: 'another recipient of a boleta is not compared',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `    ['RUT', content.recipient.rut, seen.recipient],
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'with another recipient differs',
    },
  },
  {
    name: 'another retention of a boleta is not compared',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `if (retention === null) return null`,
    to: `if (retention !== '') return null`,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'with another retention differs',
    },
  },
  {
    name: 'a boleta without a shown retention asks where its issuer pays',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `content.withholder === 'issuer' && seen.retentionClp === ZERO_CLP`,
    to: `content.withholder === null`,
    caughtBy: {
      test: 'test/engine/portal/portal-desks.test.ts',
      name: 'that shows no retention is no other',
    },
  },
  {
    name: 'a preview that differs fails what left the queue',
    file: 'server/documents/portal/preview-difference.ts',
    from: `    if (row?.state !== 'queued') return
`,
    to: `    if (row === null) return
`,
    caughtBy: {
      test: 'test/engine/portal/setbacks.test.ts',
      name: 'left the queue while its preview was compared',
    },
  },
  {
    name: 'a preview that differs is tried again by itself',
    file: 'server/documents/portal/preview-difference.ts',
    from: `      next_try_at: null,
`,
    to: `      next_try_at: row.next_try_at,
`,
    caughtBy: {
      test: 'test/engine/portal/setbacks.test.ts',
      name: 'another preview fails and is not tried again',
    },
  },
]
