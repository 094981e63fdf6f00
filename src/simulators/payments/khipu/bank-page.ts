import type { Answer } from '../common/answer.ts'
import { action, facts, input, page, pesos, type Brand } from '../common/page.ts'
import { isExpired, type Khipu, type Payment } from './payment.ts'

export const KHIPU: Brand = { name: 'Khipu', color: '#5a2d91' }

/** DemoBank: what a person does with a payment at their bank, and what the bank may do. */
export function bankPage(khipu: Khipu, payment: Payment): Answer {
  const { account, request, status } = payment
  const rows = facts([
    ['Para', account.name],
    ['Concepto', request.subject],
    ['Monto', pesos(Math.round(request.amount))],
  ])
  if (status === 'done') return page(KHIPU, 'Este pago ya terminó', rows)
  const form = (body: string): string =>
    `<form method="post" action="/demobank/${payment.id}">${body}</form>`
  if (isExpired(khipu, payment)) {
    return page(
      KHIPU,
      'Este cobro venció',
      `${rows}<p class="hint">El banco puede informar igual una transferencia que llega tarde.</p>
${form(`<div class="actions">${action('payLate', 'Pagar fuera de plazo', 'main')}${action('cancel', 'Volver')}</div>`)}`,
    )
  }
  const rut = request.fixed_payer_personal_identifier ?? '11.111.111-1'
  const name = request.payer_name ?? 'Juana Pérez Soto'
  return page(
    KHIPU,
    'Transferir con DemoBank',
    `${rows}
${form(`${input('rut', 'RUT de quien paga', rut)}${input('nombre', 'Nombre de quien paga', name)}
<div class="actions">${action(status === 'verifying' ? 'settle' : 'pay', status === 'verifying' ? 'Confirmar la transferencia' : 'Pagar', 'main')}${action('cancel', 'Cancelar y volver')}</div>`)}
<fieldset><legend>Elegir otro resultado</legend>
<p class="hint">Solo existe en la simulación.</p>
${form(`<div class="actions">${action('verify', 'Dejar en verificación')}${action('bankRefuses', 'El banco rechaza')}${action('reject', 'No voy a pagar')}${action('abuse', 'Denunciar abuso')}</div>`)}
</fieldset>`,
  )
}

export function donePage(title: string): Answer {
  return page(KHIPU, title, '<p>Puedes cerrar esta página.</p>')
}
