import type { RuleKind } from '#domain/document.ts'
import type { Withholder } from '#domain/retention.ts'
import type { UfRateType } from '#domain/rule.ts'
import { searchKey } from '#domain/search-text.ts'
import type { Cell } from '../../sheets/table.ts'
import { commonFault, faultOf, NONE, valueOf, type CellRead } from './cell-read.ts'

const KINDS: Readonly<Record<RuleKind, readonly string[]>> = {
  factura: ['factura', 'factura electronica', 'factura afecta', '33', 'invoice'],
  boletaHonorarios: [
    'boleta de honorarios',
    'boleta honorarios',
    'boleta de honorarios electronica',
    'honorarios',
    'bhe',
    'fee receipt',
  ],
}
/** 39 is the retail boleta in the SII's own tables. */
const RETAIL = new Set([
  '39',
  '41',
  'boleta electronica',
  'boleta de venta',
  'boleta afecta',
  'boleta de ventas y servicios',
  'boleta exenta',
])
const NOTAS = /^(?:nota|nc\b|nd\b|56$|61$)/
const OTHERS = /exenta|^34$|liquidacion|guia|^52$|^46$|compra|export/

export function readKind(cell: Cell): CellRead<RuleKind> {
  return choice(cell, (key) => {
    for (const kind of ['factura', 'boletaHonorarios'] as const) {
      if (KINDS[kind].includes(key)) return valueOf(kind)
    }
    if (key === 'boleta') return faultOf('kindAmbiguous')
    if (RETAIL.has(key)) return faultOf('kindIsRetailBoleta')
    if (NOTAS.test(key)) return faultOf('kindIsNota')
    return OTHERS.test(key) ? faultOf('kindIsOther') : faultOf('kindUnknown')
  })
}

export type Currency = 'CLP' | 'UF'

const PESOS = new Set(['clp', 'peso', 'pesos', '$', 'ch$', 'pesos chilenos', 'peso chileno'])
const UF = new Set(['uf', 'clf', 'unidad de fomento', 'u f'])
const FOREIGN = /usd|dolar|us\$|eur|euro|utm|uta|brl|ars|pen|mxn/

export function readCurrency(cell: Cell): CellRead<Currency> {
  return choice(cell, (key) => {
    if (PESOS.has(key)) return valueOf('CLP')
    if (UF.has(key)) return valueOf('UF')
    return faultOf(FOREIGN.test(key) ? 'currencyForeign' : 'currencyUnknown')
  })
}

const MONTH_CLOSE = new Set([
  'cierre del mes anterior',
  'cierre mes anterior',
  'mes anterior',
  'fin del mes anterior',
  'ultimo dia del mes anterior',
  'previous month close',
])
const DAY_OF = new Set([
  'dia de emision',
  'dia de la emision',
  'del dia',
  'fecha de emision',
  'dia',
  'hoy',
  'issue day',
])

export function readUfDate(cell: Cell): CellRead<UfRateType> {
  return choice(cell, (key) => {
    if (MONTH_CLOSE.has(key)) return valueOf('PREV_MONTH_CLOSE')
    return DAY_OF.has(key) ? valueOf('DAY_OF') : faultOf('ufDateUnknown')
  })
}

const RECIPIENT = new Set(['receptor', 'cliente', 'el receptor', 'el cliente', 'recipient'])
const ISSUER = new Set(['emisor', 'yo', 'el emisor', 'prestador', 'issuer'])

export function readWithholder(cell: Cell): CellRead<Withholder> {
  return choice(cell, (key) => {
    if (RECIPIENT.has(key)) return valueOf('recipient')
    return ISSUER.has(key) ? valueOf('issuer') : faultOf('withholderUnknown')
  })
}

/** No choice is longer. */
const MAX_CHOICE = 60

function choice<T>(cell: Cell, read: (key: string) => CellRead<T>): CellRead<T> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell === 'object') return faultOf('valueIsDay')
  const key = searchKey(String(cell).slice(0, MAX_CHOICE))
  return key === '' ? NONE : read(key)
}
