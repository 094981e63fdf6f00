import type { Kysely } from 'kysely'
import { DOCUMENT_ARCHIVE_PATH, documentArchive } from '#contract/documents-at-once.ts'
import { mailTexts } from '#texts/mails.ts'
import { documentListTexts } from '#texts/document-list.ts'
import { fill } from '#texts/translation.ts'
import type { Clock } from '../../clock.ts'
import { withinOrganisation } from '../../db/reach.ts'
import type { Schema } from '../../db/schema.ts'
import type { BytesRoute } from '../../http/bytes.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { wallTime } from '../../sheets/wall-time.ts'
import { zip, type ZipEntry } from '../../sheets/zip.ts'
import { readDocumentsById, readFile, type ListedDocument } from '../api/store.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
  limits: Limits
}

/** The files of the chosen documents in one zip: one file after the other is read while it leaves. */
export function documentArchiveRoute(needs: Needs): BytesRoute {
  const { clock, limits } = needs
  return {
    method: 'POST',
    path: DOCUMENT_ARCHIVE_PATH,
    async handle({ session, body, language }) {
      const { organisationId } = session
      await limits.consume('registerDocumentsAccount', `organisation:${organisationId}`)
      const asked = documentArchive.safeParse(body)
      if (!asked.success) throw new InvalidInput({ documents: ['invalid'] })
      const ids = new Set(asked.data.documents)
      const rows = await readDocumentsById(needs, organisationId, [...ids])
      const stored = rows.filter(({ files_state }) => files_state === 'stored')
      if (rows.length !== ids.size || stored.length === 0) throw new NotFound()
      const { archive } = documentListTexts(language)
      const at = wallTime(clock.now())
      return {
        bytes: zip(filesOf(needs.db, organisationId, stored), at),
        mediaType: 'application/zip',
        fileName: fill(archive, { day: at.dayText }),
        download: true,
      }
    },
  }
}

const KINDS = ['pdf', 'xml'] as const

async function* filesOf(
  db: Kysely<Schema>,
  organisationId: number,
  rows: readonly ListedDocument[],
): AsyncGenerator<ZipEntry> {
  const taken = new Set<string>()
  for (const row of rows) {
    for (const kind of KINDS) {
      const at = { organisationId, id: row.id, kind }
      const file = await withinOrganisation(organisationId, () => readFile(db, at))
      if (file === undefined) continue
      yield { name: uniqueName(`${nameOf(row)}.${kind}`, taken), content: file.bytes }
    }
  }
}

/** Its issuer's RUT first: two companies of an organisation may have the same number. */
function nameOf({ company_rut, kind, folio, recipient_name }: ListedDocument): string {
  const type = mailTexts('es').document.fileNames[kind]
  return safeName(`${company_rut} ${type} ${folio ?? ''} ${recipient_name}`)
}

/** As every system takes it, with room for what makes it unique. */
const MAX_NAME = 110

/** Without what is a path, a device or a command anywhere. */
export function safeName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\.{2,}/g, '.')
  const name = plain.slice(0, MAX_NAME)
  const isPlain = (at: number) => name[at] !== '.' && name[at] !== ' '
  let [start, end] = [0, name.length]
  while (start < end && !isPlain(start)) start += 1
  while (end > start && !isPlain(end - 1)) end -= 1
  return name.slice(start, end)
}

/** Names that differ in case alone are one file on some systems. */
export function uniqueName(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.*)(\.\w+)$/.exec(name) ?? []
  let unique = name
  for (let nth = 2; taken.has(unique.toLowerCase()); nth += 1) unique = `${stem} (${nth})${ending}`
  taken.add(unique.toLowerCase())
  return unique
}
