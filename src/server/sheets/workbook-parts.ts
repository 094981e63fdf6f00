import { attributeOf, type MarkupReader } from './markup.ts'
import { Refused } from './table.ts'
import type { Archive } from './unzip.ts'

/** What one part of a workbook says of another. */
export interface Part {
  type: string
  path: string
}

/** Excel takes no more; a relationship stands for a sheet, a drawing or a link of the workbook. */
const MAX_RELATIONSHIPS = 10_000
const MAX_SHEETS = 1_000

/** The path of the part that names the sheets. Throws `Refused` when the archive holds no workbook of this format. */
export async function workbookOf(archive: Archive): Promise<string> {
  const root = [...(await relationshipsAt(archive, '_rels/.rels', '')).values()]
  const path = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  // A text document, a presentation or Excel's binary .xlsb.
  if (!path.endsWith('.xml') || !archive.has(path)) throw new Refused('notASheet')
  return path
}

/** By their ids. */
export function relationshipsOf(archive: Archive, path: string): Promise<Map<string, Part>> {
  const slash = path.lastIndexOf('/') + 1
  const folder = path.slice(0, slash)
  return relationshipsAt(archive, `${folder}_rels/${path.slice(slash)}.rels`, folder)
}

async function relationshipsAt(
  archive: Archive,
  path: string,
  folder: string,
): Promise<Map<string, Part>> {
  const found = new Map<string, Part>()
  await archive.scan(path, {
    open(name, attributes) {
      if (name !== 'relationship') return
      const id = attributeOf(attributes, 'Id') ?? ''
      const type = attributeOf(attributes, 'Type') ?? ''
      const target = attributeOf(attributes, 'Target') ?? ''
      found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: resolve(folder, target) })
      if (found.size > MAX_RELATIONSHIPS) throw new Refused('tooManyParts')
    },
    close() {},
    text() {},
  })
  return found
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  return `${folder}${target}`.replace(/^xl\/\.\.\//, '')
}

interface NamedSheet {
  name: string
  /** Of its relationship. */
  id: string
}

/** The visible sheets in their order, and from which year its days count. */
export async function readWorkbook(
  archive: Archive,
  path: string,
): Promise<{ sheets: NamedSheet[]; isFrom1904: boolean }> {
  const reader = new WorkbookReader()
  if (!(await archive.scan(path, reader))) throw new Refused('notASheet')
  return reader
}

class WorkbookReader implements MarkupReader {
  readonly sheets: NamedSheet[] = []
  isFrom1904 = false

  open(name: string, attributes: string): void {
    if (name === 'workbookpr') {
      this.isFrom1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
    }
    if (name !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return
    this.sheets.push({
      name: attributeOf(attributes, 'name') ?? '',
      id: /:id=["']([^"']*)["']/.exec(attributes)?.[1] ?? '',
    })
    if (this.sheets.length > MAX_SHEETS) throw new Refused('tooManyParts')
  }

  close(): void {}

  text(): void {}
}
