import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  RULE_FILE_PATH,
  MAX_RULE_FILE_BYTES,
  ruleFileQuery,
  type ruleFileReply,
} from '#contract/rule-bulk.ts'
import { dayInChile, monthOf } from '#domain/day.ts'
import type { Language } from '#texts/language.ts'
import { ruleFileTexts } from '#texts/rule-file.ts'
import { fill } from '#texts/translation.ts'
import { uploadTexts } from '#texts/uploads.ts'
import type { Authenticate } from '../http/bearer.ts'
import type { BytesRoute } from '../http/bytes.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { BYTES_OVER_LIMIT, serveUploadedBytes } from '../http/uploaded-bytes.ts'
import { sayIn } from '../rules/api/from-wire.ts'
import { makeShownChange, previewChange } from '../rules/bulk/change-rules.ts'
import { differenceToWire, reachableMonth } from '../rules/bulk/routes.ts'
import type { SaveNeeds } from '../rules/save.ts'
import { viewRules, type RuleView } from '../rules/view.ts'
import { wallTime } from '../sheets/wall-time.ts'
import type { RuleFileFault, RuleFileRefusal } from './read-rule-file.ts'
import { readInThread } from './reader.ts'
import type { RuleOnSheet } from './rule-sheet.ts'
import { ruleWorkbook } from './rule-workbook.ts'

type Needs = SaveNeeds & {
  limits: Limits
  /** Throws Refused while nothing may be dated by this process's clock. */
  requireRightClock(): Promise<void>
}

/** All rules as an .xlsx to be edited. */
export function ruleFileRoute(needs: Needs): BytesRoute {
  return {
    path: RULE_FILE_PATH,
    async handle({ session, language }) {
      const { organisationId } = session
      await needs.limits.consume('uploadAccount', `organisation:${organisationId}`)
      const rules = await rulesOnSheet(needs, organisationId)
      const texts = ruleFileTexts(language)
      const at = wallTime(needs.clock.now())
      return {
        bytes: ruleWorkbook(rules, texts, at),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: fill(texts.file, { day: at.dayText }),
        download: true,
      }
    },
  }
}

/** The edited file. Nothing of it is kept. */
export function serveRuleFiles(
  server: FastifyInstance,
  needs: Needs,
  authenticate: Authenticate,
): void {
  serveUploadedBytes(
    server,
    { limits: needs.limits, authenticate },
    {
      method: 'POST',
      path: RULE_FILE_PATH,
      maxBytes: MAX_RULE_FILE_BYTES + BYTES_OVER_LIMIT,
      limit: 'uploadAccount',
      paramsOf: () => null,
      handle: async ({ session, query: asked, bytes, language }) => {
        const query = ruleFileQuery.safeParse(asked)
        if (!query.success) throw new InvalidInput({ from: ['invalid'] })
        return takeFile(needs, session, { bytes, language, ...query.data })
      },
    },
  )
}

type Reply = z.input<typeof ruleFileReply>

async function takeFile(
  needs: Needs,
  session: Session,
  {
    bytes,
    name,
    from,
    digest,
    language,
  }: z.output<typeof ruleFileQuery> & { bytes: Buffer; language: Language },
): Promise<Reply> {
  const say = sayIn(language)
  const month = reachableMonth(from, monthOf(dayInChile(needs.clock.now())), say)
  const rules = await rulesOnSheet(needs, session.organisationId)
  const fileName = name.replaceAll('\0', '')
  const read = await readInThread({ bytes, fileName, rules })
  if (read.kind === 'refused') {
    return { kind: 'refused', text: refusalOf(read.reason, language) }
  }
  if (read.kind === 'faults') {
    const faults = read.faults.slice(0, MAX_FAULTS_SHOWN).map((one) => faultToWire(one, language))
    return { kind: 'faults', count: read.faults.length, faults }
  }
  const other_sheets = read.otherSheets
  if (read.rules.length === 0) return { kind: 'shown', digest: '', rules: [], other_sheets }
  // In one order, whatever the rows' order is.
  const changed = read.rules.toSorted((a, b) => a.ruleId - b.ruleId)
  const wish = {
    ruleIds: changed.map(({ ruleId }) => ruleId),
    change: { kind: 'file' as const, from: month, rules: changed },
  }
  if (digest === undefined) {
    const shown = await previewChange(needs, session, wish, say)
    if (shown === null) throw new NotFound()
    const { digest: shownDigest, differences } = shown
    return {
      kind: 'shown',
      digest: shownDigest,
      rules: differences.map(differenceToWire),
      other_sheets,
    }
  }
  await needs.requireRightClock()
  const made = await makeShownChange(needs, session, wish, digest, say)
  if (made === null) throw new NotFound()
  return { kind: 'done', rules: made.differences.map(differenceToWire) }
}

/** A file with more is as wrong as it can be; the count says how many there are. */
const MAX_FAULTS_SHOWN = 500

/** What uploads say, but for the headings and the limits, which are those of another file. */
function refusalOf(reason: RuleFileRefusal, language: Language): string {
  const texts = ruleFileTexts(language)
  if (reason === 'noHeadings' || reason === 'severalColumns') return texts[reason]
  if (reason === 'tooManyRows' || reason === 'tooManyColumns' || reason === 'tooManyCells') {
    return texts.tooManyRows
  }
  return uploadTexts(language).refusals[reason]
}

function faultToWire({ cause, values, ...at }: RuleFileFault, language: Language) {
  const all: Record<string, { cause: string; instead: string }> = {
    ...uploadTexts(language).faults,
    ...ruleFileTexts(language).faults,
  }
  const texts = all[cause]
  if (texts === undefined) throw new Error(`No text for ${cause}`)
  const said = { value: at.value, ...values }
  return { ...at, cause: fill(texts.cause, said), instead: fill(texts.instead, said) }
}

async function rulesOnSheet(needs: Needs, organisationId: number): Promise<RuleOnSheet[]> {
  const views = await viewRules(needs, organisationId, {})
  return views.map(onSheet)
}

/** More names make no cell easier to read. */
const MAX_CLIENTS_NAMED = 3

function onSheet(view: RuleView): RuleOnSheet {
  const names = view.clients.map(({ client }) => client.name)
  const more = names.length - MAX_CLIENTS_NAMED
  return {
    id: view.id,
    name: view.name,
    company: view.company.name,
    clients: names.slice(0, MAX_CLIENTS_NAMED).join(', ') + (more > 0 ? ` +${more}` : ''),
    day: view.schedule.rule === 'EXACT' ? view.schedule.dayOfMonth : view.schedule.rule,
    isPaused: view.isPaused,
    lines: view.lines.map((line) => ({
      order: line.order,
      detail: line.name,
      currency: line.currency,
      quantity: line.quantityIsFixed ? line.quantity : null,
      price: line.priceIsFixed ? line.price : null,
    })),
  }
}
