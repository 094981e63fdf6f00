import { COLUMN_ROLES, type ColumnRole } from '#domain/bank-statement.ts'

export type Bank =
  | 'bancoEstado'
  | 'santander'
  | 'chile'
  | 'bci'
  | 'scotiabank'
  | 'itau'
  | 'falabella'

/**
 * Headings of the banks' downloads as parsers in public repositories know them (beancount-chile, script_contabilidad,
 * procesador_cartolas, cyg-cartolas-f29; read in November 2026). Those of Falabella are guessed.
 */
export const BANK_HEADINGS: readonly { bank: Bank; headings: readonly string[] }[] = [
  {
    bank: 'bancoEstado',
    headings: [
      'fecha',
      'sucursal',
      'n cuenta corriente',
      'n cartola',
      'n operacion',
      'descripcion',
      'cheques cargos',
      'depositos abonos',
      'saldo',
    ],
  },
  {
    bank: 'santander',
    headings: [
      'monto',
      'descripcion movimiento',
      'fecha',
      'n documento',
      'sucursal',
      'cargo abono',
    ],
  },
  { bank: 'chile', headings: ['fecha', 'descripcion', 'canal o sucursal', 'cargos', 'abonos'] },
  {
    bank: 'chile',
    headings: [
      'fecha',
      'detalle movimiento',
      'cheque o cargo',
      'deposito o abono',
      'saldo',
      'docto nro',
      'trn',
      'caja',
    ],
  },
  {
    bank: 'bci',
    headings: [
      'fecha',
      'sucursal',
      'descripcion',
      'n documento',
      'cheques y otros cargos',
      'depositos y abono',
      'saldo diario',
    ],
  },
  {
    bank: 'scotiabank',
    headings: ['fecha', 'descripcion', 'numero documento', 'cargo', 'abono', 'saldo diario'],
  },
  {
    bank: 'itau',
    headings: [
      'fecha',
      'numero de operacion',
      'sucursal',
      'descripcion',
      'depositos o abonos',
      'giros o cargos',
      'saldo diario',
    ],
  },
  { bank: 'falabella', headings: ['fecha', 'descripcion', 'cargo', 'abono', 'saldo'] },
]

/** All headings that name a role by themselves, as `headingKey` writes them. */
const KNOWN: Readonly<Record<ColumnRole, string>> = {
  date: 'fecha|fecha movimiento|fecha de movimiento|fecha del movimiento|fecha contable|fecha transaccion|fecha de transaccion|fecha operacion|fecha de operacion|fecha valor|fecha mov|fecha abono|fecha pago',
  description:
    'descripcion|descripcion movimiento|descripcion del movimiento|detalle|detalle movimiento|detalle del movimiento|detalle transaccion|detalle de transaccion|detalle de la transaccion|glosa|movimiento|transaccion|concepto',
  operation:
    'n operacion|no operacion|nro operacion|numero operacion|numero de operacion|operacion|n documento|no documento|nro documento|numero documento|numero de documento|documento|docto nro|n docto|nro docto|n doc|nro doc|id transaccion|numero de transaccion|n transaccion|numero de referencia|referencia|comprobante|n comprobante',
  rut: 'rut|rut origen|rut pagador|rut ordenante|rut remitente|rut emisor|rut cliente|rut contraparte|rut de origen|rut titular origen',
  name: 'nombre|nombre origen|nombre pagador|nombre ordenante|nombre remitente|nombre emisor|nombre cliente|nombre contraparte|nombre o razon social|razon social|ordenante|pagador|remitente|nombre titular origen',
  credit:
    'abono|abonos|deposito|depositos|deposito o abono|depositos o abonos|depositos abonos|depositos y abono|depositos y abonos|deposito abono|monto abono|monto abonos|monto depositos o abonos|credito|creditos|haber|ingresos|ingreso',
  debit:
    'cargo|cargos|cheque o cargo|cheques o cargos|cheques cargos|cheques y otros cargos|cheques y cargos|cheque cargo|giros o cargos|giros y cargos|giros cargos|monto cargo|monto cargos|monto cheques o cargos|debito|debitos|debe|egresos|egreso',
  amount: 'monto|importe|valor|monto movimiento|monto del movimiento|monto transaccion',
  side: 'cargo abono|abono cargo|debito credito|credito debito|c a|a c|d c|c d',
  balance: 'saldo|saldo diario|saldo contable|saldo disponible|saldo cuenta|saldo movimiento',
  account:
    'cuenta|n cuenta|no cuenta|nro cuenta|numero cuenta|numero de cuenta|n cuenta corriente|cuenta corriente|cta cte|n cta cte|nro cta cte',
}

const ROLE_OF_HEADING = new Map<string, ColumnRole>(
  COLUMN_ROLES.flatMap((role) => KNOWN[role].split('|').map((heading) => [heading, role])),
)

/** Words that only hint at a role: a person is asked. The first that occurs counts. */
const HINTS: readonly (readonly [RegExp, ColumnRole])[] = [
  [/\b(?:cargo|debito)s? (?:o )?(?:abono|credito)|\babonos? (?:o )?cargo/, 'side'],
  [/\bfecha/, 'date'],
  [/\brut\b/, 'rut'],
  [/\bsaldo/, 'balance'],
  [/\b(?:abono|deposito)/, 'credit'],
  [/\b(?:cargo|giro|cheque)/, 'debit'],
  [/\b(?:descrip|detalle|glosa)/, 'description'],
  [/\b(?:operacion|documento|docto|comprobante|referencia)/, 'operation'],
  [/\bcuenta/, 'account'],
  [/\b(?:nombre|ordenante|remitente)/, 'name'],
  [/\b(?:monto|importe)/, 'amount'],
  [/^(?:tipo|signo)\b/, 'side'],
]

/** The role that a heading names, and whether it is known to. Null when it says nothing. */
export function roleOfHeading(heading: string): { role: ColumnRole; isKnown: boolean } | null {
  const known = ROLE_OF_HEADING.get(heading)
  if (known !== undefined) return { role: known, isKnown: true }
  const hint = HINTS.find(([pattern]) => pattern.test(heading))
  return hint === undefined ? null : { role: hint[1], isKnown: false }
}

/** The bank whose headings these are, when all of one bank's are there; of several the one with the most. */
export function bankOfHeadings(headings: readonly string[]): Bank | null {
  const all = new Set(headings)
  const whole = BANK_HEADINGS.filter((one) => one.headings.every((heading) => all.has(heading)))
  const [first] = whole.toSorted((a, b) => b.headings.length - a.headings.length)
  return first?.bank ?? null
}
