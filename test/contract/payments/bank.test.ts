import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import type { BankAccount } from '#simulators/payments/bank/ledger.ts'
import { startBank, type BankSimulator } from '#simulators/payments/bank/simulator.ts'
import { isStyleName, styles, type StyleName } from '#simulators/payments/bank/styles.ts'
import { decodeWindows1252 } from '#simulators/sii/http/windows-1252.ts'
import { call } from './receiver.ts'

const FROM = day(2026, 11, 1)
const TO = day(2026, 11, 20)
const CLIENT = { rut: rut('7654321-6'), name: 'Ñancupil Peña Limitada' }
const SOMEBODY = { rut: rut('11111111-1'), name: 'Juana Pérez Soto' }

let bank: BankSimulator

function account(id: string, bankName: BankAccount['bank']): BankAccount {
  return {
    id,
    bank: bankName,
    holder: 'Asesorías Uno SpA',
    holderRut: rut('76543210-3'),
    number: '9486738',
    kind: 'corriente',
    openingClp: 1_000_000,
  }
}

const names = Object.keys(styles).filter(isStyleName)

beforeAll(async () => {
  bank = await startBank({ now: () => Date.parse('2026-11-20T15:00:00Z'), seed: '1' })
  for (const name of names) fill(name)
})
afterAll(() => bank.close())

/** One month of an account, with each kind of movement. */
function fill(name: StyleName): void {
  bank.open(account(name, styles[name].bank))
  const on = (dayOfMonth: number): Day => day(2026, 11, dayOfMonth)
  bank.record(name, { kind: 'transferIn', amount: 50_000, party: CLIENT, on: day(2026, 10, 30) })
  bank.receive(name, { from: CLIENT, amount: 119_000, on: on(3), operation: '12345678' })
  bank.receive(name, { from: SOMEBODY, amount: 119_000, on: on(3), message: 'por Ñancupil' })
  bank.record(name, { kind: 'transferOut', amount: -1_234_567, party: SOMEBODY, on: on(5) })
  const wrong = bank.receive(name, { from: CLIENT, amount: 238_000, on: on(10) })
  bank.reverse(wrong.id)
  bank.record(name, { kind: 'cashDeposit', amount: 59_500, on: on(12) })
  bank.record(name, { kind: 'payout', amount: 700_001, on: on(12) })
  bank.record(name, { kind: 'fee', amount: -9990, on: on(15) })
}

function file(name: StyleName, format: 'csv' | 'xlsx') {
  return bank.statement({ accountId: name, from: FROM, to: TO, style: name, format })
}

function csvRows(name: StyleName): string[][] {
  const { bytes } = file(name, 'csv')
  const { charset, delimiter } = styles[name]
  const text =
    charset === 'windows-1252' ? decodeWindows1252(bytes) : Buffer.from(bytes).toString('utf8')
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.split(delimiter))
}

