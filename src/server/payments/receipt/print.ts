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
const COLUMNS = { day: LEFT, how: LEFT + 78, document: LEFT + 290, amount: RIGHT - 110 } as const
const WIDTHS = { day: 70, how: 200, document: 125, amount: 110 } as const

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
  if (y + FOOT_HEIGHT > BOTTOM) {
    page.addPage()
    y = TOP
  }
  drawTotals(page, receipt, y)
  numberSheets(page)
  page.end()
  return finished
}

const FOOT_HEIGHT = 90

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
  document: string
  amount: string
}

function drawLines(page: PDFKit.PDFDocument, receipt: Receipt, top: number): number {
  const { day, how, document, amount } = texts
  let y = drawRow(page, { day, how, document, amount }, top, { color: FAINT })
  drawRule(page, y + 3)
  y += 10
  for (const row of rowsOf(receipt)) {
    const height = heightOf(page, row.how, WIDTHS.how, 10)
    if (y + height > BOTTOM) {
      page.addPage()
      y = TOP
    }
    y = drawRow(page, row, y, { color: INK }) + 8
  }
  drawRule(page, y)
  return y + 10
}

function drawRow(
  page: PDFKit.PDFDocument,
  row: Row,
  y: number,
  { color }: { color: string },
): number {
  const style = { size: 10, color }
  const at = (column: keyof Row) => ({ x: COLUMNS[column], y, width: WIDTHS[column] })
  return Math.max(
    write(page, row.day, at('day'), style),
    write(page, row.how, at('how'), style),
    write(page, row.document, at('document'), style),
    write(page, row.amount, at('amount'), { ...style, align: 'right' }),
  )
}

function rowsOf({ lines, refunds }: Receipt): Row[] {
  return [
    ...lines.map((line) => ({
      day: formatDay(line.day),
      how: howOf(line),
      document: line.document,
      amount: formatClp(line.amountClp),
    })),
    ...refunds.map(({ day, document, amountClp }) => ({
      day: formatDay(day),
      how: texts.givenBack,
      document,
      amount: formatClp(clp(0 - amountClp)),
    })),
  ]
}

/** 'Tarjeta por Webpay, terminada en 6623 · Autorización 1213 · Referencia …' */
function howOf({ way, provider, cardEnding, authorisation, reference }: ReceiptLine): string {
  const named = texts.ways[way]
  const by =
    provider === null ? named : fill(texts.by, { way: named, provider: texts.providers[provider] })
  return [
    cardEnding === null ? by : `${by}, ${fill(texts.cardEnding, { ending: cardEnding })}`,
    authorisation === null ? '' : fill(texts.authorisation, { code: authorisation }),
    reference === null ? '' : fill(texts.reference, { reference }),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** What came less what was given back; of one document beside what it comes to. */
export function receivedOf({ lines, refunds }: Receipt): Clp {
  const came = sumClp(lines.map(({ amountClp }) => amountClp))
  return clp(came - sumClp(refunds.map(({ amountClp }) => amountClp)))
}

interface Total {
  label: string
  amountClp: Clp
  isBold: boolean
}

function totalsOf(receipt: Receipt): Total[] {
  const { balance } = receipt
  const received = { label: texts.received, amountClp: receivedOf(receipt), isBold: true }
  if (balance === null) return [received]
  return [
    received,
    { label: texts.owed, amountClp: balance.owedClp, isBold: false },
    { label: texts.open, amountClp: balance.openClp, isBold: false },
  ]
}

function drawTotals(page: PDFKit.PDFDocument, receipt: Receipt, top: number): void {
  let y = top
  for (const { label, amountClp, isBold: bold } of totalsOf(receipt)) {
    const size = bold ? 13 : 10
    write(page, label, { x: COLUMNS.document - 60, y, width: 160 }, { size, bold })
    const place = { x: COLUMNS.amount - 20, y, width: WIDTHS.amount + 20 }
    y = write(page, formatClp(amountClp), place, { size, bold, align: 'right' }) + 4
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
