import PDFDocument from 'pdfkit'
import { formatDay } from '#domain/day.ts'
import { clp, formatClp, sumClp, type Clp } from '#domain/money.ts'
import {
  BOTTOM,
  drawRule,
  drawSheetNumber,
  FAINT,
  heightOf,
  INK,
  LEFT,
  RIGHT,
  TOP,
  write,
} from '#dte/printing/page.ts'
import { receiptTexts } from '#texts/receipts.ts'
import { fill } from '#texts/translation.ts'
import { dateOf, msOf } from '../../clock.ts'
import type { Receipt, ReceiptLine } from './read.ts'

const texts = receiptTexts.es
/** The product's own green: red is of the boxes of tax documents, which this must not be taken for. */
const GREEN = '#105e58'
const COLUMNS = { day: LEFT, how: LEFT + 70, document: LEFT + 278, amount: RIGHT - 110 } as const
const WIDTHS = { day: 66, how: 200, document: 140, amount: 110 } as const
const DETAIL = { size: 8.5, color: FAINT } as const

/** The receipt as PDF, letter size, in Spanish as what it is about. The same receipt gives the same bytes. */
export function printReceipt(receipt: Receipt): Promise<Uint8Array> {
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    lang: 'es-CL',
    bufferPages: true,
    info: {
      Title: `${texts.title} ${receipt.issuer.name}`,
      Author: receipt.issuer.name,
      CreationDate: dateOf(msOf(receipt.at)),
    },
  })
  const chunks: Uint8Array[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    page.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
  let y = drawLines(page, receipt, drawHead(page, receipt))
  if (y + footHeight(receipt) > BOTTOM) {
    page.addPage()
    y = TOP
  }
  drawTotals(page, receipt, y)
  numberSheets(page)
  page.end()
  return finished
}

function footHeight({ balance }: Receipt): number {
  return balance === null ? 26 : 60
}

function drawHead(page: PDFKit.PDFDocument, { issuer, payer, lines }: Receipt): number {
  const width = RIGHT - LEFT
  let y = write(
    page,
    texts.title,
    { x: LEFT, y: TOP, width },
    { size: 20, bold: true, color: GREEN },
  )
  y = write(page, texts.noTax, { x: LEFT, y: y + 2, width }, { size: 9, color: FAINT })
  if (lines.some(({ isTest }) => isTest)) {
    y = write(page, texts.test, { x: LEFT, y: y + 4, width }, { size: 10, bold: true })
  }
  y += 22
  const half = width / 2 - 12
  const left = drawParty(page, texts.issuer, issuer, { x: LEFT, y, width: half })
  const right = drawParty(page, texts.payer, payer, { x: LEFT + half + 24, y, width: half })
  return Math.max(left, right) + 24
}

interface Place {
  x: number
  y: number
  width: number
}

function drawParty(
  page: PDFKit.PDFDocument,
  label: string,
  party: { name: string; rut: string },
  place: Place,
): number {
  let y = write(page, label, place, { size: 9, color: FAINT })
  y = write(page, party.name, { ...place, y: y + 2 }, { size: 12, bold: true })
  return write(page, fill(texts.rut, { rut: party.rut }), { ...place, y: y + 1 }, { size: 10 })
}

interface Row {
  day: string
  how: string
  /** Below it, smaller. */
  details: string
  document: string
  amount: string
  /** The same payment as the row above it, which says how. */
  goesOn: boolean
}

function drawLines(page: PDFKit.PDFDocument, receipt: Receipt, top: number): number {
  let y = drawHeads(page, top)
  for (const row of rowsOf(receipt)) {
    if (!row.goesOn && y > top) y += 4
    const isOver = y + rowHeight(page, row) > BOTTOM
    if (isOver) {
      page.addPage()
      y = drawHeads(page, TOP)
    }
    y = drawRow(page, isOver ? { ...row, goesOn: false } : row, y) + 4
  }
  drawRule(page, y + 4)
  return y + 16
}

function drawHeads(page: PDFKit.PDFDocument, y: number): number {
  const { day, how, document, amount } = texts
  const bottom = drawCells(page, { day, how, document, amount }, y, { size: 9, color: FAINT })
  drawRule(page, bottom + 3)
  return bottom + 8
}

function drawRow(page: PDFKit.PDFDocument, row: Row, y: number): number {
  const cells = row.goesOn ? { ...row, day: '', how: '' } : row
  const bottom = drawCells(page, cells, y, { size: 10, color: INK })
  if (row.goesOn || row.details === '') return bottom
  const below = y + heightOf(page, row.how, WIDTHS.how, 10)
  const place = { x: COLUMNS.how, y: below, width: WIDTHS.how }
  return Math.max(bottom, write(page, row.details, place, DETAIL))
}

