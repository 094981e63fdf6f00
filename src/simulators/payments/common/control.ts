import { json, seeOther, type Answer, type Redirect } from './answer.ts'
import { formFields, jsonObject } from './fields.ts'
import { notificationTroubles, type Notifier } from './notifier.ts'
import { action, escape, page, select, type Brand } from './page.ts'
import type { Asked, Route } from './server.ts'
import { troubles as apiTroubles, type Troubles } from './troubles.ts'

/** A row of the list of what a stand-in has taken. */
export interface ControlRow {
  id: string
  merchant: string
  reference: string
  amount: string
  state: string
  /** Where its hosted page is; null when there is nothing left to do there. */
  page: string | null
}

export interface Controlled {
  brand: Brand
  troubles: Troubles
  /** Null for a provider that notifies nobody. */
  notifier: Notifier | null
  /** Newest first. */
  rows: () => ControlRow[]
  /** Everything that is known of one payment, for programs. */
  find: (id: string) => unknown
  /** Does what a payer, a bank or the provider would do; throws `WrongOrder` when that is no order or not possible. */
  act: (id: string, order: Record<string, unknown>) => Redirect | null
}

/** What a test or a person asked of a stand-in and it can't do. */
export class WrongOrder extends Error {}

const MOST_ROWS = 50

/** The switches of a stand-in: a page for a person under /_control, the same in JSON for programs. */
export function controlRoutes(controlled: Controlled): Route[] {
  const { troubles, notifier } = controlled
  return [
    open('GET', /^\/$/, () => seeOther('/_control')),
    open('GET', /^\/_control$/, () => controlPage(controlled)),
    open('GET', /^\/_control\/payments\/([\w-]+)$/, ({ caught }) => {
      const found = controlled.find(caught[0] ?? '')
      return found === undefined ? json(404, { error: 'unknown payment' }) : json(200, found)
    }),
    open('POST', /^\/_control\/payments\/([\w-]+)$/, ({ caught, body }) =>
      obey(() => controlled.act(caught[0] ?? '', jsonObject(body) ?? {})),
    ),
    open('GET', /^\/_control\/deliveries$/, () => json(200, notifier?.deliveries() ?? [])),
    open('POST', /^\/_control\/deliver$/, async () => {
      await notifier?.deliverDue()
      return json(200, notifier?.deliveries() ?? [])
    }),
    open('POST', /^\/_control\/release$/, (asked) => {
      troubles.release()
      return done(asked)
    }),
    open('POST', /^\/_control\/troubles$/, (asked) => {
      setTroubles(controlled, asked)
      return done(asked)
    }),
  ]
}

function open(method: Route['method'], path: RegExp, handle: Route['handle']): Route {
  return { method, path, call: null, handle }
}

function obey(act: () => Redirect | null): Answer {
  try {
    return json(200, { redirect: act() })
  } catch (mistake) {
    if (!(mistake instanceof WrongOrder)) throw mistake
    return json(409, { error: mistake.message })
  }
}

function setTroubles({ troubles, notifier }: Controlled, asked: Asked): void {
  const order = isForm(asked) ? Object.fromEntries(formFields(asked)) : jsonObject(asked.body)
  if (order === null) return
  const times = Number(order['times'] ?? '')
  const limit = Number.isInteger(times) && times > 0 ? { times } : {}
  const { call } = order
  const named = typeof call === 'string' && call !== '' ? { call } : {}
  if ('trouble' in order) {
    const trouble = apiTroubles.find((one) => one === order['trouble'])
    troubles.set(trouble === undefined ? null : { trouble, ...named, ...limit })
  }
  if ('notification' in order) {
    const trouble = notificationTroubles.find((one) => one === order['notification']) ?? null
    notifier?.setTrouble(trouble, limit.times)
  }
}

