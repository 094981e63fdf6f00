import { readReceivables } from '#contract/receivables.ts'
import { listReminderMutes } from '#contract/reminders.ts'
import { intercept, stopIntercepting, type IsCall } from '../fixtures/intercept.ts'
import type { Place } from '../fixtures/place.ts'

/** Who owes, with names and amounts of every length, where clients are reminded and one of them is not. */
export function debtorStops(): Place[] {
  return [
    {
      name: 'receivables-reminded',
      path: '/payments',
      prepare: async (at) => {
        await intercept(at, isOfReceivables, async (call) =>
          call.fulfill({ json: withDebtors(await (await call.fetch()).json()) }),
        )
        await intercept(at, isOfMutes, async (call) =>
          call.fulfill({ json: withMutes(await (await call.fetch()).json()) }),
        )
      },
      reach: (at) => at.getByText(/· Sin recordatorios$/).waitFor(),
      leave: async (at) => {
        await stopIntercepting(at, isOfReceivables)
        await stopIntercepting(at, isOfMutes)
      },
    },
  ]
}

const isOfReceivables: IsCall = ({ pathname }) => pathname === `/api${readReceivables.path}`
const isOfMutes: IsCall = ({ pathname }) => pathname === `/api${listReminderMutes.path}`

const MUTED = '76.192.083-9'

function withDebtors(answer: unknown) {
  const owed = readReceivables.reply.parse(answer)
  const [first] = owed.clients
  if (first === undefined) throw new Error('Nobody owes')
  const none = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_91: 0, open: 0 }
  const of = (identifier: string, name: string) => ({
    ...first,
    ...none,
    client: { ...first.client, identifier, name },
  })
  return {
    ...owed,
    clients: [
      {
        ...of(
          '76.086.428-5',
          'Sociedad de Inversiones y Asesorías Agrícolas y Ganaderas Valle Hermoso de Colchagua Limitada',
        ),
        not_due: 12_345_678,
        days_31_60: 1_190_000,
        open: 13_535_678,
        usual_days: 34,
      },
      { ...of(MUTED, 'Viveros Herrera SpA'), days_91: 595_000, open: 595_000, usual_days: null },
      {
        ...of('77.777.777-7', 'Comercializadoradealimentosyabarrotesdelsur.cl'),
        not_due: 119_000,
        days_1_30: 119_000,
        days_31_60: 238_000,
        days_61_90: 357_000,
        days_91: 2_380_000,
        open: 3_213_000,
        usual_days: 1,
      },
    ],
  }
}

function withMutes(answer: unknown) {
  return listReminderMutes.reply.parse(answer).map((one) => ({ ...one, on: true, muted: [MUTED] }))
}
