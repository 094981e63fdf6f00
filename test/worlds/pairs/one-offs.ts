import { addDays, chileInstant, monthOf, type Day } from '#domain/day.ts'
import type { EmissionHours } from '#domain/departure.ts'
import { instantText, type Clock } from '#server/clock.ts'
import { orderOneOff } from '#server/documents/actions/order-one-off.ts'
import type { Schema } from '#server/db/schema.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import type { Kysely } from 'kysely'
import { clientId, RECIPIENTS, row, START_MS, type Billing } from '../cast.ts'
import type { SeedRow } from '../database/database.ts'

/** Documents that somebody orders alone, of Ana's company in the first organisation. */
interface OneOff {
  id: number
  recipient: string
  price: string
  quantity: string
  currency: 'CLP' | 'UF'
  /** From the world's day on. */
  inDays: number
  replaces: number | null
}

const [FIRST = '', SECOND = ''] = RECIPIENTS
const COMPANY = 1
const AUTHOR = { organisationId: 1, userId: 1 }

/** The second is edited before its day: the third takes its place, for another client and another price. */
const ONE_OFFS: readonly OneOff[] = [
  {
    id: 201,
    recipient: FIRST,
    price: '70001.000000',
    quantity: '1.000000',
    currency: 'CLP',
    inDays: 0,
    replaces: null,
  },
  {
    id: 202,
    recipient: FIRST,
    price: '2.500000',
    quantity: '1.000000',
    currency: 'UF',
    inDays: 1,
    replaces: null,
  },
  {
    id: 203,
    recipient: SECOND,
    price: '2.500000',
    quantity: '3.000000',
    currency: 'UF',
    inDays: 1,
    replaces: 202,
  },
]

const MONTHS: Record<string, string> = {
  '2026-11': 'noviembre',
  '2026-12': 'diciembre',
  '2027-01': 'enero',
}

export function oneOffKey({ id }: { id: number }): string {
  return `request:${id}`
}

/** What they sell. */
export function oneOffRows(): SeedRow[] {
  return ONE_OFFS.map(({ id, price, currency }) =>
    row('product', {
      organisation_id: AUTHOR.organisationId,
      id,
      company_id: COMPANY,
      name: `Servicio ${id} de {{mes}}`,
      unit_price: price,
      currency,
      created_at: instantText(START_MS),
    }),
  )
}

export function oneOffBillings(on: Day): Billing[] {
  return ONE_OFFS.map((one) => ({
    key: oneOffKey(one),
    mark: `Servicio ${one.id} de ${MONTHS[monthOf(addDays(on, one.inDays))] ?? ''}`,
    organisationId: AUTHOR.organisationId,
    person: ana.rut,
    company: asesoriasPenaMunoz.rut,
    recipient: one.recipient,
    totalClp: 0,
  }))
}

/** When a browser sends its request, and sends it again because it knows of no answer. */
export function oneOffHours(on: Day): number[] {
  const at = (hour: number, minute: number) => chileInstant(on, hour, minute)
  return [at(9, 5), at(9, 6), at(9, 40), at(11, 0), at(15, 30)]
}

type Needs = EmissionHours & { db: Kysely<Schema>; clock: Clock }

/** Sends every request, in their order; one that can't be done is sent again at the next hour. */
export async function orderAll(
  needs: Needs,
  on: Day,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const one of ONE_OFFS) await order(needs, on, one).catch(onFailure)
}

async function order(needs: Needs, on: Day, one: OneOff): Promise<void> {
  const replaces = one.replaces === null ? null : await idOf(needs.db, one.replaces)
  await orderOneOff(
    { ...needs, hasEmailAccount: async () => false },
    AUTHOR,
    {
      requestKey: oneOffKey(one),
      issueDay: addDays(on, one.inDays),
      replaces,
      draft: {
        kind: 'factura',
        companyId: COMPANY,
        issuerAddressId: COMPANY,
        issuerActivityId: COMPANY,
        issuerEmail: '',
        clients: [clientOf(one)],
        monthOffset: 0,
        dueDays: null,
        ufRateType: 'DAY_OF',
        lines: [
          {
            productId: one.id,
            quantity: one.quantity,
            price: one.price,
            quantityIsFixed: true,
            priceIsFixed: true,
            order: 1,
          },
        ],
        withholder: null,
        sendEmailAutomatic: false,
        emailAccountId: null,
        emailSubject: '',
        emailBody: '',
      },
    },
    (code) => ({ text: code }),
  )
}

function clientOf({ recipient }: OneOff) {
  const id = clientId(COMPANY, recipient)
  return {
    clientId: id,
    addressId: id,
    activityId: id,
    contactName: '',
    contactRut: '',
    emailTo: [],
    emailCc: [],
  }
}

async function idOf(db: Kysely<Schema>, id: number): Promise<number> {
  const { id: found } = await db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', AUTHOR.organisationId)
    .where('key', '=', oneOffKey({ id }))
    .executeTakeFirstOrThrow()
  return found
}