function isForm({ headers }: Asked): boolean {
  return (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
}

function done(asked: Asked): Answer {
  return isForm(asked) ? seeOther('/_control') : json(200, {})
}

function controlPage(controlled: Controlled): Answer {
  const { brand, troubles, notifier } = controlled
  const current = troubles.current()?.trouble ?? ''
  const choices = [
    select('trouble', 'Respuestas de la API', labelled(apiTroubles, TROUBLE_TEXTS), current),
    notifier === null
      ? ''
      : select(
          'notification',
          'Notificaciones',
          labelled(notificationTroubles, NOTIFICATION_TEXTS),
          notifier.trouble() ?? '',
        ),
  ]
  return page(
    brand,
    'Pagos y fallas',
    `<h2>Fallas</h2>
<form method="post" action="/_control/troubles">${choices.join('')}
<div class="actions">${action('aplicar', 'Aplicar', 'main')}</div></form>
<form method="post" action="/_control/release" enctype="application/x-www-form-urlencoded">
<div class="actions">${action('soltar', `Soltar respuestas lentas (${troubles.held()})`)}</div></form>
<h2>Pagos</h2>
${paymentsTable(controlled.rows().slice(0, MOST_ROWS))}
${notifier === null ? '' : `<h2>Notificaciones</h2>${deliveriesTable(notifier)}`}`,
    'wide',
  )
}

function labelled<T extends string>(
  values: readonly T[],
  texts: Record<T, string>,
): (readonly [string, string])[] {
  return [['', 'Ninguna'], ...values.map((value) => [value, texts[value]] as const)]
}

function paymentsTable(rows: ControlRow[]): string {
  if (rows.length === 0) return '<p class="hint">Todavía no hay pagos.</p>'
  const lines = rows.map(({ id, merchant, reference, amount, state, page: address }) => {
    const name = escape(id.length > 14 ? `${id.slice(0, 12)}…` : id)
    const link = address === null ? name : `<a href="${escape(address)}">${name}</a>`
    return `<tr><td>${link}</td><td>${escape(state)}</td><td class="amount">${escape(amount)}</td><td>${escape(reference)}</td><td>${escape(merchant)}</td></tr>`
  })
  return table(['Pago', 'Estado', 'Monto', 'Referencia', 'Comercio'], lines)
}

function deliveriesTable(notifier: Notifier): string {
  const latest = notifier.deliveries().toReversed().slice(0, MOST_ROWS)
  if (latest.length === 0) return '<p class="hint">Todavía no sale ninguna.</p>'
  const lines = latest.map(({ about, event, state, attempts }) => {
    const answers = attempts.map(({ status }) => status ?? 'sin respuesta').join(', ')
    return `<tr><td>${escape(event)}</td><td>${STATE_TEXTS[state]}</td><td>${answers}</td><td>${escape(about)}</td></tr>`
  })
  return table(['Evento', 'Estado', 'Respuestas', 'Pago'], lines)
}

function table(head: string[], lines: string[]): string {
  const cells = head.map((title) => `<th scope="col">${title}</th>`).join('')
  return `<div class="scroll"><table><thead><tr>${cells}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

const STATE_TEXTS = {
  waiting: 'Por entregar',
  delivered: 'Entregada',
  dropped: 'Perdida',
  givenUp: 'Abandonada',
}

const TROUBLE_TEXTS = {
  rateLimited: 'Demasiadas solicitudes (429)',
  serverError: 'Error interno (500)',
  badGateway: 'Sin llegar al proveedor (502)',
  badGatewayAfter: 'Lo hace y responde 502',
  html: 'Una página en vez de datos',
  htmlAfter: 'Lo hace y responde una página',
  truncated: 'Lo hace y la respuesta llega a medias',
  slow: 'Lo hace y la respuesta espera',
  slowBefore: 'Espera antes de hacerlo',
  twice: 'Lo hace dos veces y responde lo segundo',
  cutBefore: 'Se corta antes de hacerlo',
  cutAfter: 'Lo hace y se corta',
  late: 'Se corta, y lo hace al soltarlo',
}

const NOTIFICATION_TEXTS = {
  wrongSecret: 'Firmadas con otro secreto',
  staleTime: 'Con una hora vieja',
  duplicate: 'Llegan dos veces',
  reorder: 'Llegan en otro orden',
  drop: 'No llegan',
  delay: 'Llegan una hora después',
}
