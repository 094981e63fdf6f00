import { compact, credit, debit, pesos } from './amounts.ts'
import { hyphens, slashes, withoutYear } from './cells.ts'
import { bciWords, falabellaWords, glossOf, itauWords, scotiabankWords } from './gloss.ts'
import type { Style } from './style.ts'

export const bci: Style = {
  bank: 'bci',
  title: 'BCI',
  delimiter: ';',
  charset: 'windows-1252',
  lineEnd: '\r\n',
  sheet: 'Cartola',
  indent: 0,
  order: 'oldestFirst',
  fileName: ({ to }) => `Cartola_BCI_${compact(to)}`,
  preamble: ({ account, from, to }) => [
    ['Cartola Cuenta Corriente', account.number],
    ['Titular', account.holder],
    ['Desde', slashes(from), 'Hasta', slashes(to)],
    [],
  ],
  header: [
    'Fecha',
    'Sucursal',
    'Descripción',
    'N° Documento',
    'Cheques y otros cargos',
    'Depósitos y Abono',
    'Saldo diario',
  ],
  row: (line) => [
    slashes(line.movement.on),
    'OF VIRT U',
    glossOf(bciWords)(line.movement),
    line.movement.operation,
    debit(line, 'dots'),
    credit(line, 'dots'),
    line.isLastOfDay ? pesos(line.balance, 'dots') : null,
  ],
  after: ({ debits, credits, closing }) => [
    ['Totales', '', '', '', pesos(debits, 'dots'), pesos(credits, 'dots'), pesos(closing, 'dots')],
  ],
}

export const scotiabank: Style = {
  bank: 'scotiabank',
  title: 'Scotiabank',
  delimiter: ',',
  charset: 'utf-8',
  lineEnd: '\r\n',
  sheet: 'Movimientos',
  indent: 0,
  order: 'newestFirst',
  fileName: ({ to }) => `movimientos_${compact(to)}`,
  preamble: () => [],
  header: ['Fecha', 'Descripción', 'Numero Documento', 'Cargo', 'Abono', 'Saldo Diario'],
  row: (line) => [
    hyphens(line.movement.on),
    glossOf(scotiabankWords)(line.movement),
    line.movement.operation,
    debit(line, 'number', pesos(0, 'number')),
    credit(line, 'number', pesos(0, 'number')),
    pesos(line.balance, 'number'),
  ],
  after: ({ debits, credits }) => [
    ['Total', '', '', pesos(debits, 'number'), pesos(credits, 'number'), ''],
  ],
}

export const itau: Style = {
  bank: 'itau',
  title: 'Itaú',
  delimiter: ';',
  charset: 'utf-8-bom',
  lineEnd: '\r\n',
  sheet: 'Cartola',
  indent: 0,
  order: 'oldestFirst',
  fileName: ({ to }) => `cartola_itau_${to.slice(0, 7)}`,
  preamble: ({ account, from, to }) => [
    ['Cuenta corriente', account.number],
    ['Período', `${slashes(from)} al ${slashes(to)}`],
    [],
  ],
  header: [
    'Fecha',
    'Número de operación',
    'Sucursal',
    'Descripción',
    'Depósitos o abonos',
    'Giros o cargos',
    'Saldo diario',
  ],
  row: (line) => [
    withoutYear(line.movement.on),
    line.movement.operation,
    '1980',
    glossOf(itauWords)(line.movement),
    credit(line, 'dollar', pesos(0, 'dollar')),
    debit(line, 'dollar', pesos(0, 'dollar')),
    pesos(line.balance, 'dollar'),
  ],
}

export const falabella: Style = {
  bank: 'falabella',
  title: 'Banco Falabella',
  delimiter: ';',
  charset: 'utf-8',
  lineEnd: '\n',
  sheet: 'Movimientos',
  indent: 0,
  order: 'newestFirst',
  fileName: ({ from, to }) => `Movimientos_${hyphens(from)}_${hyphens(to)}`,
  preamble: ({ account }) => [[`Cuenta Corriente ${account.number}`], []],
  header: ['Fecha', 'Descripción', 'Monto', 'Saldo'],
  row: ({ movement, balance }) => [
    hyphens(movement.on),
    glossOf(falabellaWords)(movement),
    pesos(movement.amount, 'dots'),
    pesos(balance, 'dots'),
  ],
}
