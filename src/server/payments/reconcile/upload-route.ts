import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idInPath } from '#contract/fields.ts'
import {
  MAX_STATEMENT_BYTES,
  STATEMENT_UPLOAD_PATH,
  statementAnswers,
  type statementUpload,
} from '#contract/statements.ts'
import type { Authenticate } from '../../http/bearer.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { fileNameBeside, serveUploadedBytes } from '../../http/uploaded-bytes.ts'
import { columnName } from '../../sheets/table.ts'
import { takeStatement, type Needs, type Taken, type UploadedFile } from './take.ts'

type Wire = z.input<typeof statementUpload>
type Answer = Awaited<ReturnType<typeof takeStatement>>

const MAX_ANSWERS = 4_000
const MAX_ROWS_TOLD = 100

/** A bank's file. */
export function serveStatementUpload(
  server: FastifyInstance,
  needs: Needs & { limits: Limits },
  authenticate: Authenticate,
): void {
  serveUploadedBytes(
    server,
    { limits: needs.limits, authenticate },
    {
      method: 'PUT',
      path: STATEMENT_UPLOAD_PATH,
      maxBytes: MAX_STATEMENT_BYTES,
      limit: 'statementAccount',
      paramsOf: companyOf,
      handle: async ({ session, params: companyId, query, bytes }) =>
        toWire(await takeStatement(needs, session, companyId, { bytes, ...besideOf(query) })),
    },
  )
}

function companyOf(params: unknown): number {
  const found = z.object({ id: idInPath }).safeParse(params)
  if (!found.success) throw new NotFound()
  return found.data.id
}

const beside = z.object({
  name: fileNameBeside,
  answers: z.string().max(MAX_ANSWERS).default('{}'),
})

function besideOf(query: unknown): { fileName: string; answers: UploadedFile['answers'] } {
  const found = beside.safeParse(query)
  if (!found.success) throw new InvalidInput({ answers: ['invalid'] })
  const answers = statementAnswers.safeParse(jsonOf(found.data.answers))
  if (!answers.success) throw new InvalidInput({ answers: ['invalid'] })
  const { sheet, header_row, columns, date_order, thousands, only_credits, account, own_account } =
    answers.data
  return {
    fileName: found.data.name,
    answers: {
      sheet,
      headerRow: header_row,
      columns,
      dateOrder:
        date_order === null ? null : date_order === 'day_first' ? 'dayFirst' : 'monthFirst',
      thousands,
      onlyCredits: only_credits,
      account,
      isOwnAccount: own_account,
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
