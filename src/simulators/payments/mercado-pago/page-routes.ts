import { addressOf, seeOther, type Answer } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { formFields } from '../common/fields.ts'
import type { Route } from '../common/server.ts'
import { grant, readAuthorization } from './oauth.ts'
import { checkOut, checkoutOutcome, isExpired, type CheckoutEnd } from './outcome.ts'
import {
  authorizationPage,
  checkoutPage,
  endPage,
  unknownPage,
  wrongAuthorizationPage,
} from './pages.ts'
import type { MercadoPago, Preference } from './state.ts'

/** The payer's page, and what is pressed there. */
export function checkoutRoutes(mercadoPago: MercadoPago): Route[] {
  const show = (id: string): Answer => {
    const found = mercadoPago.preferences.get(id)
    return found === undefined ? unknownPage() : checkoutPage(found, isExpired(mercadoPago, found))
  }
  return [
    {
      method: 'GET',
      path: /^(?:\/sandbox)?\/checkout\/v1\/redirect$/,
      call: null,
      handle: ({ query }) => show(query.get('pref_id') ?? ''),
    },
    {
      method: 'POST',
      path: /^\/checkout\/v1\/pagar$/,
      call: null,
      handle: (asked) => submit(mercadoPago, formFields(asked)),
    },
  ]
}

function submit(mercadoPago: MercadoPago, form: URLSearchParams): Answer {
  const preference = mercadoPago.preferences.get(form.get('pref_id') ?? '')
  if (preference === undefined) return unknownPage()
  const kind = form.get('accion')
  const chosen = checkoutOutcome.safeParse({
    kind,
    ...(kind === 'approve' ? { payerRut: form.get('rut') } : {}),
    ...(kind === 'reject' ? { detail: form.get('motivo') } : {}),
  })
  if (!chosen.success) return checkoutPage(preference, false)
  try {
    const end = checkOut(mercadoPago, preference, chosen.data)
    return goesBackAlone(preference, end) ? seeOther(addressOf(end.redirect)) : endPage(end)
  } catch (mistake) {
    if (!(mistake instanceof WrongOrder)) throw mistake
    return checkoutPage(preference, isExpired(mercadoPago, preference))
  }
}

/** By auto_return; who presses the button to go back goes at once. */
function goesBackAlone(
  { request }: Preference,
  end: CheckoutEnd,
): end is CheckoutEnd & { redirect: NonNullable<CheckoutEnd['redirect']> } {
  if (end.redirect === null) return false
  if (end.payment === null || request.auto_return === 'all') return true
  return request.auto_return === 'approved' && end.payment.status === 'approved'
}

/** The seller's page. */
export function permissionRoutes(mercadoPago: MercadoPago): Route[] {
  const path = /^\/authorization$/
  return [
    {
      method: 'GET',
      path,
      call: null,
      handle: ({ query }) => {
        const asked = readAuthorization(mercadoPago, query)
        return asked === null
          ? wrongAuthorizationPage()
          : authorizationPage(asked, mercadoPago.sellers)
      },
    },
    {
      method: 'POST',
      path,
      call: null,
      handle: (request) => {
        const form = formFields(request)
        const asked = readAuthorization(mercadoPago, form)
        if (asked === null) return wrongAuthorizationPage()
        const seller = mercadoPago.sellers.find(({ id }) => String(id) === form.get('cuenta'))
        const isAllowed = form.get('accion') === 'permitir'
        return seeOther(addressOf(grant(mercadoPago, asked, isAllowed ? (seller ?? null) : null)))
      },
    },
  ]
}