describe('statements of banks', () => {
  test.each(names)('%s: a text file and a workbook say the same', async (name) => {
    const { bytes, fileName } = file(name, 'xlsx')
    expect(fileName).toMatch(/\.xlsx$/)
    const [sheet] = (await readXlsx(bytes)).sheets
    expect(sheet?.name).toBe(styles[name].sheet)
    const header = (rows: unknown[][]) =>
      rows.findIndex((row) => row.includes(styles[name].header[0]) && row.length > 3)
    const rows = sheet?.rows ?? []
    const at = header(rows)
    expect(at).toBeGreaterThanOrEqual(0)
    const fromText = csvRows(name)
    const inText = header(fromText)
    const shown = (row: unknown[] = []) =>
      row.map((cell) => (typeof cell === 'string' || typeof cell === 'number' ? `${cell}` : ''))
    const width = styles[name].header.length
    for (let line = 0; line < 10; line += 1) {
      const cells = shown(rows[at + line]).slice(styles[name].indent)
      const padded = Array.from({ length: width }, (_, column) => cells[column] ?? '')
      const texts = fromText[inText + line] ?? []
      expect(padded).toEqual(Array.from({ length: width }, (_, column) => texts[column] ?? ''))
    }
  })

  test('Santander: signed pesos, and a RUT of ten digits before a name that is cut', () => {
    const line = csvRows('santander').find(([, text]) => text?.includes('Ñancupil'))
    expect(line).toEqual([
      '119000',
      '0076543216 Transf. Ñancupil Peña L',
      '',
      '03/11/2026',
      '0',
      'Agustinas',
      '',
      'A',
    ])
    const away = csvRows('santander').find(([amount]) => amount === '-1234567')
    expect(away?.at(-1)).toBe('C')
  })

  test('Banco de Chile: no RUT, no year in its history, a balance a day, rows that are no movements', () => {
    const rows = csvRows('bancoChileHistorica')
    expect(rows.find(([text]) => text === '03/11')).toEqual([
      '03/11',
      'TRASPASO DE:NANCUPIL PENA LIMITADA',
      'INTERNET',
      '',
      '119000',
      '',
    ])
    expect(rows.find((row) => row.includes('SALDO INICIAL'))?.at(-1)).toBe('1050000')
    expect(rows.find((row) => row.includes('SALDO FINAL'))?.[0]).toBe('20/11')
    expect(rows.flat().find((text) => text === ' 20/11/2026')).toBeDefined()
    const days = csvRows('bancoChile').filter(([text]) => /^\d{2}\/\d{2}\/2026$/.test(text ?? ''))
    expect(days[0]?.[0]).toBe('20/11/2026')
  })

  test('BancoEstado: two ways of writing thousands in one CuentaRUT, and windows-1252 elsewhere', () => {
    const line = csvRows('cuentaRut').find((row) => row.includes('1,234,567'))
    expect(line?.[0]).toBe('05/nov')
    expect(line?.at(-1)).toBe('53.433')
    const [header = []] = csvRows('bancoEstado')
    expect(header[5]).toBe('N° Operación')
    const bytes = Buffer.from(file('bancoEstado', 'csv').bytes)
    expect(bytes.includes(Buffer.from([0xc3]))).toBe(false)
    expect(bytes.includes(Buffer.from('Operaci\u00f3n', 'latin1'))).toBe(true)
    const received = csvRows('bancoEstado').find((row) => row[5] === '12345678')
    expect(received?.[6]).toContain('de rut 7654321-6')
    expect(received?.[8]).toBe('$119.000')
  })

  test('BCI, Scotiabank, Itaú and Falabella write their own dates, pesos and totals', () => {
    const bci = csvRows('bci')
    expect(bci.find((row) => row[2]?.includes('007654321-6'))?.[5]).toBe('119.000')
    expect(bci.find(([text]) => text === 'Totales')?.slice(4)).toEqual([
      '1.482.557',
      '1.235.501',
      '802.944',
    ])
    const scotiabank = csvRows('scotiabank').find((row) => row[1]?.includes('7.654.321-6'))
    expect([scotiabank?.[0], scotiabank?.[3], scotiabank?.[4]]).toEqual([
      '20-11-2026',
      '238000',
      '0',
    ])
    const itau = csvRows('itau').find((row) => row[3] === 'Transferencia De Juana Pérez Soto')
    expect([itau?.[0], itau?.[4], itau?.[5]]).toEqual(['03/11', '$119.000', '$0'])
    const falabella = csvRows('falabella').find((row) => row[2] === '-1.234.567')
    expect(falabella?.[0]).toBe('05-11-2026')
  })

  test('what was before is in the opening balance alone', () => {
    expect(csvRows('bancoEstado').flat().join(' ')).not.toContain('30/10/2026')
    const reversal = csvRows('bci').find((row) => row[2]?.startsWith('REVERSO PAGO RECIBIDO'))
    expect(reversal?.[4]).toBe('238.000')
  })
})

describe("the bank's pages", () => {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${bank.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  test('a person transfers, reverses and downloads', async () => {
    bank.open(account('pagina', 'bci'))
    const form = { rut: '7.654.321-6', nombre: 'Ñancupil', monto: '119.000', accion: 'transferir' }
    expect((await post('/cuentas/pagina/transferencias', form)).status).toBe(303)
    expect(bank.movements('pagina')).toMatchObject([
      { kind: 'transferIn', amount: 119_000, party: { rut: '7654321-6' }, on: TO },
    ])
    const id = bank.movements('pagina')[0]?.id ?? 0
    await post(`/cuentas/pagina/reversos/${id}`, {})
    const { text } = await call(`${bank.url}/cuentas/pagina`)
    expect(text).toContain('Reverso')
    const query = `desde=${FROM}&hasta=${TO}&formato=bci&archivo=csv`
    const download = await call(`${bank.url}/cuentas/pagina/cartola?${query}`)
    expect(download.headers.get('content-disposition')).toContain('Cartola_BCI_20261120.csv')
    expect(download.text).toContain('REVERSO')
  })

  test('what is typed wrong is said, and nothing is entered', async () => {
    bank.open(account('errores', 'itau'))
    const wrong = await post('/cuentas/errores/transferencias', { rut: '1-1', monto: '1000' })
    expect(await wrong.text()).toContain('RUT no es válido')
    const none = await post('/cuentas/errores/transferencias', { rut: '11.111.111-1', monto: 'x' })
    expect(await none.text()).toContain('monto en pesos')
    expect(bank.movements('errores')).toEqual([])
  })

  test('programs in other processes do the same in JSON', async () => {
    bank.open(account('json', 'santander'))
    const transfer = (rutText: string) =>
      call(`${bank.url}/_control/accounts/json/transfers`, {
        method: 'POST',
        body: { rut: rutText, name: 'Juana', amount: 5000 },
      })
    const { json, status } = await transfer('11.111.111-1')
    expect([status, json.amount]).toEqual([200, 5000])
    expect((await transfer('1-1')).status).toBe(400)
    await call(`${bank.url}/_control/movements/${json.id}/reversal`, { method: 'POST' })
    const movements = await call(`${bank.url}/_control/accounts/json/movements`)
    expect(movements.json).toHaveLength(2)
  })
})
