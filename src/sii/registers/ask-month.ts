import { monthNumberOf, yearOf } from '#domain/day.ts'
import { rutBody, rutDv } from '#domain/rut.ts'
import type { Answer, RegisterMonth, SiiFailure } from '../interface/portal.ts'
import type { Facade } from './facade.ts'

/** What the page's own program sends in place of a token; some days it is accepted, some not (portal 5.2). */
export const TOKEN = 't-o-k-e-n-web'

/** Sales go with REGISTRO; when that is refused, once without any state. `ok` with null: no movements. */
export async function askBoth(
  facade: Facade,
  method: string,
  { company, month, side, state = 'REGISTRO' }: RegisterMonth,
  more: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown>> {
  const dataFor = (estadoContab: string) => ({
    rutEmisor: String(rutBody(company)),
    dvEmisor: rutDv(company),
    ptributario: `${yearOf(month)}${String(monthNumberOf(month)).padStart(2, '0')}`,
    estadoContab,
    operacion: side === 'sales' ? 'VENTA' : 'COMPRA',
    ...more,
  })
  const first = await facade.ask(method, dataFor(state))
  const isStateRefused = first.kind === 'validationRejected' && !/periodo|\d{6}/i.test(first.text)
  const answer = isStateRefused && side === 'sales' ? await facade.ask(method, dataFor('')) : first
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.body?.data ?? null } : answer
}

/** A route that is closed to us or has changed gives way to the next; trouble with the SII itself doesn't. */
export function isClosed(failure: SiiFailure): boolean {
  switch (failure.kind) {
    case 'recaptchaRequired':
    case 'portalChanged':
    case 'validationRejected':
    case 'notFound':
    case 'companyNotAuthorized':
      return true
    case 'unavailable':
      return failure.cause === 'unknownPage'
    default:
      return false
  }
}
