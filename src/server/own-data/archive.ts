import { dayInChile, formatDay } from '#domain/day.ts'
import type { Language } from '#texts/language.ts'
import { ownDataTexts, type OwnDataTexts } from '#texts/own-data.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../clock.ts'
import type { Db, Owner } from './owner.ts'
import { accountOf, filesOf, rowsOf, type StoredFile } from './read-rows.ts'
import { sheetsOf } from './sheets.ts'
import { EXPORTED } from './tables.ts'
import { uploadsOf } from './upload-files.ts'
import { vouchersOf } from './vouchers.ts'
import { workbook } from '../sheets/workbook.ts'
import { wallTime } from '../sheets/wall-time.ts'
import { zip, type ZipEntry } from '../sheets/zip.ts'

/**
 * Everything that is kept of the owner, as it is read: nothing of it waits in memory but a page. What changes
 * meanwhile may be in it as it was or as it is.
 */
export function archiveOf(
  { db, clock }: { db: Db; clock: Clock },
  owner: Owner,
  language: Language,
): { fileName: string; bytes: AsyncIterable<Uint8Array> } {
  const texts = ownDataTexts(language)
  const now = clock.now()
  const day = dayInChile(now)
  return {
    fileName: fill(texts.archive, { day }),
    bytes: zip(entriesOf(db, owner, texts, now), wallTime(now)),
  }
}

async function* entriesOf(
  db: Db,
  owner: Owner,
  texts: OwnDataTexts,
  nowMs: number,
): AsyncGenerator<ZipEntry> {
  const { hour, minute } = wallTime(nowMs)
  const when = `${formatDay(dayInChile(nowMs))} ${twoDigits(hour)}:${twoDigits(minute)}`
  const readme = fill(texts.readme, { email: owner.email, when })
  yield { name: texts.readmeName, content: Buffer.from(readme) }
  const sheets = sheetsOf(db, owner, texts)
  yield { name: texts.workbook, content: workbook(sheets, wallTime(nowMs)) }
  const account = JSON.stringify(await accountOf(db, owner), null, 1)
  yield { name: `${texts.data}/account.json`, content: Buffer.from(account) }
  for (const exported of EXPORTED) {
    const content = jsonList(rowsOf(db, owner, exported, texts))
    yield { name: `${texts.data}/${exported.table}.json`, content }
  }
  for await (const file of filesOf(db, owner)) {
    yield { name: `${texts.documents}/${pathOf(file, texts)}`, content: file.bytes }
  }
  for await (const { path, bytes } of vouchersOf(db, owner, texts)) {
    yield { name: path, content: bytes }
  }
  for await (const { path, bytes } of uploadsOf(db, owner, texts)) {
    yield { name: path, content: bytes }
  }
}

async function* jsonList(rows: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let before = '['
  for await (const row of rows) {
    yield Buffer.from(`${before}\n${JSON.stringify(row)}`)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n')
}

function pathOf(file: StoredFile, texts: OwnDataTexts): string {
  const number = file.folio ?? `${texts.unnumbered}-${file.documentId}`
  return `${file.issuerRut}/${file.documentKind}-${number}.${file.kind}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
