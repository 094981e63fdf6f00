import { formatRut } from '#domain/rut.ts'
import { hyphens, inWords, slashes, withMonthName, withoutYear, type Cell, type PesosStyle } from './cells.ts'
import {
  bancoChileWords,
  bancoEstadoWords,
  bciWords,
  cuentaRutWords,
  falabellaWords,
  glossOf,
  itauWords,
  santanderWords,
  scotiabankWords,
} from './gloss.ts'
import type { Line, Statement, Style } from './style.ts'

const pesos = (clp: number, as: PesosStyle): Cell => ({ clp, as })
/** What went out, without a sign; empty otherwise. */
const debit = ({ movement }: Line, as: PesosStyle, zero: Cell = null): Cell =>
  movement.amount < 0 ? pesos(-movement.amount, as) : zero
const credit = ({ movement }: Line, as: PesosStyle, zero: Cell = null): Cell =>
  movement.amount > 0 ? pesos(movement.amount, as) : zero

const compact = (day: string): string => day.replaceAll('-', '')

/** Where each habit was seen, and which are guesses, is in docs/payments/statements.md. */
export const styles = {
  bancoEstado: {
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
  },
  cuentaRut: {
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
  },
  santander: {
    bank: 'santander',
    title: 'Santander',
    delimiter: ',',
    charset: 'utf-8',
    lineEnd: '\n',
    sheet: 'Cartola',
    indent: 0,
    order: 'oldestFirst',
    fileName: ({ account, folio, issuedOn }) =>
      `CartolaHistCtaCte-${account.number.padStart(12, '0')}-${String(folio).padStart(4, '0')}-${compact(issuedOn)}`,
    preamble: santanderPreamble,
    header: [
      'MONTO',
      'DESCRIPCIÓN MOVIMIENTO',
      '',
      'FECHA',
      'N° DOCUMENTO',
      'SUCURSAL',
      '',
      'CARGO/ABONO',
    ],
    row: ({ movement }) => [
      pesos(movement.amount, 'number'),
      glossOf(santanderWords)(movement),
      '',
      slashes(movement.on),
      // A transfer from elsewhere has often no number here.
      movement.kind === 'transferIn' ? '0' : movement.operation,
      'Agustinas',
      '',
      movement.amount < 0 ? 'C' : 'A',
    ],
    after: ({ lines }) => [
      ['Saldos diarios'],
      ['FECHA', 'SALDO'],
      ...lines
        .filter(({ isLastOfDay }) => isLastOfDay)
        .map(({ movement, balance }): Cell[] => [slashes(movement.on), pesos(balance, 'number')]),
    ],
  },
  bancoChile: {
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
  },
  bancoChileHistorica: {
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
      [String(statement.folio), pesos(statement.closing, 'number'), pesos(0, 'number'), pesos(0, 'number')],
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
  },
  bci: {
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
  },
  scotiabank: {
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
  },
  itau: {
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
  },
  falabella: {
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
  },
} satisfies Record<string, Style>

export type StyleName = keyof typeof styles

export function isStyleName(text: string): text is StyleName {
  return Object.hasOwn(styles, text)
}

/** The first style of a bank is its usual one. */
export function stylesOf(bank: Style['bank']): StyleName[] {
  return Object.keys(styles).filter(isStyleName).filter((name) => styles[name].bank === bank)
}

const GUARANTEE =
  'Infórmese sobre la garantía estatal de los depósitos en su banco o en www.cmfchile.cl'

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

function santanderPreamble(statement: Statement): Cell[][] {
  const { account, folio, from, to, issuedOn, opening, closing, credits, debits } = statement
  return [
    ['Cartolas históricas de Cuentas Corrientes'],
    [],
    ['Sr. (a):', account.holder, '', 'Fecha:', inWords(issuedOn)],
    ['Empresa:', account.holder, '', 'Hora:', '10:15'],
    ['RUT empresa:', formatRut(account.holderRut)],
    ['Datos cuenta'],
    [
      `Cuenta Corriente N°: ${account.number}`,
      '',
      'Moneda: PESOS DE CHILE',
      'Sucursal: 0265 CENTRO NEGOCIO PYME',
    ],
    [`Número cartola: ${folio}`, '', `Fecha desde: ${slashes(from)}`, `Fecha hasta: ${slashes(to)}`],
    ['Saldos'],
    ['SALDO INICIAL', 'DEPÓSITOS', 'OTROS ABONOS', 'CHEQUES', 'OTROS CARGOS', 'IMPUESTOS', 'SALDO FINAL'],
    [opening, 0, credits, 0, -debits, 0, closing].map((clp) => pesos(clp, 'number')),
    ['Detalle movimientos'],
  ]
}
