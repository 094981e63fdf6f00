import type { Answer } from '../common/answer.ts'
import { action, facts, input, page, pesos, select, type Brand } from '../common/page.ts'
import { errorReasons } from './outcome.ts'
import { amountOf } from './request.ts'
import type { Session } from './state.ts'

export const FINTOC: Brand = { name: 'Fintoc', color: '#3d4bc7' }

/** The page on which the payer chooses a bank; here, how it ends. */
export function payPage(session: Session): Answer {
  const { request, organization, mode, status } = session
  const rows = facts([
    ['Para', request.business_profile?.name ?? organization.name],
    ['Monto', pesos(amountOf(request))],
    ['Modo', mode === 'test' ? 'De prueba' : 'Real, simulado aquí'],
  ])
  if (status === 'finished' || status === 'expired') {
    return page(FINTOC, status === 'expired' ? 'Este pago venció' : 'Este pago ya terminó', rows)
  }
  const form = (body: string): string =>
    `<form method="post" action="/checkout/${session.id}">${body}</form>`
  const reasons = errorReasons.map((reason) => [reason, REASON_TEXTS[reason]] as const)
  return page(
    FINTOC,
    'Pagar con tu banco',
    `${rows}
${form(`${input('rut', 'RUT de quien paga', '11.111.111-1')}
<div class="actions">${action('succeed', 'Transferir', 'main')}${action('cancel', 'Cancelar y volver')}</div>`)}
<fieldset><legend>Elegir otro resultado</legend>
<p class="hint">Solo existe en la simulación.</p>
${form(`${select('motivo', 'Motivo si falla', reasons)}
<div class="actions">${action('fail', 'La transferencia falla')}${action('reject', 'El banco la rechaza')}${action('pending', 'Queda pendiente')}${action('expire', 'La sesión vence')}</div>`)}
</fieldset>`,
  )
}

export function donePage(title: string): Answer {
  return page(FINTOC, title, '<p>Puedes cerrar esta página.</p>')
}

const REASON_TEXTS: Record<(typeof errorReasons)[number], string> = {
  insufficient_funds: 'No hay saldo suficiente',
  amount_limit_reached: 'Se llegó al máximo para transferir',
  bank_account_locked: 'Cuenta bloqueada para transferir',
  bank_connection_error: 'No se pudo conectar con el banco',
  bank_not_available: 'El banco no está disponible',
  login_credentials_locked: 'Clave bloqueada',
  login_invalid_credentials: 'Clave incorrecta',
  maximum_amount_error: 'Supera el máximo del banco',
  mfa_authorization_timeout: 'No se autorizó a tiempo',
  mfa_invalid_authorization: 'Autorización incorrecta',
  mfa_locked: 'Método de autorización bloqueado',
  mfa_unavailable: 'Método de autorización no disponible',
  new_contact_amount_limit_reached: 'Supera el máximo para un destinatario nuevo',
  new_contact_transfer_number_limit_reached: 'Demasiadas transferencias a destinatarios nuevos',
  recipient_account_not_allowed: 'La cuenta de destino no se permite',
}
