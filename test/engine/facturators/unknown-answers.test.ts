import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { answerGroups, countUnknown } from '#server/facturators/unknown-answers.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(() => house.close())

const refused = (text: string) => ({ kind: 'validationRejected', text }) as const

test('an answer to the send that nobody knows is counted, and its words wait beside the document', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  house.simulator.admin.faults.add({ kind: 'html-before', cgi: 'mipeSendXML.cgi' })
  await house.live(house.worker('w1'), 300, 5)
  await checkInvariants(house)
  const [document] = await documentsOf(house)
  expect(document).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  expect(document?.reason_text).toMatch(/^HTTP 200\n\S/)
  const groups = await answerGroups(house.db, 10)
  expect(groups).toMatchObject([{ place: 'send', kind: 'unknownPage', count: 1 }])
  expect(groups[0]?.form).toMatch(/^http # [a-z]/)
})

test('an unknown page on the way to it is counted, and the document goes on', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  house.simulator.admin.faults.add({ kind: 'html-before', cgi: 'mipeAdminDocsEmi.cgi', times: 2 })
  await house.live(house.worker('w1'), 120, 5)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', reason_text: null }])
  expect(await answerGroups(house.db, 10)).toMatchObject([
    { place: 'portal', kind: 'unknownPage', count: 2 },
  ])
})

test('one form is one group, with its first and last time; nothing of anybody is kept', async () => {
  await countUnknown(house, 'portal', refused('El RUT 76.123.456-0 no figura al 03/11/2026'))
  await house.clock.advance(60_000)
  const other = refused('El RUT 12.345.678-K no figura al 22/11/2026')
  await Promise.all([1, 2, 3].map(() => countUnknown(house, 'portal', other)))
  await house.clock.advance(60_000)
  const secret = refused('Avise a ana.soto@correo.cl: sesión CSESSIONID=9fK2mZ71xQ0vLp vencida')
  await countUnknown(house, 'login', secret)
  expect(await answerGroups(house.db, 10)).toEqual([
    {
      place: 'login',
      kind: 'refused',
      form: 'avise a correo sesion csessionid codigo vencida',
      count: 1,
      first_seen_at: '2026-11-30T12:02:00.000Z',
      last_seen_at: '2026-11-30T12:02:00.000Z',
    },
    {
      place: 'portal',
      kind: 'refused',
      form: 'el rut rut no figura al fecha',
      count: 4,
      first_seen_at: '2026-11-30T12:00:00.000Z',
      last_seen_at: '2026-11-30T12:01:00.000Z',
    },
  ])
})

test('what is known is not counted, what is not seen for three months goes, and so does what is too much', async () => {
  await countUnknown(house, 'portal', { kind: 'ok', value: null })
  await countUnknown(house, 'portal', {
    kind: 'unavailable',
    cause: 'maintenance',
    text: 'Volvemos',
  })
  await countUnknown(house, 'send', { kind: 'uncertain', cause: 'timeout', page: null })
  expect(await answerGroups(house.db, 10)).toEqual([])
  await countUnknown(house, 'portal', refused('La primera'))
  await house.clock.advance(91 * 24 * 60 * 60_000)
  await house.db
    .insertInto('unknown_answer')
    .values(
      Array.from({ length: 500 }, (_, index) => ({
        place: 'portal' as const,
        kind: 'refused' as const,
        form: String.fromCodePoint(...[index % 20, index / 20].map((at) => 97 + Math.floor(at))),
        first_seen_at: '2027-02-28T12:00:00Z',
        last_seen_at: `2027-02-28T12:${index === 0 ? '00' : '01'}:00Z`,
      })),
    )
    .execute()
  await countUnknown(house, 'portal', refused('La última'))
  const kept = await answerGroups(house.db, 1_000)
  expect(kept).toHaveLength(500)
  expect(kept[0]).toMatchObject({ form: 'la ultima' })
  expect(kept.map(({ form }) => form)).not.toContain('la primera')
  expect(kept.map(({ form }) => form)).not.toContain('aa')
})

test('a count that can not be written leaves the answer as it is', async () => {
  await house.db.schema.dropTable('unknown_answer').execute()
  await expect(countUnknown(house, 'portal', refused('Algo'))).resolves.toBeUndefined()
})

test('whoever runs the service reads them by a command', async () => {
  const said = (...words: string[]) =>
    execFileSync(process.execPath, ['scripts/issuing.ts', ...words], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: house.database.url },
    })
  expect(said('answers')).toBe('El SII no ha respondido nada que Folio no conozca.\n')
  await countUnknown(house, 'portal', refused('El giro 123 no está vigente'))
  await countUnknown(house, 'send', { kind: 'uncertain', cause: 'mismatch', page: '' })
  const lines = said('answers')
  expect(lines).toContain(
    'veces: 1. En el portal, un rechazo con estas palabras:\n  el giro # no esta',
  )
  expect(lines).toContain('Al emitir, una página que no conocemos:\n  (una página sin palabras)')
  expect(said('status')).toContain('La emisión no está detenida.')
})
