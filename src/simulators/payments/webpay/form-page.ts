import type { Answer } from '../common/answer.ts'
import { action, facts, hidden, page, pesos, select, type Brand } from '../common/page.ts'
import { refusals, testCards } from './cards.ts'
import { totalOf, type Transaction } from './transaction.ts'

export const WEBPAY: Brand = { name: 'Webpay', color: '#6b1b4f' }

/** The payment form: with a test card as at Transbank, or by an outcome chosen outright. */
export function formPage(transaction: Transaction): Answer {
  const { token, merchant, buyOrder } = transaction
  const cards = testCards.map(({ number, label, isApproved }) => {
    const end = isApproved ? 'se aprueba' : 'se rechaza'
    return [number, `${label} terminada en ${number.slice(-4)}: ${end}`] as const
  })
  const codes = refusals.map(([code, text]) => [String(code), `${code}: ${text}`] as const)
  const form = (body: string): string =>
    `<form method="post" action="/webpayserver/pagar">${hidden('token_ws', token)}${body}</form>`
  return page(
    WEBPAY,
    `Pagar ${pesos(totalOf(transaction))}`,
    `${facts([
      ['Comercio', merchant.name],
      ['Orden', buyOrder],
    ])}
${form(`${select('tarjeta', 'Tarjeta de prueba', cards)}
<div class="actions">${action('payWith', 'Pagar', 'main')}${action('annul', 'Anular compra y volver')}</div>`)}
<fieldset><legend>Elegir el resultado</legend>
<p class="hint">Solo existe en la simulación: cada botón termina el pago de una manera.</p>
${form(`${select('codigo', 'Código si se rechaza', codes)}
<div class="actions">${action('approve', 'Aprobar')}${action('refuse', 'Rechazar')}${action('timeOut', 'Dejar vencer')}${action('formError', 'Error del formulario')}</div>`)}
</fieldset>`,
  )
}

export function endedPage(transaction: Transaction | undefined): Answer {
  if (transaction === undefined) {
    return page(WEBPAY, 'No encontramos este pago', '<p>Vuelve al comercio y empieza de nuevo.</p>')
  }
  return page(
    WEBPAY,
    'Este pago ya terminó',
    `<p>Vuelve al comercio para ver qué pasó.</p>${facts([['Orden', transaction.buyOrder]])}`,
  )
}
