import PDFDocument from 'pdfkit'
import { formatDay } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import type { StoredBoleta } from '../state/state.ts'
import { code39Bars } from './code39.ts'
import { issueDayOf } from './issue.ts'
import { percentText } from './rate.ts'

/** On every sheet, so that none can be taken for a real boleta. */
const BANNER = 'DEMOSTRACIÓN — SIN VALIDEZ TRIBUTARIA'
const LEFT = 50
const RIGHT = 562

/** The printed boleta; the same one gives the same bytes. */
export function drawBoleta(boleta: StoredBoleta): Promise<Uint8Array> {
  const sheet = new PDFDocument({
    size: 'LETTER',
    margin: LEFT,
    lang: 'es-CL',
    info: {
      Title: `Boleta de honorarios electrónica N° ${boleta.folio} (demostración)`,
      Author: boleta.issuerName,
      Keywords: boleta.barCode,
      CreationDate: new Date(boleta.storedAtMs),
    },
  })
  const chunks: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    sheet.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })
  sheet.fontSize(11).fillColor('red').text(BANNER, { align: 'center' })
  sheet.moveDown().fontSize(14).fillColor('black')
  sheet.text('BOLETA DE HONORARIOS ELECTRÓNICA', { align: 'center' })
  sheet.text(`N° ${boleta.folio}`, { align: 'center' }).moveDown()
  if (boleta.annulledAtMs !== null) {
    sheet.fillColor('red').text('ANULADA', { align: 'center' }).fillColor('black').moveDown()
  }
  sheet.fontSize(10)
  for (const line of parties(boleta)) sheet.text(line)
  sheet.moveDown()
  for (const { text, grossClp } of boleta.lines) amount(sheet, text, grossClp)
  sheet.moveDown()
  const percent = percentText(boleta.rateBasisPoints).replace('.', ',')
  amount(sheet, 'Total honorarios', boleta.grossClp)
  amount(sheet, `${percent} % impuesto retenido`, boleta.retentionClp)
  amount(sheet, 'Total', boleta.grossClp - boleta.retentionClp)
  sheet.moveDown(2)
  drawBars(sheet, boleta.barCode)
  sheet.text(boleta.barCode, { align: 'center', characterSpacing: 2 })
  sheet.end()
  return done
}

function parties(boleta: StoredBoleta): string[] {
  return [
    boleta.issuerName,
    `RUT: ${boleta.issuerRut}`,
    ...(boleta.activity === '' ? [] : [`Giro: ${boleta.activity}`]),
    boleta.issuerAddress,
    '',
    `Fecha: ${formatDay(issueDayOf(boleta))}`,
    `Señor(es): ${boleta.receiverName}   RUT: ${boleta.receiverRut}`,
    `Domicilio: ${boleta.receiverAddress}, ${boleta.receiverCommune}`,
    boleta.withholder === 'recipient'
      ? 'El receptor de esta boleta debe retener y pagar el impuesto'
      : 'El contribuyente emisor debe pagar el impuesto',
  ]
}

function amount(sheet: PDFKit.PDFDocument, text: string, grossClp: number): void {
  const { y } = sheet
  sheet.text(text, LEFT, y, { width: 380 })
  const below = sheet.y
  sheet.text(formatClp(clp(grossClp)), LEFT, y, { align: 'right', width: RIGHT - LEFT })
  sheet.text('', LEFT, below)
}

function drawBars(sheet: PDFKit.PDFDocument, barCode: string): void {
  const bars = code39Bars(barCode)
  const last = bars.at(-1)
  const modules = last ? last.at + last.width : 0
  const module = 0.9
  const start = (LEFT + RIGHT - modules * module) / 2
  for (const { at, width } of bars) {
    sheet.rect(start + at * module, sheet.y, width * module, 40).fill('black')
  }
  sheet.y += 46
  sheet.x = LEFT
}
