import { knownDay, knownMonth } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { facturaTotals } from '#domain/totals.ts'
import { quantity } from '#domain/uf.ts'
import type { TestRules } from '../rules/test-rules.ts'
import { BENCH_START } from '../test-bench.ts'
import { contentDigest } from './trail/trail.ts'

export interface MadeFactura {
  day: string
  net: number
  state?: 'issued' | 'waiting' | 'queued' | 'failed' | 'skipped' | 'needs_data'
  rule?: number
  folio?: number
  reason?: string
  reasonText?: string
  isFiled?: boolean
  recipient?: { rut: string; name: string }
}

/** What a factura of one line of that many pesos says. */
export function facturaContent(made: { day: string; net: number }): FacturaContent {
  const amountClp = clp(made.net)
  return {
    kind: 'factura',
    issueDate: knownDay(made.day),
    serviceMonth: knownMonth(made.day.slice(0, 7)),
    issuer: {
      rut: rut('77070707-2'),
      name: 'Empresa',
      address: { street: 'Uno 1', commune: 'Santiago', city: 'Santiago', branchCode: '1' },
      activity: { code: '620200', description: 'Consulting' },
      email: '',
    },
    recipient: {
      rut: rut('93939393-5'),
      name: 'Cliente',
      giro: 'Comercio',
      address: { street: 'Dos 2', commune: 'Arica', city: 'Arica' },
      contactName: '',
      contactRut: null,
    },
    lines: [
      {
        name: 'Consulting',
        description: '',
        code: '',
        quantity: quantity('1'),
        price: { currency: 'CLP', unitClp: amountClp },
        amountClp,
      },
    ],
    ...facturaTotals([{ amountClp }]),
    paymentForm: 2,
  }
}

/** A document of Ana's company, frozen with one line of that many pesos. */
export async function insertFactura(
  { known, user, bench }: TestRules,
  made: MadeFactura,
): Promise<number> {
  const { state = 'issued', recipient = { rut: '93939393-5', name: 'Cliente' } } = made
  const content = facturaContent(made)
  const { id } = await bench.database.db
    .insertInto('document')
    .values({
      organisation_id: user.organisationId,
      key: `test:${made.day}:${made.net}:${state}`,
      kind: 'factura',
      company_id: known.company,
      rule_id: made.rule ?? null,
      client_id: known.client,
      person_rut: '15151515-0',
      recipient_rut: recipient.rut,
      recipient_name: recipient.name,
      emission_day: made.day,
      issue_day: made.day,
      service_month: made.day.slice(0, 7),
      state,
      reason: made.reason ?? null,
      reason_text: made.reasonText ?? null,
      content: JSON.stringify(content),
      content_digest: contentDigest(content),
      total_clp: content.totalClp,
      folio: state === 'issued' ? (made.folio ?? Number(made.day.replaceAll('-', ''))) : null,
      created_at: BENCH_START,
      updated_at: BENCH_START,
      ...(made.isFiled === true ? { files_state: 'stored' as const } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
