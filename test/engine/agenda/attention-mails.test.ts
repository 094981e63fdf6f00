import { afterEach, beforeEach, expect, test } from 'vitest'
import { attention } from '#server/agenda/attention.ts'
import { openAttentionHouse, START, type AttentionHouse } from './attention-house.ts'

let house: AttentionHouse
beforeEach(async () => {
  house = await openAttentionHouse()
})
afterEach(() => house.close())

async function subjects(tenant = house.ana): Promise<string[]> {
  return (await house.arrived(tenant)).map(({ subject }) => subject).toReversed()
}

test('what nobody is waited for is written about to nobody', async () => {
  await house.look()
  await house.minutes(60)
  expect(await house.look()).toBe(0)
  expect(await house.db.selectFrom('attention_item').selectAll().execute()).toEqual([])
})

test('a refused clave is written about once, when it has waited ten minutes, with what to do and where', async () => {
  await house.refuseClave(house.ana)
  expect(await house.look()).toBe(0)
  await house.minutes(9)
  expect(await house.look()).toBe(0)
  await house.minutes(1)
  expect(await house.look()).toBe(1)
  await house.send()
  for (let hours = 0; hours < 30; hours += 1) {
    await house.minutes(60)
    expect(await house.look()).toBe(0)
  }
  expect(await house.send()).toBe(0)
  const [mail, ...more] = await house.arrived(house.ana)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Conexión de MARCA-ANA-persona: el SII rechazó tu clave')
  expect(mail?.text).toContain('Actualiza la clave en Conexiones.')
  expect(mail?.text).toContain('https://folio.example/attention')
  expect(await house.arrived(house.rodrigo)).toEqual([])
})

test("a document that the SII refused is written about with the SII's own words and its own page", async () => {
  await house.document({
    state: 'failed',
    reason: 'portalRefused',
    reason_text: 'RECEPTOR <b>SIN</b> GIRO',
  })
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  const [mail] = await house.arrived(house.ana)
  expect(mail?.subject).toBe('Documento para MARCA-ANA-receptor: el SII no aceptó el documento')
  expect(mail?.text).toContain('> RECEPTOR <b>SIN</b> GIRO')
  expect(mail?.html).not.toContain('<b>SIN')
  expect(mail?.text).toContain(`https://folio.example/documents/${house.ana.ids.document}`)
})

test('what comes up within an hour of a mail waits for the next one, and leaves with it', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(6)
  await house.refused('FALTA A')
  await house.look()
  await house.minutes(4)
  await house.lookAndSend()
  await house.refused('FALTA B')
  await house.minutes(5)
  await house.lookAndSend()
  await house.refused('FALTA C')
  await house.minutes(54)
  expect(await house.look()).toBe(0)
  await house.minutes(1)
  await house.lookAndSend()
  expect(await subjects()).toEqual(['2 asuntos esperan en Folio', '2 asuntos esperan en Folio'])
  const [second, first] = await house.arrived(house.ana)
  expect(first?.text).toContain('• Conexión de MARCA-ANA-persona: el SII rechazó tu clave')
  expect(first?.text).toContain('• Documento para Cliente 1: el SII no aceptó el documento')
  expect(second?.text).toContain('• Documento para Cliente 2')
  expect(second?.text).toContain('• Documento para Cliente 3')
  expect(second?.text).not.toContain('rechazó tu clave')
})

test('four mails a day are the most, and the fifth tells all that came up meanwhile', async () => {
  for (const lacking of 'ABCDEFGHIJK') {
    await house.refused(`FALTA ${lacking}`)
    await house.look()
    await house.minutes(10)
    await house.lookAndSend()
    await house.minutes(110)
  }
  expect(await subjects()).toHaveLength(4)
  await house.minutes(120)
  expect(await house.look()).toBe(0)
  await house.minutes(10)
  await house.lookAndSend()
  expect(await subjects()).toHaveLength(5)
  expect((await subjects()).at(-1)).toBe('7 asuntos esperan en Folio')
  // Five of a kind are named.
  const [last] = await house.arrived(house.ana)
  expect(last?.text.match(/• Documento para/g)).toHaveLength(5)
  expect(last?.text).toContain('• y 2 más')
})

test('a matter that comes up after a mail waits for as long as one before it', async () => {
  await house.refused('FALTA A')
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  await house.minutes(110)
  await house.refused('FALTA B')
  expect(await house.look()).toBe(0)
  await house.minutes(10)
  expect(await house.look()).toBe(1)
})

test('what heals before it is told leaves nothing', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(9)
  await house.refuseClave(house.ana, false)
  await house.look()
  await house.minutes(1)
  await house.refuseClave(house.ana)
  expect(await house.look()).toBe(0)
  await house.refuseClave(house.ana, false)
  await house.minutes(10)
  expect(await house.look()).toBe(0)
  expect(await house.db.selectFrom('attention_item').selectAll().execute()).toEqual([])
})

