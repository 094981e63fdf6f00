import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idInPath } from '#contract/fields.ts'
import {
  MAX_STATEMENT_BYTES,
  STATEMENT_UPLOAD_PATH,
  statementAnswers,
  type statementUpload,
} from '#contract/statements.ts'
import { withinOrganisation } from '../../db/reach.ts'
import { bearerToken, type Authenticate } from '../../http/bearer.ts'
import { API_BASE } from '../../http/calls.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { columnName } from '../../sheets/table.ts'
import type { UploadAnswers } from '../statement/read-upload.ts'
import { takeStatement, type Needs, type Taken } from './take.ts'

type Wire = z.input<typeof statementUpload>
type Answer = Awaited<ReturnType<typeof takeStatement>>

const MAX_NAME = 200
const MAX_ANSWERS = 4_000
const MAX_ROWS_TOLD = 100

/** A bank's file: its bytes are read only once the session, the company's number and the length are known to be good. */
export function serveStatementUpload(
  server: FastifyInstance,
  needs: Needs & { limits: Limits },
  authenticate: Authenticate,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    )
    scope.put(API_BASE + STATEMENT_UPLOAD_PATH, {
      bodyLimit: MAX_STATEMENT_BYTES,
      onRequest: async (request) => {
        request.session = await authenticate(bearerToken(request.headers.authorization))
        const account = `organisation:${request.session.organisationId}`
        await needs.limits.consume('statementAccount', account)
        companyOf(request.params)
      },
      handler: async (request) => {
        const { session } = request
        if (session === null) throw new NotFound()
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const file = { bytes, ...besideOf(request.query) }
        const companyId = companyOf(request.params)
        const answer = await withinOrganisation(session.organisationId, () =>
          takeStatement(needs, session, companyId, file),
        )
        return toWire(answer)
      },
    })
  })
}

function companyOf(params: unknown): number {
  const found = z.object({ id: idInPath }).safeParse(params)
  if (!found.success) throw new NotFound()
  return found.data.id
}

const beside = z.object({
  name: z.string().max(MAX_NAME).default(''),
  answers: z.string().max(MAX_ANSWERS).default('{}'),
})

function besideOf(query: unknown): { fileName: string; answers: UploadAnswers } {
  const found = beside.safeParse(query)
  if (!found.success) throw new InvalidInput({ answers: ['invalid'] })
  const answers = statementAnswers.safeParse(jsonOf(found.data.answers))
  if (!answers.success) throw new InvalidInput({ answers: ['invalid'] })
  const { sheet, header_row, columns, date_order, thousands, only_credits, account } = answers.data
  return {
    fileName: found.data.name.replaceAll('\0', ''),
    answers: {
      sheet,
      headerRow: header_row,
      columns,
      dateOrder:
        date_order === null ? null : date_order === 'day_first' ? 'dayFirst' : 'monthFirst',
      thousands,
      onlyCredits: only_credits,
      account,
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toWire(answer: Answer): Wire {
  if (answer.kind === 'taken') return takenToWire(answer)
  if (answer.kind === 'columns') {
    const { kind, why, preview, headerRow, columns, ask } = answer
    return { kind, why, preview, header_row: headerRow, columns, ask }
  }
  if (answer.kind !== 'faults') return answer
  return {
    kind: 'faults',
    total: answer.total,
    faults: answer.faults.map((fault) => ({ ...fault, column: columnName(fault.column) })),
    offers: answer.offers.map((offer) => (offer === 'monthFirst' ? 'month_first' : offer)),
  }
}

function takenToWire(taken: Taken): Wire {
  const { balances } = taken
  return {
    kind: 'taken',
    statement: taken.statementId,
    first_day: taken.period.firstDay,
    last_day: taken.period.lastDay,
    movements: taken.movements,
    added: taken.added,
    matched: taken.matched,
    review: taken.proposed,
    others: taken.others,
    day_first_taken: taken.isDayFirstTaken,
    invalid_rut_rows: taken.invalidRutRows.slice(0, MAX_ROWS_TOLD),
    broken_balance_rows: balances.kind === 'broken' ? balances.rows.slice(0, MAX_ROWS_TOLD) : [],
  }
}
