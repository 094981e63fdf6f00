import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { webEs } from '#texts/es/web.ts'
import type { RuleDifference } from '#web/api/rules-at-once.ts'
import { ruleTexts } from './difference-text.ts'

type Schedule = NonNullable<RuleDifference['schedule']>['to']

const RULE: RuleDifference = {
  id: 1,
  name: 'Arriendo',
  company: 'Ana SpA',
  is_deleted: false,
  is_paused: null,
  schedule: null,
  next_emission_date: null,
  lines: [],
  stopped: [],
  prepared: 0,
}

const i18n = createInstance()
await i18n.init({ lng: 'es', resources: { es: { translation: webEs } } })

function saidOf(to: Schedule): string {
  const from: Schedule = { business_day_rule: 'LAST_DAY', day_of_month: null }
  return ruleTexts(i18n.t, { ...RULE, schedule: { from, to } }).join(' ')
}

test.each([29, 30, 31])('a day %i that a file brings says what it means in February', (day) => {
  expect(saidOf({ business_day_rule: 'EXACT', day_of_month: day })).toMatch(/En febrero/)
})

test('a day that every month has says nothing of February', () => {
  expect(saidOf({ business_day_rule: 'EXACT', day_of_month: 28 })).not.toMatch(/febrero/)
  expect(saidOf({ business_day_rule: 'LAST_DAY', day_of_month: 31 })).not.toMatch(/febrero/)
})
