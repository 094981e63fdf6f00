import { addressOf, type Answer } from '../common/answer.ts'
import {
  action,
  escape,
  facts,
  hidden,
  input,
  page,
  pesos,
  select,
  type Brand,
} from '../common/page.ts'
import { rejections, type CheckoutEnd } from './outcome.ts'
import type { Authorization } from './oauth.ts'
import { totalOf } from './request.ts'
import type { Preference, Seller } from './state.ts'

export const MERCADO_PAGO: Brand = { name: 'Mercado Pago', color: '#0a68b4' }

export function checkoutPage(preference: Preference, isOver: boolean): Answer {
  const { request, seller, isLive, id } = preference
  const rows = facts([
    ['Para', seller.nickname],
    ['Concepto', request.items[0]?.title ?? ''],
    ['Monto', pesos(totalOf(request))],
    ['Modo', isLive ? 'Real, simulado aquí' : 'De prueba'],
  ])
  if (isOver) return page(MERCADO_PAGO, 'Este cobro venció', rows)
  const form = (body: string): string =>
    `<form method="post" action="/checkout/v1/pagar">${hidden('pref_id', id)}${body}</form>`
  const open =
    request.binary_mode === true
      ? ''
      : `${action('pending', 'Pagar en efectivo después')}${action('inProcess', 'Dejar en revisión')}`
  return page(
    MERCADO_PAGO,
    'Elige cómo pagar',
    `${rows}
${form(`${input('rut', 'RUT de quien paga', '11.111.111-1')}
<div class="actions">${action('approve', 'Pagar con tarjeta', 'main')}${action('cancel', 'Volver al sitio')}</div>`)}
<fieldset><legend>Elegir otro resultado</legend>
<p class="hint">Solo existe en la simulación.</p>
${form(`${select('motivo', 'Motivo si se rechaza', Object.entries(rejections))}
<div class="actions">${action('reject', 'Rechazar la tarjeta')}${open}</div>`)}
</fieldset>`,
  )
}

/** Without auto_return the payer goes back by a link. */
export function endPage({ redirect, payment }: CheckoutEnd): Answer {
  const title = payment === null ? 'No pagaste' : (ENDS[payment.status] ?? 'Listo')
  const link =
    redirect === null
      ? '<p>Puedes cerrar esta página.</p>'
      : `<p><a href="${escape(addressOf(redirect))}">Volver al sitio</a></p>`
  const rows = payment === null ? '' : facts([['Operación', String(payment.id)]])
  return page(MERCADO_PAGO, title, `${rows}${link}`)
}

const ENDS: Partial<Record<string, string>> = {
  approved: 'Pagaste',
  pending: 'Falta que pagues',
  in_process: 'Estamos revisando tu pago',
  rejected: 'Tu pago se rechazó',
}

export function unknownPage(): Answer {
  return page(MERCADO_PAGO, 'Este cobro no existe', '<p>Vuelve al sitio y empieza de nuevo.</p>')
}

/** Where a seller lets the application collect for them. */
export function authorizationPage(asked: Authorization, sellers: readonly Seller[]): Answer {
  const options = sellers.map(({ id, nickname }) => [String(id), nickname] as const)
  const fields = Object.entries(asked).map(([name, value]) => hidden(name, value))
  return page(
    MERCADO_PAGO,
    'Conectar tu cuenta con Folio',
    `<p>Folio podrá crear cobros en tu nombre y saber cuándo se pagan.</p>
<form method="post" action="/authorization">${fields.join('')}${select('cuenta', 'Cuenta', options)}
<div class="actions">${action('permitir', 'Permitir', 'main')}${action('negar', 'Cancelar')}</div></form>`,
  )
}

export function wrongAuthorizationPage(): Answer {
  return page(
    MERCADO_PAGO,
    'No se puede conectar',
    '<p>La aplicación o su dirección de retorno no están registradas.</p>',
  )
}
