import { formatRut } from '#domain/rut.ts'
import { credit, debit, pesos } from './amounts.ts'
import { hyphens, slashes, withoutYear, type Cell } from './cells.ts'
import { bancoChileWords, glossOf } from './gloss.ts'
import type { Line, Statement, Style } from './style.ts'

const GUARANTEE =
  'Infórmese sobre la garantía estatal de los depósitos en su banco o en www.cmfchile.cl'

export const bancoChile: Style = {
  bank: 'bancoChile',
  title: 'Banco de Chile, últimos movimientos',
  delimiter: ';',
  charset: 'windows-1252',
  lineEnd: '\r\n',
  sheet: 'Hoja1',
  indent: 1,
  order: 'newestFirst',
  fileName: () => 'cartola',
  preamble: (statement) => [
    ...bancoChileHolder(statement),
    ['Saldo Disponible', 'Saldo Contable'],
    [pesos(statement.closing, 'number'), pesos(statement.closing, 'number')],
    ['Total Cargos', 'Total Abonos'],
    [pesos(statement.debits, 'number'), pesos(statement.credits, 'number')],
    [`Movimientos al ${slashes(statement.issuedOn)}`],
  ],
  header: [
    'Fecha',
    'Descripción',
    'Canal o Sucursal',
    'Cargos (CLP)',
    'Abonos (CLP)',
    'Saldo (CLP)',
  ],
  row: (line) => [
    slashes(line.movement.on),
    glossOf(bancoChileWords)(line.movement),
    channelOf(line),
    debit(line, 'number'),
    credit(line, 'number'),
    pesos(line.balance, 'number'),
  ],
  after: () => [[], [GUARANTEE]],
}

export const bancoChileHistorica: Style = {
  bank: 'bancoChile',
  title: 'Banco de Chile, cartola histórica',
  delimiter: ';',
  charset: 'windows-1252',
  lineEnd: '\r\n',
  sheet: 'Hoja1',
  indent: 1,
  order: 'oldestFirst',
  fileName: ({ issuedOn }) => `cartola_${hyphens(issuedOn).replaceAll('-', '')}`,
  preamble: (statement) => [
    ...bancoChileHolder(statement),
    // With a space before it, as it comes.
    ['Detalle Cartola Histórica', null, 'Fecha de Emisión', ` ${slashes(statement.issuedOn)}`],
    ['Folio Cartola', 'Saldo Contable', 'Retenciones 24 Hrs.', 'Retenciones 48 Hrs.'],
    [
      String(statement.folio),
      pesos(statement.closing, 'number'),
      pesos(0, 'number'),
      pesos(0, 'number'),
    ],
    [],
  ],
  header: [
    'Fecha',
    'Descripcion',
    'Canal o Sucursal',
    'Cargos (PESOS)',
    'Abonos (PESOS)',
    'Saldo (PESOS)',
  ],
  before: ({ from, opening }) => [
    [withoutYear(from), 'SALDO INICIAL', '', null, null, pesos(opening, 'number')],
  ],
  row: (line) => [
    withoutYear(line.movement.on),
    glossOf(bancoChileWords)(line.movement),
    channelOf(line),
    debit(line, 'number'),
    credit(line, 'number'),
    line.isLastOfDay ? pesos(line.balance, 'number') : null,
  ],
  after: ({ issuedOn, closing }) => [
    [withoutYear(issuedOn), 'SALDO FINAL', '', null, null, pesos(closing, 'number')],
    [],
    [GUARANTEE],
  ],
}

function channelOf({ movement }: Line): string {
  return movement.kind.startsWith('transfer') ? 'INTERNET' : 'OFICINA CENTRAL'
}

function bancoChileHolder({ account }: Statement): Cell[][] {
  return [
    ['Sr(a):', account.holder],
    ['Rut:', formatRut(account.holderRut)],
    ['Cuenta:', account.number],
    ['Moneda:', 'Pesos Chilenos (CLP)'],
    [],
  ]
}