test('what heals while its mail waits is left out of it, and alone it is no mail', async () => {
  await house.refuseClave(house.ana)
  await house.refused('FALTA A')
  await house.look()
  await house.minutes(10)
  expect(await house.look()).toBe(1)
  await house.refuseClave(house.ana, false)
  await house.send()
  expect(await subjects()).toEqual(['Documento para Cliente 1: el SII no aceptó el documento'])
  await house.minutes(120)
  await house.refuseClave(house.rodrigo)
  await house.look()
  await house.minutes(10)
  expect(await house.look()).toBe(1)
  await house.refuseClave(house.rodrigo, false)
  expect(await house.send()).toBe(1)
  expect(await house.arrived(house.rodrigo)).toEqual([])
  expect(house.failures).toEqual([])
  await house.minutes(24 * 60)
  expect(await house.send()).toBe(0)
})

test('what comes up while a mail waits is not in it', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  await house.look()
  await house.refused('FALTA A')
  await house.send()
  expect(await subjects()).toEqual(['Conexión de MARCA-ANA-persona: el SII rechazó tu clave'])
})

test('what comes back within a day is the same, later it is written about again', async () => {
  const turn = async (isRefused: boolean) => {
    await house.refuseClave(house.ana, isRefused)
    await house.look()
    await house.minutes(10)
    await house.lookAndSend()
  }
  await turn(true)
  await turn(false)
  await house.minutes(22 * 60)
  await turn(true)
  await turn(true)
  await house.minutes(3 * 60)
  await turn(true)
  expect(await subjects()).toHaveLength(1)
  await turn(false)
  await house.minutes(24 * 60)
  await turn(true)
  expect(await subjects()).toHaveLength(2)
})

test('what is gone for a day is another matter then, though others waited on', async () => {
  await house.refuseClave(house.ana)
  await house.refused('FALTA A')
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  await house.refuseClave(house.ana, false)
  for (let hours = 0; hours < 25; hours += 1) {
    await house.look()
    await house.minutes(60)
  }
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  expect((await subjects()).at(-1)).toBe('Conexión de MARCA-ANA-persona: el SII rechazó tu clave')
})

test('what the user did is no news, and what other mails tell is not told twice', async () => {
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  expect(await house.look()).toBe(1)
  await house.document({ state: 'queued', reason: 'issuingStopped' })
  const { organisationId, userId } = house.ana
  await house.db
    .insertInto('issuing_stop')
    .values({ organisation_id: organisationId, stopped_by: userId, stopped_at: START })
    .execute()
  await house.db
    .updateTable('invoice_rule')
    .set({ send_email_automatic: true, email_account_id: null })
    .where('id', '=', house.ana.ids.rule)
    .execute()
  const at = { organisationId }
  const { items } = await attention({ db: house.db, clock: house.app.clock }, at)
  const stop = items.find(({ code }) => code === 'issuingStopped')
  expect(stop?.documents).toHaveLength(1)
  expect(items.map(({ code }) => code)).toContain('mailboxMissing')
  await house.look()
  await house.minutes(120)
  expect(await house.look()).toBe(0)
})

test('a document in doubt alone has its own mail, beside others it is one of them', async () => {
  await house.document({ state: 'uncertain', reason: 'notFoundTwice' })
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  const [mail] = await house.arrived(house.ana)
  expect(mail?.subject).toBe('Un documento para MARCA-ANA-receptor espera tu decisión')
  expect(mail?.text).toContain('Total: $148.750')
  await house.document({ state: 'planned', reason: null })
  await house.look()
  await house.minutes(25 * 60)
  await house.document({ state: 'uncertain', reason: 'notFoundTwice' })
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  const [both] = await house.arrived(house.ana)
  expect(both?.text).toContain('• Documento para MARCA-ANA-receptor: buscamos dos veces')
  expect(both?.text).toContain('• Conexión de MARCA-ANA-persona: el SII rechazó tu clave')
})

test('whoever wants no mail of documents in doubt has none, and the others all the same', async () => {
  await house.db
    .insertInto('mail_preference')
    .values({
      user_id: house.ana.userId,
      kind: 'documentUncertain',
      is_on: false,
      changed_at: START,
    })
    .execute()
  await house.document({ state: 'uncertain', reason: 'notFoundTwice' })
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  expect(await subjects()).toEqual([])
  await house.document({ state: 'planned', reason: null })
  await house.look()
  await house.minutes(25 * 60)
  await house.document({ state: 'uncertain', reason: 'notFoundTwice' })
  await house.refuseClave(house.ana)
  await house.look()
  await house.minutes(10)
  await house.lookAndSend()
  expect(await subjects()).toEqual(['Conexión de MARCA-ANA-persona: el SII rechazó tu clave'])
})
