import { slashes, withMonthName } from './cells.ts'
import { compact, credit, debit, pesos } from './amounts.ts'
import { bancoEstadoWords, cuentaRutWords, glossOf } from './gloss.ts'
import type { Style } from './style.ts'

export const bancoEstado: Style = {
  bank: 'bancoEstado',
  title: 'BancoEstado, cuenta corriente',
  delimiter: ';',
  charset: 'windows-1252',
  lineEnd: '\r\n',
  sheet: 'Movimientos',
  indent: 0,
  order: 'oldestFirst',
  fileName: ({ folio }) => String(folio),
  preamble: () => [],
  header: [
    'Fecha',
    'Sucursal',
    'N° Cuenta Corriente',
    'Alias',
    'N° Cartola',
    'N° Operación',
    'Descripción',
    'Cheques / Cargos',
    'Depósitos / Abonos',
    'Saldo',
  ],
  row: (line, { account, folio }) => [
    slashes(line.movement.on),
    'Stgo.principal',
    account.number,
    account.holder,
    String(folio),
    line.movement.operation.padStart(7, '0'),
    glossOf(bancoEstadoWords)(line.movement),
    debit(line, 'dollar', pesos(0, 'dollar')),
    credit(line, 'dollar', pesos(0, 'dollar')),
    pesos(line.balance, 'dollar'),
  ],
}

export const cuentaRut: Style = {
  bank: 'bancoEstado',
  title: 'BancoEstado, CuentaRUT',
  delimiter: ';',
  charset: 'utf-8-bom',
  lineEnd: '\n',
  sheet: 'Cartola',
  indent: 0,
  order: 'newestFirst',
  fileName: ({ to }) => `CartolaCuentaRUT_${compact(to)}`,
  preamble: ({ account, from, to }) => [
    ['CuentaRUT', account.number],
    ['Fecha Inicio', slashes(from)],
    ['Fecha Termino', slashes(to)],
    [],
  ],
  header: ['Fecha', 'N° Operación', 'Descripción', 'Cargo', 'Abono', 'Saldo'],
  // Of one file, two ways of writing thousands.
  row: (line) => [
    withMonthName(line.movement.on),
    line.movement.operation,
    glossOf(cuentaRutWords)(line.movement),
    debit(line, 'commas'),
    credit(line, 'commas'),
    pesos(line.balance, 'dots'),
  ],
}
