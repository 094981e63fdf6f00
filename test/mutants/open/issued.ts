import type { Mutant } from '../mutant.ts'

/** Faults after the document is issued: its files, and annulling it. */
export const OPEN_ISSUED_MUTANTS: readonly Mutant[] = [
  {
    name: 'differences that were accepted once accept others',
    file: 'server/documents/issued/file.ts',
    from: `saidAccepted.parse(data).detail === detail`,
    to: `saidAccepted.parse(data).detail !== ''`,
  },
  {
    name: 'what another document accepted is accepted here',
    file: 'server/documents/issued/file.ts',
    from: `    .where('document_id', '=', row.id)
    .where('kind', '=', 'fileAccepted')`,
    to: `    .where('kind', '=', 'fileAccepted')`,
  },
  {
    name: 'an XML that is not proved is kept',
    file: 'server/documents/issued/file.ts',
    from: `if (failed.length > 0)`,
    to: `if (failed.length > 99)`,
  },
  {
    name: 'an XML that cannot be verified is kept',
    file: 'server/documents/issued/file.ts',
    from: `  if (verification.kind === 'refused') {`,
    to: `  if (verification.kind === 'refused' && verification.reason.length > 999) {`,
  },
  {
    name: 'an XML of another number is kept',
    file: 'server/documents/issued/file.ts',
    from: `  if (dte.folio !== folio) return unproved(\`folio: \${dte.folio}\`)
`,
    to: ``,
  },
  {
    name: 'an XML of other parties asks to be accepted',
    file: 'server/documents/issued/file.ts',
    from: `return differences.some(({ field }) => IDENTITY.has(field))`,
    to: `return differences.length < 0`,
  },
  {
    name: 'a number made at the portal is compared with what was asked',
    file: 'server/documents/issued/file.ts',
    from: `isTaken ? compareSums(document, content) : compareWith`,
    to: `isTaken ? compareWith(document, content) : compareWith`,
  },
  {
    name: 'the alarm about a second number ends with the files',
    file: 'server/documents/issued/file.ts',
    from: `  'twinFound',
  'annulmentRefused',`,
    to: `  'annulmentRefused',`,
  },
  {
    name: 'the refusal of an annulment ends with the files',
    file: 'server/documents/issued/file.ts',
    from: `  'annulmentRefused',
`,
    to: ``,
  },
  {
    name: 'an XML that is not proved is never looked at again',
    file: 'server/documents/issued/file.ts',
    from: `isAsked ? null : instantText(clock.now() + LOOK_AGAIN_MS)`,
    to: `null`,
  },
  {
    name: 'an annulment is sent beside a stop that is being answered',
    file: 'server/documents/issued/annul.ts',
    from: `        ask(stopsLock(seen)),
`,
    to: `        Promise.resolve([]),
`,
  },
  {
    name: 'an annulment taken back meanwhile is sent',
    file: 'server/documents/issued/annul.ts',
    from: `row?.state !== 'issued' || row.annulment !== 'wanted'`,
    to: `row?.state !== 'issued'`,
  },
  {
    name: 'a process that ends still annuls',
    file: 'server/documents/issued/annul.ts',
    from: `  if (needs.sends.isEnding()) return
`,
    to: ``,
  },
  {
    name: 'an annulment is sent again before its session is closed',
    file: 'server/documents/issued/annul.ts',
    from: `    if (closed.kind !== 'ok') {`,
    to: `    if (closed.kind === 'claveMissing') {`,
  },
  {
    name: 'a boleta of another amount is annulled',
    file: 'server/documents/issued/annul.ts',
    from: `grossClp !== null && grossClp !== contentTotal(document.content)`,
    to: `grossClp !== null && grossClp < 0`,
  },
  {
    name: 'an annulment never sent counts as a try',
    file: 'server/documents/issued/annul.ts',
    from: `row.annulment_tries - 1`,
    to: `row.annulment_tries`,
  },
  {
    name: 'a late refusal ends an annulment that is done',
    file: 'server/documents/issued/annul.ts',
    from: `    if (row.annulment === null) return
`,
    to: ``,
  },
  {
    name: 'the files are forgotten with a refused annulment',
    file: 'server/documents/issued/annul.ts',
    from: `row.files_state === 'wanted' ? instantText(clock.now()) : null`,
    to: `null`,
  },
  {
    name: 'a lost annulment is looked at before it can be there',
    file: 'server/documents/issued/annul.ts',
    from: `instantText(clock.now() + timing.sendLimitMs + timing.quietMs)`,
    to: `instantText(clock.now())`,
  },
]