function rowHeight(page: PDFKit.PDFDocument, row: Row): number {
  const how = row.goesOn
    ? 0
    : heightOf(page, row.how, WIDTHS.how, 10) + heightOf(page, row.details, WIDTHS.how, DETAIL.size)
  return Math.max(how, heightOf(page, row.document, WIDTHS.document, 10))
}

function drawCells(
  page: PDFKit.PDFDocument,
  cells: Record<keyof typeof COLUMNS, string>,
  y: number,
  style: { size: number; color: string },
): number {
  const at = (column: keyof typeof COLUMNS) => ({ x: COLUMNS[column], y, width: WIDTHS[column] })
  return Math.max(
    write(page, cells.day, at('day'), style),
    write(page, cells.how, at('how'), style),
    write(page, cells.document, at('document'), style),
    write(page, cells.amount, at('amount'), { ...style, align: 'right' }),
  )
}

function rowsOf({ lines, refunds }: Receipt): Row[] {
  return [
    ...lines.map((line, index) => ({
      ...howOf(line),
      day: formatDay(line.day),
      document: line.document,
      amount: formatClp(line.amountClp),
      goesOn: isSamePayment(lines[index - 1], line),
    })),
    ...refunds.map(({ day, document, amountClp }) => ({
      day: formatDay(day),
      how: texts.givenBack,
      details: '',
      document,
      amount: formatClp(clp(0 - amountClp)),
      goesOn: false,
    })),
  ]
}

/** One payment pays a document once: of one document each line is a payment of its own. */
function isSamePayment(before: ReceiptLine | undefined, line: ReceiptLine): boolean {
  if (before === undefined || before.document === line.document) return false
  const [one, other] = [before, line].map((of) => JSON.stringify([of.day, howOf(of)]))
  return one === other
}

/** 'Tarjeta por Webpay', and below it 'Termina en 6623 · Autorización 1213' and the reference. */
function howOf(line: ReceiptLine): Pick<Row, 'how' | 'details'> {
  const { way, provider, cardEnding, authorisation, reference } = line
  const named = texts.ways[way]
  const card = [
    cardEnding === null ? [] : fill(texts.cardEnding, { ending: cardEnding }),
    authorisation === null ? [] : fill(texts.authorisation, { code: authorisation }),
  ].flat()
  const details = [
    card.length === 0 ? [] : card.join(' · '),
    reference === null ? [] : fill(texts.reference, { reference }),
  ].flat()
  return {
    how:
      provider === null
        ? named
        : fill(texts.by, { way: named, provider: texts.providers[provider] }),
    details: details.join('\n'),
  }
}

/** What came less what was given back; of one document beside what it comes to. */
export function receivedOf({ lines, refunds }: Receipt): Clp {
  const came = sumClp(lines.map(({ amountClp }) => amountClp))
  return clp(came - sumClp(refunds.map(({ amountClp }) => amountClp)))
}

interface Total {
  label: string
  amountClp: Clp
  size: number
  isBold: boolean
}

function totalsOf(receipt: Receipt): Total[] {
  const { balance } = receipt
  const amountClp = receivedOf(receipt)
  const received = { label: texts.received, amountClp, size: 15, isBold: true }
  if (balance === null) return [received]
  const { owedClp, openClp } = balance
  return [
    received,
    { label: texts.owed, amountClp: owedClp, size: 10, isBold: false },
    { label: texts.open, amountClp: openClp, size: 10, isBold: openClp > 0 },
  ]
}

/** Below the column of the documents, whose sum they are. */
function drawTotals(page: PDFKit.PDFDocument, receipt: Receipt, top: number): void {
  const amount = { x: RIGHT - 136, width: 136 }
  const label = { x: COLUMNS.document, width: amount.x - COLUMNS.document }
  let y = top
  for (const { label: text, amountClp, size, isBold: bold } of totalsOf(receipt)) {
    write(page, text, { ...label, y }, { size, bold })
    y = write(page, formatClp(amountClp), { ...amount, y }, { size, bold, align: 'right' })
    y += size > 10 ? 6 : 3
  }
}

/** One alone needs no number. */
function numberSheets(page: PDFKit.PDFDocument): void {
  const { count } = page.bufferedPageRange()
  for (let sheet = 1; count > 1 && sheet <= count; sheet += 1) {
    page.switchToPage(sheet - 1)
    drawSheetNumber(page, fill(texts.sheet, { sheet, count }))
  }
}
