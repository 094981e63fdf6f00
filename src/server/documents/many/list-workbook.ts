import type { Kysely } from 'kysely'
import type { z } from 'zod'
import {
  DOCUMENT_LIST_PATH,
  documentList,
  MAX_LISTED_DOCUMENTS,
} from '#contract/documents-at-once.ts'
import { DOCUMENT_KINDS } from '#contract/documents.ts'
import { signedPesos } from '#domain/counted.ts'
import { knownDay, knownMonth } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { documentListTexts, type DocumentListTexts } from '#texts/document-list.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../../clock.ts'
import { withinOrganisation } from '../../db/reach.ts'
import type { Schema } from '../../db/schema.ts'
import type { BytesRoute } from '../../http/bytes.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { wallTime } from '../../sheets/wall-time.ts'
import { workbook, type Cell, type Sheet } from '../../sheets/workbook.ts'
import { presentRow } from '../api/presenter.ts'
import {
  countDocuments,
  readDocuments,
  readDocumentsById,
  type DocumentFilter,
  type ListedDocument,
} from '../api/store.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
  limits: Limits
}

type Wish = z.output<typeof documentList>

/** The list of documents as an .xlsx, row by row as it is read. */
export function documentListRoute(needs: Needs): BytesRoute {
  return {
    method: 'POST',
    path: DOCUMENT_LIST_PATH,
    async handle({ session, body, language }) {
      const { organisationId } = session
      await needs.limits.consume('registerDocumentsAccount', `organisation:${organisationId}`)
      const asked = documentList.safeParse(body)
      if (!asked.success) throw new InvalidInput({ filter: ['invalid'] })
      const pages = await pagesOf(needs, organisationId, asked.data)
      const texts = documentListTexts(language)
      const at = wallTime(needs.clock.now())
      return {
        bytes: workbook(sheetsOf(pages, texts), at),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: fill(texts.file, { day: at.dayText }),
        download: true,
      }
    },
  }
}

async function pagesOf(
  needs: Needs,
  organisationId: number,
  wish: Wish,
): Promise<AsyncIterable<ListedDocument[]>> {
  if ('filter' in wish) {
    const filter = filterOf(organisationId, wish.filter)
    if ((await countDocuments(needs, filter)) > MAX_LISTED_DOCUMENTS) {
      throw new Refused(400, 'documentListTooLong')
    }
    return filteredPages(needs, filter)
  }
  const ids = new Set(wish.documents)
  const rows = await readDocumentsById(needs, organisationId, [...ids])
  if (rows.length !== ids.size) throw new NotFound()
  return onePage(rows)
}

type Filter = Extract<Wish, { filter: unknown }>['filter']

function filterOf(organisationId: number, filter: Filter): DocumentFilter {
  return {
    organisationId,
    state: filter.state,
    delivery: filter.delivery,
    payment: filter.payment,
    reaction: filter.reaction,
    kind: filter.document_type && DOCUMENT_KINDS[filter.document_type],
    month: filter.month === undefined ? undefined : knownMonth(filter.month),
    ruleId: filter.rule,
    search: filter.search,
  }
}

async function* onePage(rows: ListedDocument[]): AsyncGenerator<ListedDocument[]> {
  yield rows
}

const PAGE = 500

/** Newest first, as the list shows them. */
async function* filteredPages(
  needs: Needs,
  filter: DocumentFilter,
): AsyncGenerator<ListedDocument[]> {
  let before: { emissionDay: string; id: number } | undefined
  for (let page = 0; page < MAX_LISTED_DOCUMENTS / PAGE; page += 1) {
    const query = { ...filter, before, limit: PAGE }
    const rows = await withinOrganisation(filter.organisationId, () => readDocuments(needs, query))
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    before = { emissionDay: last.emission_day, id: last.id }
  }
}

async function* sheetsOf(
  pages: AsyncIterable<ListedDocument[]>,
  texts: DocumentListTexts,
): AsyncGenerator<Sheet> {
  yield { name: texts.sheet, headings: Object.values(texts.columns), rows: rowsOf(pages, texts) }
}

async function* rowsOf(
  pages: AsyncIterable<ListedDocument[]>,
  texts: DocumentListTexts,
): AsyncGenerator<Cell[]> {
  for await (const rows of pages) for (const row of rows) yield cellsOf(row, texts)
}

/** In the order of the texts' columns. Amounts of a nota de crédito are taken off, as the list shows them. */
function cellsOf(row: ListedDocument, texts: DocumentListTexts): Cell[] {
  const shown = presentRow(row)
  const pesos = (amount: number | null) =>
    amount === null ? null : signedPesos(row.kind, clp(amount))
  return [
    texts.kinds[row.kind],
    shown.folio,
    { day: knownDay(shown.emission_date) },
    shown.service_month,
    shown.company.name,
    shown.company.identifier,
    shown.recipient.name,
    shown.recipient.identifier,
    pesos(shown.neto),
    pesos(shown.iva),
    pesos(shown.total),
    texts.states[shown.state],
    texts.deliveries[shown.delivery],
    shown.payment === null ? null : texts.payments[shown.payment.state],
    shown.rule?.name ?? null,
  ]
}
