import { formatDay, type Day } from '#domain/day.ts'
import { formatRut } from '#domain/rut.ts'
import type { Answer } from '../common/answer.ts'
import { action, escape, facts, input, page, pesos, select, type Brand } from '../common/page.ts'
import { bankNames, movementsOf, type BankAccount, type Ledger, type Movement } from './ledger.ts'
import { styles, stylesOf } from './styles.ts'

const BANK: Brand = { name: 'Banco', color: '#1d6b45', isNot: 'un banco' }

export function accountsPage({ accounts }: Ledger): Answer {
  const items = [...accounts.values()].map(
    (account) =>
      `<li><a href="/cuentas/${account.id}">${escape(account.holder)}</a><br>${bankNames[account.bank]}, cuenta ${escape(account.number)}</li>`,
  )
  return page(
    BANK,
    'Cuentas',
    items.length === 0 ? '<p>No hay cuentas.</p>' : `<ul>${items.join('')}</ul>`,
  )
}

export function accountPage(
  ledger: Ledger,
  account: BankAccount,
  days: { from: Day; to: Day },
  problem = '',
): Answer {
  const movements = movementsOf(ledger, account.id)
  const balance = movements.reduce((sum, { amount }) => sum + amount, account.openingClp)
  return page(
    BANK,
    account.holder,
    `<p><a href="/">← Cuentas</a></p>
${facts([
  ['Banco', bankNames[account.bank]],
  ['Cuenta', account.number],
  ['RUT', formatRut(account.holderRut)],
  ['Saldo', pesos(balance)],
])}
${transferForm(account, problem)}
${statementForm(account, days)}
<h2>Movimientos</h2>
${movementsTable(movements.toReversed(), account)}`,
    'wide',
  )
}

function transferForm({ id }: BankAccount, problem: string): string {
  const notice = problem === '' ? '' : `<p role="alert"><strong>${escape(problem)}</strong></p>`
  return `<h2>Transferir a esta cuenta</h2>
<form method="post" action="/cuentas/${id}/transferencias">${notice}
${input('rut', 'RUT de quien transfiere', '11.111.111-1')}${input('nombre', 'Nombre', 'Juana Pérez Soto')}
${input('monto', 'Monto en pesos', '')}${input('mensaje', 'Mensaje', '')}
<div class="actions">${action('transferir', 'Transferir', 'main')}${action('depositar', 'Depositar en efectivo')}</div></form>`
}

function statementForm({ id, bank }: BankAccount, { from, to }: { from: Day; to: Day }): string {
  const options = stylesOf(bank).map((name) => [name, styles[name].title] as const)
  const formats = [
    ['xlsx', 'Excel'],
    ['csv', 'CSV'],
  ] as const
  return `<h2>Descargar cartola</h2>
<form method="get" action="/cuentas/${id}/cartola">
${input('desde', 'Desde', from, 'date')}${input('hasta', 'Hasta', to, 'date')}
${select('formato', 'Cartola', options)}${select('archivo', 'Archivo', formats)}
<div class="actions"><button class="main">Descargar</button></div></form>`
}

function movementsTable(movements: Movement[], { id }: BankAccount): string {
  if (movements.length === 0) return '<p class="hint">Todavía no hay movimientos.</p>'
  const lines = movements.map((movement) => {
    const party =
      movement.party === null ? '' : `${movement.party.name} ${formatRut(movement.party.rut)}`
    const undo =
      movement.kind === 'reversal' || movement.amount <= 0
        ? ''
        : `<form method="post" action="/cuentas/${id}/reversos/${movement.id}"><button>Reversar</button></form>`
    return `<tr><td>${formatDay(movement.on)}</td><td class="amount">${pesos(movement.amount)}</td><td>${KINDS[movement.kind]}</td><td>${escape(party)}</td><td>${undo}</td></tr>`
  })
  return `<div class="scroll"><table><thead><tr><th scope="col">Fecha</th><th scope="col">Monto</th><th scope="col">Movimiento</th><th scope="col">Quién</th><th scope="col">Acción</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

const KINDS = {
  transferIn: 'Transferencia recibida',
  transferOut: 'Transferencia enviada',
  cashDeposit: 'Depósito en efectivo',
  chequeDeposit: 'Depósito con cheque',
  payout: 'Abono de ventas con tarjeta',
  fee: 'Comisión',
  reversal: 'Reverso',
}
