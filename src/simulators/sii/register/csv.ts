import { dayInChile, timeInChile } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { isClaim } from '../state/document-states.ts'
import type { Portal } from '../state/portal.ts'
import type { Accounting, RegisterRow } from './row.ts'

const salesHeader =
  'Nro;Tipo Doc;Tipo Venta;Rut cliente;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse Recibo;Fecha Reclamo;Monto Exento;Monto Neto;Monto IVA;Monto total;IVA Retenido Total;IVA Retenido Parcial;IVA no retenido;IVA propio;IVA Terceros;RUT Emisor Liquid. Factura;Neto Comision Liquid. Factura;Exento Comision Liquid. Factura;IVA Comision Liquid. Factura;IVA fuera de plazo;Tipo Docto. Referencia;Folio Docto. Referencia;Num. Ident. Receptor Extranjero;Nacionalidad Receptor Extranjero;Credito empresa constructora;Impto. Zona Franca (Ley 18211);Garantia Dep. Envases;Indicador Venta sin Costo;Indicador Servicio Periodico;Monto No facturable;Total Monto Periodo;Venta Pasajes Transporte Nacional;Venta Pasajes Transporte Internacional;Numero Interno;Codigo Sucursal;NCE o NDE sobre Fact. de Compra;Codigo Otro Imp.;Valor Otro Imp.;Tasa Otro Imp.'

const purchasesHeader =
  'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse;Monto Exento;Monto Neto;Monto IVA Recuperable;Monto Iva No Recuperable;Codigo IVA No Rec.;Monto Total;Monto Neto Activo Fijo;IVA Activo Fijo;IVA uso Comun;Impto. Sin Derecho a Credito;IVA No Retenido;Tabacos Puros;Tabacos Cigarrillos;Tabacos Elaborados;NCE o NDE sobre Fact. de Compra;Codigo Otro Impuesto;Valor Otro Impuesto;Tasa Otro Impuesto'

/** Forty-three columns. */
export function salesCsv(portal: Portal, rows: readonly RegisterRow[]): string[] {
  const lines = rows.map((row, at) => salesLine(portal, row, at + 1))
  return [salesHeader, ...lines]
}

/** Twenty-seven columns; the acknowledgement's is missing while one is awaited, or is the claim's. */
export function purchasesCsv(
  portal: Portal,
  rows: readonly RegisterRow[],
  accounting: Accounting,
): string[] {
  const header = columnsFor(accounting, purchasesHeader.split(';')).join(';')
  return [header, ...rows.flatMap((row, at) => purchaseLines(portal, row, at + 1, accounting))]
}

/** Each line ends with a separator that its header lacks, as the real ones do. */
function salesLine(portal: Portal, row: RegisterRow, number: number): string {
  const { event, refersTo } = row
  const claimed = event !== null && isClaim(event.code)
  return line(
    salesHeader.split(';'),
    {
      Nro: number,
      'Tipo Doc': row.tipoDoc,
      'Tipo Venta': 'Del Giro',
      'Rut cliente': row.otherRut,
      'Razon Social': row.otherName,
      Folio: row.folio,
      'Fecha Docto': dayText(portal, row.day),
      'Fecha Recepcion': momentText(portal, row.receivedAtMs),
      'Fecha Acuse Recibo': event && !claimed ? momentText(portal, event.atMs) : '',
      'Fecha Reclamo': event && claimed ? momentText(portal, event.atMs) : '',
      'Monto Exento': row.exentoClp,
      'Monto Neto': row.netoClp,
      'Monto IVA': row.ivaClp,
      'Monto total': row.totalClp,
      'RUT Emisor Liquid. Factura': '-',
      'Tipo Docto. Referencia': refersTo?.tipoDoc ?? '',
      'Folio Docto. Referencia': refersTo?.folio ?? '',
      'Total Monto Periodo': row.totalClp,
    },
    ['IVA Retenido Total', 'IVA Retenido Parcial', 'IVA no retenido', 'IVA propio'],
  )
}

/** A second other tax takes a line of its own with nothing else in it. */
function purchaseLines(
  portal: Portal,
  row: RegisterRow,
  number: number,
  accounting: Accounting,
): string[] {
  const [tax, ...more] = row.otherTaxes
  const when = row.event ? momentText(portal, row.event.atMs) : ''
  const columns = columnsFor(accounting, purchasesHeader.split(';'))
  const taxColumns = (one: RegisterRow['otherTaxes'][number] | undefined) => ({
    'Codigo Otro Impuesto': one?.code ?? '',
    'Valor Otro Impuesto': one?.amountClp ?? '',
    'Tasa Otro Impuesto': one?.percent ?? '',
  })
  const first = line(
    columns,
    {
      Nro: number,
      'Tipo Doc': row.tipoDoc,
      'Tipo Compra': 'Del Giro',
      'RUT Proveedor': row.otherRut,
      'Razon Social': row.otherName,
      Folio: row.folio,
      'Fecha Docto': dayText(portal, row.day),
      'Fecha Recepcion': momentText(portal, row.receivedAtMs),
      'Fecha Acuse': when,
      'Fecha Reclamo': when,
      'Monto Exento': row.exentoClp,
      'Monto Neto': row.netoClp,
      'Monto IVA Recuperable': row.ivaClp,
      'Monto Total': row.totalClp,
      ...taxColumns(tax),
    },
    ['Monto Iva No Recuperable', 'Monto Neto Activo Fijo', 'IVA Activo Fijo', 'IVA uso Comun'],
  )
  return [first, ...more.map((one) => line(columns, taxColumns(one), []))]
}

function columnsFor(accounting: Accounting, columns: string[]): string[] {
  if (accounting === 'PENDIENTE') return columns.filter((name) => name !== 'Fecha Acuse')
  if (accounting !== 'RECLAMADO') return columns
  return columns.map((name) => (name === 'Fecha Acuse' ? 'Fecha Reclamo' : name))
}

function line(
  columns: readonly string[],
  values: Record<string, string | number>,
  zeros: readonly string[],
): string {
  return `${columns.map((name) => values[name] ?? (zeros.includes(name) ? 0 : '')).join(';')};`
}

/** Files of different months have come with either. */
function dayText({ variants }: Portal, on: Day): string {
  const [year, month, day] = on.split('-')
  return [day, month, year].join(variants.csvDates === 'slashes' ? '/' : '-')
}

function momentText(portal: Portal, ms: number): string {
  return `${dayText(portal, dayInChile(ms))} ${clock(ms)}`
}

/** 'HH:MM:SS' on Chilean clocks. */
export function clock(ms: number): string {
  const { hour, minute } = timeInChile(ms)
  return [hour, minute, Math.floor(ms / 1000) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
