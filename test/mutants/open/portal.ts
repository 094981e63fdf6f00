import type { Mutant } from '../mutant.ts'

/** Faults in what is taken for a document at the portal, and in setbacks there. */
export const OPEN_PORTAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'one of another client is taken for the document',
    file: 'server/documents/portal/portal-step.ts',
    from: `      row.recipient === content.recipient.rut &&
`,
    to: ``,
  },
  {
    name: 'one of another day is taken for the document',
    file: 'server/documents/portal/portal-step.ts',
    from: `      row.issueDate === content.issueDate &&
`,
    to: ``,
  },
  {
    name: 'one of another amount is taken for the document',
    file: 'server/documents/portal/portal-step.ts',
    from: ` &&
      row.totalClp === contentTotal(content),`,
    to: `,`,
  },
  {
    name: 'what the SII said to the lost request is written over',
    file: 'server/documents/portal/portal-step.ts',
    from: `const isKept = isUncertain && told === row.reason`,
    to: `const isKept = false`,
  },
  {
    name: 'a document in doubt fails by what the portal says later',
    file: 'server/documents/portal/portal-step.ts',
    from: `if (setback.kind === 'fail' && row.state === 'queued') {`,
    to: `if (setback.kind === 'fail') {`,
  },
  {
    name: 'an uncertain document whose list is closed waits past its limit',
    file: 'server/documents/portal/portal-step.ts',
    from: `Math.min(clock.now() + waitAfter(row.tries, random), untilMs)`,
    to: `clock.now() + waitAfter(row.tries, random)`,
  },
  {
    name: 'nobody is told that the list could not be read for two hours',
    file: 'server/documents/portal/portal-step.ts',
    from: `  if (isOver && !isAskedByList(row)) return 'lookFailing'
`,
    to: ``,
  },
  {
    name: 'a pause that the SII asked for is not kept',
    file: 'server/documents/portal/portal-step.ts',
    from: `const atMs = Math.max(askedForMs, waitedMs)`,
    to: `const atMs = waitedMs`,
  },
  {
    name: 'a retry is placed at night',
    file: 'server/documents/portal/portal-step.ts',
    from: `return instantText(isIssued ? nextInWindow(window, atMs) : atMs)`,
    to: `return instantText(atMs)`,
  },
  {
    name: 'the number of another client is taken at the portal',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `row.folio === folio && row.recipient === recipient`,
    to: `row.folio === folio`,
  },
  {
    name: 'a factura to another client is adopted',
    file: 'server/documents/portal/signed-adapter.ts',
    from: ` &&
    seen.recipient.rut === content.recipient.rut
`,
    to: `
`,
  },
  {
    name: 'a verified password is verified at each signature',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `if (!password.isVerified) await mark`,
    to: `if (password.isVerified) await mark`,
  },
  {
    name: 'a rival of a factura is looked for among notas',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `content.kind === 'notaCredito'
        ? findRival`,
    to: `content.kind === 'notaCredito' && claimed === undefined
        ? findRival`,
  },
  {
    name: 'a boleta of another amount is adopted',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `row.isAnnulled || row.totalClp !== content.grossClp`,
    to: `row.isAnnulled`,
  },
  {
    name: 'an annulled boleta is adopted',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `row.isAnnulled || row.totalClp !== content.grossClp`,
    to: `row.totalClp !== content.grossClp`,
  },
  {
    name: 'another gross of a boleta is not compared',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `    ['bruto', content.grossClp, seen.grossClp],
`,
    to: ``,
  },
  {
    name: 'another recipient of a boleta is not compared',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `    ['RUT', content.recipient.rut, seen.recipient],
`,
    to: ``,
  },
  {
    name: 'another retention of a boleta is not compared',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `if (retention === null) return null`,
    to: `if (retention !== '') return null`,
  },
  {
    name: 'a boleta without a shown retention asks where its issuer pays',
    file: 'server/documents/portal/boleta-adapter.ts',
    from: `content.withholder === 'issuer' && seen.retentionClp === ZERO_CLP`,
    to: `content.withholder === null`,
  },
  {
    name: 'a preview that differs fails what left the queue',
    file: 'server/documents/portal/preview-difference.ts',
    from: `    if (row?.state !== 'queued') return
`,
    to: `    if (row === null) return
`,
  },
  {
    name: 'a preview that differs is tried again by itself',
    file: 'server/documents/portal/preview-difference.ts',
    from: `      next_try_at: null,
`,
    to: `      next_try_at: row.next_try_at,
`,
  },
]
