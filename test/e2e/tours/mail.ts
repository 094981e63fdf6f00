import type { z } from 'zod'
import type { delivery } from '#contract/deliveries.ts'
import { button, field } from '../fixtures/hands.ts'
import { intercept, stopIntercepting } from '../fixtures/intercept.ts'
import type { Place } from '../fixtures/place.ts'
import type { Stop } from './stop.ts'

type Mail = z.input<typeof delivery>

const TO = ['pagos@constructora-cordillera-y-compania.example', 'contabilidad@cliente.example']

/** An issued document whose mail was sent: as it is, sent again, and asked for once more. */
export function mailStops(document: number): Place[] {
  const path = `/documents/${document}`
  return [
    shown('document-mail-again', path, sentTwice, async (page) => {
      await button(page, 'Enviar otra vez').click()
      await field(page, 'Enviar ahora a').fill('pagos@cliente')
      await button(page.getByRole('dialog'), 'Enviar otra vez').click()
      await page.getByText('No es un e-mail válido: pagos@cliente').waitFor()
    }),
    shown('document-mails', path, sentTwice, async (page) => {
      await page.getByText('Envío 2').scrollIntoViewIfNeeded()
    }),
    shown('document-mail-annulled', path, annulled, async (page) => {
      await button(page, 'Enviar igual, anulada').scrollIntoViewIfNeeded()
    }),
    shown('document-mail-too-often', path, tooOften, async (page) => {
      await button(page, 'Enviar otra vez').click()
      await page.getByText(/^Ya lo enviaste otra vez/).waitFor()
    }),
  ]
}

function shown(
  name: string,
  path: string,
  mails: Mail[],
  reach: NonNullable<Stop['reach']>,
): Place {
  return {
    name,
    path,
    prepare: (page) => intercept(page, isDeliveries, (call) => call.fulfill({ json: mails })),
    reach,
    leave: (page) => stopIntercepting(page, isDeliveries),
  }
}

function isDeliveries({ pathname }: URL): boolean {
  return pathname.endsWith('/deliveries/')
}

const first: Mail = {
  id: 1,
  state: 'viewed',
  reason: null,
  subject: 'Factura 100 – Noviembre',
  to: TO,
  cc: ['jefa@cliente.example'],
  email_account: 1,
  sent_at: '2026-11-02T13:30:00Z',
  sees_returns: false,
  can: [],
  is_left: false,
  nota: null,
  resend_to: [],
  nth: 1,
  again: null,
}
const second: Mail = { ...first, id: 2, nth: 2, state: 'sent', sent_at: '2026-11-04T18:05:00Z' }
const annulled: Mail[] = [
  {
    ...first,
    state: 'failed',
    reason: 'annulled',
    subject: null,
    sent_at: null,
    can: ['sendNota', 'sendAnnulled'],
    nota: { document: 2, folio: 12 },
    resend_to: TO,
  },
]
const again = { to: TO, cc: first.cc, from: 'ana@gmail.example', obstacle: null }
const sentTwice: Mail[] = [{ ...second, again }, first]
const tooOften: Mail[] = [{ ...second, again: { ...again, obstacle: 'tooMany' } }, first]
