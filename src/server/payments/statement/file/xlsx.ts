import { attributeOf, decodeText, scanMarkup } from './markup.ts'
import { readSheet, type SheetNeeds } from './sheet.ts'
import { Refused, RowCounter, type Table } from './table.ts'
import { Archive } from './unzip.ts'

// ECMA-376 part 1, SpreadsheetML. Why this reader is our own: docs/decisions/0022-bank-statements.md.

/** The visible sheets of an .xlsx, each cell by its type. Throws `Refused`. */
export function readXlsx(bytes: Buffer): Table[] {
  const archive = new Archive(bytes)
  const workbookPath = workbookOf(archive)
  const workbook = archive.text(workbookPath)
  if (workbook === null) throw new Refused('notASheet')
  const { sheets, isFrom1904 } = readWorkbook(workbook)
  const parts = relationshipsOf(archive, workbookPath)
  const needs: SheetNeeds = {
    counter: new RowCounter(),
    isFrom1904,
    isDateStyle: readDateStyles(textOf(archive, parts, 'styles') ?? ''),
    sharedTexts: lazily(() => readSharedTexts(textOf(archive, parts, 'sharedStrings') ?? '')),
  }
  return sheets.flatMap(({ name, id }) => {
    const part = parts.get(id)
    const xml = part?.type === 'worksheet' ? archive.text(part.path) : null
    return xml === null ? [] : [readSheet(name, xml, needs)]
  })
}

interface Part {
  type: string
  path: string
}

function workbookOf(archive: Archive): string {
  const root = [...relationshipsAt(archive, '_rels/.rels', '').values()]
  const path = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  // A text document, a presentation or Excel's binary .xlsb.
  if (!path.endsWith('.xml') || !archive.has(path)) throw new Refused('notASheet')
  return path
}

function relationshipsOf(archive: Archive, path: string): Map<string, Part> {
  const slash = path.lastIndexOf('/') + 1
  const folder = path.slice(0, slash)
  return relationshipsAt(archive, `${folder}_rels/${path.slice(slash)}.rels`, folder)
}

function relationshipsAt(archive: Archive, path: string, folder: string): Map<string, Part> {
  const found = new Map<string, Part>()
  scanMarkup(archive.text(path) ?? '', {
    open(name, attributes) {
      if (name !== 'relationship') return
      const id = attributeOf(attributes, 'Id') ?? ''
      const type = attributeOf(attributes, 'Type') ?? ''
      const target = attributeOf(attributes, 'Target') ?? ''
      found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: resolve(folder, target) })
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

function textOf(archive: Archive, parts: Map<string, Part>, type: string): string | null {
  const part = [...parts.values()].find((one) => one.type === type)
  return part === undefined ? null : archive.text(part.path)
}

function readWorkbook(xml: string): {
  sheets: { name: string; id: string }[]
  isFrom1904: boolean
} {
  const sheets: { name: string; id: string }[] = []
  let isFrom1904 = false
  scanMarkup(xml, {
    open(name, attributes) {
      if (name === 'workbookpr') {
        isFrom1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
      }
      if (name !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return
      sheets.push({
        name: attributeOf(attributes, 'name') ?? '',
        id: /:id=["']([^"']*)["']/.exec(attributes)?.[1] ?? '',
      })
    },
    close() {},
    text() {},
  })
  return { sheets, isFrom1904 }
}

/** Which of the cell formats show a day. */
function readDateStyles(xml: string): boolean[] {
  const own = new Map<number, boolean>()
  const formats: boolean[] = []
  let isInCellFormats = false
  scanMarkup(xml, {
    open(name, attributes) {
      if (name === 'numfmt') {
        const code = attributeOf(attributes, 'formatCode') ?? ''
        own.set(Number(attributeOf(attributes, 'numFmtId')), showsDay(code))
      } else if (name === 'cellxfs') isInCellFormats = true
      else if (name === 'xf' && isInCellFormats) {
        const id = Number(attributeOf(attributes, 'numFmtId'))
        formats.push(own.get(id) ?? isBuiltInDay(id))
      }
    },
    close(name) {
      if (name === 'cellxfs') isInCellFormats = false
    },
    text() {},
  })
  return formats
}

/** ECMA-376 part 1, 18.8.30: dates 14 to 17 and 22, those of East Asia 27 to 36 and 50 to 58; 18 to 21 are hours. */
function isBuiltInDay(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
}

/** A code that has a day or a year outside quotes, brackets and escapes. */
function showsDay(code: string): boolean {
  return /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, ''))
}

function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  let current = ''
  let isText = false
  let isPhonetic = false
  scanMarkup(xml, {
    open(name, _attributes, isEmpty) {
      if (name === 'si') {
        current = ''
        if (isEmpty) texts.push('')
      } else if (name === 't') isText = !isEmpty && !isPhonetic
      else if (name === 'rph') isPhonetic = !isEmpty
    },
    close(name) {
      if (name === 'si') texts.push(current)
      else if (name === 't') isText = false
      else if (name === 'rph') isPhonetic = false
    },
    text(written) {
      if (isText) current += decodeText(written)
    },
  })
  return texts
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
