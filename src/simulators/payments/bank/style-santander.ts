import { formatRut } from '#domain/rut.ts'
import { compact, pesos } from './amounts.ts'
import { inWords, slashes, type Cell } from './cells.ts'
import { glossOf, santanderWords } from './gloss.ts'
import type { Statement, Style } from './style.ts'

export const santander: Style = {
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
    [
      `Número cartola: ${folio}`,
      '',
      `Fecha desde: ${slashes(from)}`,
      `Fecha hasta: ${slashes(to)}`,
    ],
    ['Saldos'],
    [
      'SALDO INICIAL',
      'DEPÓSITOS',
      'OTROS ABONOS',
      'CHEQUES',
      'OTROS CARGOS',
      'IMPUESTOS',
      'SALDO FINAL',
    ],
    [opening, 0, credits, 0, -debits, 0, closing].map((clp) => pesos(clp, 'number')),
    ['Detalle movimientos'],
  ]
}
