import type { Page } from 'playwright-core'
import type { z } from 'zod'
import type { readPayerAccess } from '#contract/payer-access.ts'
import { button, field } from '../fixtures/hands.ts'
import { intercept, stopIntercepting } from '../fixtures/intercept.ts'
import { addContact, issuedDocument, sharedPath, type Resident } from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

const CLIENT = '96969696-7'

/** A client's other documents: the addresses, a wrong code, and the list with what became of a payment. */
export async function togetherStops(as: Resident): Promise<Stop[]> {
  const { rule, document } = await issuedDocument(as, { name: 'Junto', ruts: [CLIENT] })
  const client = rule.clients_detail[0]?.client.id ?? 0
  await addContact(as, client, 'pagos@cliente.example')
  await addContact(as, client, 'marcela@cliente.example')
  const path = await sharedPath(as, document.id)
  const show = (at: Page) => button(at, 'Ver mis otros documentos por pagar').click()
  return [
    {
      name: 'shared-together-addresses',
      path,
      reach: async (at) => {
        await show(at)
        await button(at, 'Enviarme el código').waitFor()
      },
    },
    {
      name: 'shared-together-code',
      path,
      // So many looks would be over the limit of codes.
      prepare: (page) => intercept(page, isCodes, (call) => call.fulfill({ status: 204 })),
      reach: async (at) => {
        await show(at)
        await button(at, 'Enviarme el código').click()
        await field(at, 'Código de 6 dígitos').fill('000000')
        await button(at, 'Ver mis documentos').click()
        await at.getByText(/^Ese código no sirve/).waitFor()
      },
      leave: (page) => stopIntercepting(page, isCodes),
    },
    {
      name: 'shared-together-list',
      path,
      prepare: (page) => intercept(page, isAccess, (call) => call.fulfill({ json: OPEN })),
      reach: async (at) => {
        await show(at)
        await at.getByText('3 documentos').waitFor()
      },
      leave: async (page) => {
        await page.evaluate(() => sessionStorage.clear())
        await stopIntercepting(page, isAccess)
      },
    },
  ]
}

function isCodes({ pathname }: URL): boolean {
  return pathname.endsWith('/codes/')
}

function isAccess({ pathname }: URL): boolean {
  return pathname.endsWith('/access/')
}

type Access = z.input<(typeof readPayerAccess)['reply']>

const LISTED = {
  document_type: 33,
  emission_date: '2026-11-05',
  due_day: '2026-12-05',
  days_overdue: -30,
  is_declared: false,
  is_checking: false,
  is_here: false,
} as const

const OPEN: Access = {
  until: '2026-11-05T15:30:00Z',
  documents: [
    { ...LISTED, id: 1, folio: 96, open: 148_750, due_day: '2026-10-20', days_overdue: 16 },
    { ...LISTED, id: 2, folio: 101, open: 119_000, is_here: true },
    { ...LISTED, id: 3, folio: 102, open: 1_487_500 },
    { ...LISTED, id: 4, folio: 98, open: 238_000, is_declared: true },
    { ...LISTED, id: 5, folio: 99, open: 47_600, is_checking: true },
  ],
  attempt: {
    provider: 'transbank',
    amount: 357_000,
    state: 'failed',
    documents: [
      { document_type: 33, folio: 96, amount: 148_750 },
      { document_type: 33, folio: 101, amount: 119_000 },
    ],
  },
}
