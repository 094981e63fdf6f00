import type { Page } from 'playwright-core'
import { RULE_FILE_PATH, ruleFileReply } from '#contract/rule-bulk.ts'
import { button } from '../fixtures/hands.ts'
import { answered } from '../fixtures/held-calls.ts'
import type { Place } from '../fixtures/place.ts'

const SAME = {
  is_deleted: false,
  is_paused: null,
  schedule: null,
  next_emission_date: null,
  lines: [],
  stopped: [],
  prepared: 0,
}
const COMPANY = 'Estudio Contable Ana Pérez SpA'
const LINE = { currency: 'CLP', quantity: null, exact: null, replaced: [], kept: null } as const

/** A price, a quantity, a day and a pause, with names as long as they come, and sheets that aren't read. */
const DIFFERENCES = ruleFileReply.parse({
  kind: 'shown',
  digest: 'x',
  other_sheets: ['Otra hoja', 'Precios de 2026 (no borrar)'],
  rules: [
    {
      ...SAME,
      id: 1,
      name: 'Asesoría tributaria y contable integral de las sociedades agrícolas del grupo Valle Hermoso',
      company: COMPANY,
      prepared: 1,
      lines: [
        {
          ...LINE,
          order: 1,
          description: 'Asesoría contable, tributaria y laboral del mes con informes semanales',
          price: { from: '1250000', to: '1306250' },
          replaced: [{ from: '2027-03', price: '1400000' }],
        },
        {
          ...LINE,
          order: 2,
          description: 'Horas extra',
          quantity: { from: '2.5', to: null },
          price: { from: '30000', to: null },
        },
      ],
    },
    {
      ...SAME,
      id: 2,
      name: 'Arriendo oficina',
      company: COMPANY,
      is_paused: { from: false, to: true },
      schedule: {
        from: { business_day_rule: 'EXACT', day_of_month: 5 },
        to: { business_day_rule: 'LAST_DAY', day_of_month: null },
      },
      next_emission_date: { from: '2026-12-05', to: '2026-12-31' },
      lines: [
        {
          ...LINE,
          order: 1,
          description: 'Arriendo',
          currency: 'UF',
          price: { from: '18.5', to: '19.25' },
        },
      ],
    },
  ],
})

const IMPORT = `/api${RULE_FILE_PATH}`

/** What an edited file of rules would change. */
export const ruleFileStops: Place[] = [
  answered('rules-import', '/rules', IMPORT, DIFFERENCES, async (page) => {
    await importRules(page)
    await page.getByText('Otra hoja', { exact: false }).waitFor()
  }),
]

async function importRules(page: Page): Promise<void> {
  await button(page, 'Excel').click()
  await page.getByRole('menuitem', { name: 'Subir reglas editadas' }).click()
  const file = {
    name: 'reglas con precios de 2027 (final).xlsx',
    mimeType: '',
    buffer: Buffer.from('x'),
  }
  await page.locator('input[type="file"]').setInputFiles(file)
}
