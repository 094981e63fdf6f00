import type { Mutant } from '../mutant.ts'

/** Faults in what a person orders: to issue, stop, restore, move, adopt or decide. */
export const OPEN_ACTIONS_MUTANTS: readonly Mutant[] = [
  {
    name: 'a number that a person told is believed of every try',
    file: 'server/documents/actions/actions.ts',
    from: `    .set({ pointed_folio: folio })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where('outcome', '=', 'uncertain')`,
    to: `    .set({ pointed_folio: folio })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)`,
  },
  {
    name: 'what was said not to be issued leaves with its old date',
    file: 'server/documents/actions/actions.ts',
    from: `    if (isToday || row.told_folio !== null) return true
`,
    to: `    return true
`,
  },
  {
    name: 'an annulment covers up the alarm about a second number',
    file: 'server/documents/actions/actions.ts',
    from: `reason: isAlarm ? row.reason : null`,
    to: `reason: null`,
  },
  {
    name: 'the clave of one person resumes the documents of another',
    file: 'server/documents/actions/actions.ts',
    from: `    .where('person_rut', '=', person.personRut)
    .where('next_try_at', 'is', null)`,
    to: `    .where('next_try_at', 'is', null)`,
  },
  {
    name: 'a clave that works resumes what waits for another word',
    file: 'server/documents/actions/actions.ts',
    from: `    .where('reason', 'in', [
      'claveMissing',
      'claveRejected',
      'accountBlocked',
      'portalInterstitial',
      'certificateMissing',
      'certificatePasswordMissing',
      'certificatePasswordRejected',
      'numbersUnused',
    ])
`,
    to: ``,
  },
  {
    name: 'the edit of a rule reaches what is of the past',
    file: 'server/documents/actions/actions.ts',
    from: `    .where('issue_day', '>=', dayInChile(clock.now()))
`,
    to: ``,
  },
  {
    name: 'a client who left the rule is billed after an edit',
    file: 'server/documents/actions/actions.ts',
    from: `if (row.client_id === null || !kept.has(row.client_id)) {`,
    to: `if (row.client_id === null) {`,
  },
  {
    name: 'a pause leaves what is queued',
    file: 'server/documents/actions/actions.ts',
    from: `['planned', 'needs_data', 'waiting', 'queued'])
    .orderBy`,
    to: `['planned', 'needs_data', 'waiting'])
    .orderBy`,
  },
  {
    name: 'a person tries again on another date than they saw',
    file: 'server/documents/actions/order-issue.ts',
    from: `  if (!isTold && shown !== undefined && shown !== ordered.day) return 'otherDate'
`,
    to: ``,
  },
  {
    name: 'a total that nobody saw is approved',
    file: 'server/documents/actions/order-issue.ts',
    from: `  if (row.state !== 'waiting' && row.state !== 'queued') return row
`,
    to: ``,
  },
  {
    name: 'what is planned for another day is ordered for today',
    file: 'server/documents/actions/order-issue.ts',
    from: `return own === null ? departure : null`,
    to: `return departure`,
  },
  {
    name: 'a document that asks nothing is adopted',
    file: 'server/documents/actions/adopt.ts',
    from: `if (!isAsked || row.reason !== 'looksRepeated') return false`,
    to: `if (!isAsked) return false`,
  },
  {
    name: 'one of our own is adopted',
    file: 'server/documents/actions/adopt.ts',
    from: `alike.documentId === null && alike.folio === folio`,
    to: `alike.folio === folio`,
  },
  {
    name: 'a stopped document of a past month comes back',
    file: 'server/documents/actions/restore.ts',
    from: `  if (compare(monthOf(own), monthOf(today)) < 0) return null
`,
    to: ``,
  },
  {
    name: 'what was tried comes back with its rule',
    file: 'server/documents/actions/restore.ts',
    from: ` || (await wasTried(trx, row))) continue`,
    to: `) continue`,
  },
  {
    name: 'what a person stopped comes back with the rule',
    file: 'server/documents/actions/restore.ts',
    from: `if (row?.state !== 'skipped' || row.reason !== 'rulePaused') continue`,
    to: `if (row?.state !== 'skipped') continue`,
  },
  {
    name: 'a month is issued now after the last of its times',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (emissionsLeft !== null && emissionsLeft <= 0) return false
`,
    to: ``,
  },
  {
    name: 'a month issued now carries another date than was seen',
    file: 'server/documents/actions/rule-months.ts',
    from: `    if (isOtherDate(needs, rule.companyId, shown)) return 'otherDate'
`,
    to: ``,
  },
  {
    name: 'a stopped month is resumed beside a second document',
    file: 'server/documents/actions/resume-rule.ts',
    from: `if (emissionDay !== null && ofMonth.length === 0) {`,
    to: `if (emissionDay !== null) {`,
  },
  {
    name: 'an incomplete rule is resumed with its month',
    file: 'server/documents/actions/resume-rule.ts',
    from: `    if (emissionDay !== null && !rule.isComplete) return { kind: 'refused', why: 'ruleIncomplete' }
`,
    to: ``,
  },
  {
    name: 'a nota is ordered over another total than was shown',
    file: 'server/documents/actions/order-nota.ts',
    from: `    if (content.totalClp !== totalClp) return { kind: 'otherTotal', totalClp: content.totalClp }
`,
    to: ``,
  },
  {
    name: 'a correction of text goes through the portal',
    file: 'server/documents/actions/order-nota.ts',
    from: `const isByHandOnly = wish.code === 2 || (await`,
    to: `const isByHandOnly = (await`,
  },
  {
    name: 'a nota told by a person leaves its failed one beside it',
    file: 'server/documents/actions/order-nota.ts',
    from: `    await leaveFailed(trx, clock, userId, at.organisationId, notas)
`,
    to: ``,
  },
]
