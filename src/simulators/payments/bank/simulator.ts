import { z } from 'zod'
import { addDays, dayInChile, parseDay, type Day } from '#domain/day.ts'
import { parseClp } from '#domain/money.ts'
import { parseRut } from '#domain/rut.ts'
import { json, seeOther, type Answer } from '../common/answer.ts'
import { formFields, jsonObject } from '../common/fields.ts'
import { createRandom } from '../common/random.ts'
import { startServer, type Asked, type Route } from '../common/server.ts'
import { createTroubles } from '../common/troubles.ts'
import { accountPage, accountsPage } from './bank-page.ts'
import {
  movementsOf,
  record,
  reverse,
  type BankAccount,
  type Ledger,
  type Movement,
  type Party,
} from './ledger.ts'
import { statementFile, statementOf, type StatementFile } from './statement.ts'
import { isStyleName, styles, type StyleName } from './styles.ts'

export interface BankSimulator {
  /** Its pages, where a person transfers and downloads statements. */
  url: string
  open(account: BankAccount): void
  accounts(): BankAccount[]
  receive(
    accountId: string,
    transfer: { from: Party; amount: number; on?: Day; message?: string; operation?: string },
  ): Movement
  /** Deposits, fees, payouts, what is transferred away: the amount with its sign. */
  record(accountId: string, facts: Partial<Movement> & Pick<Movement, 'kind' | 'amount'>): Movement
  reverse(movementId: number): Movement
  movements(accountId: string): Movement[]
  statement(wanted: {
    accountId: string
    from: Day
    to: Day
    style: StyleName
    format: 'csv' | 'xlsx'
  }): StatementFile
  close(): Promise<void>
}

export async function startBank(options: {
  now: () => number
  seed: string
  accounts?: readonly BankAccount[]
  port?: number
}): Promise<BankSimulator> {
  const ledger: Ledger = {
    accounts: new Map((options.accounts ?? []).map((account) => [account.id, account])),
    movements: [],
    random: createRandom(`bank ${options.seed}`),
    now: options.now,
  }
  const missing = json(404, { error: 'not found' })
  const server = await startServer({
    port: options.port ?? 0,
    troubles: createTroubles(),
    routes: () => [...pageRoutes(ledger), ...controlRoutes(ledger)],
    refuse: () => missing,
    rateLimited: missing,
    serverError: missing,
  })
  return {
    url: server.url,
    open: (account) => void ledger.accounts.set(account.id, account),
    accounts: () => [...ledger.accounts.values()],
    receive: (accountId, { from, ...facts }) =>
      record(ledger, accountId, { kind: 'transferIn', party: from, ...facts }),
    record: (accountId, facts) => record(ledger, accountId, facts),
    reverse: (movementId) => reverse(ledger, movementId),
    movements: (accountId) => movementsOf(ledger, accountId),
    statement: ({ accountId, from, to, style, format }) =>
      statementFile(statementOf(ledger, accountId, from, to), styles[style], format),
    close: server.close,
  }
}

function pageRoutes(ledger: Ledger): Route[] {
  const one = '^/cuentas/([\\w-]+)'
  return [
    open('GET', /^\/$/, () => accountsPage(ledger)),
    open('GET', new RegExp(`${one}$`), (asked) => show(ledger, asked)),
    open('GET', new RegExp(`${one}/cartola$`), (asked) => download(ledger, asked)),
    open('POST', new RegExp(`${one}/transferencias$`), (asked) => enter(ledger, asked)),
    open('POST', new RegExp(`${one}/reversos/(\\d+)$`), ({ caught: [id = '', movement = ''] }) => {
      const isThere = ledger.movements.some((found) => found.id === Number(movement))
      if (isThere) reverse(ledger, Number(movement))
      return seeOther(`/cuentas/${id}`)
    }),
  ]
}

function open(method: 'GET' | 'POST', path: RegExp, handle: Route['handle']): Route {
  return { method, path, call: null, handle }
}

function show(ledger: Ledger, { caught }: Asked, problem = ''): Answer {
  const account = ledger.accounts.get(caught[0] ?? '')
  if (account === undefined) return seeOther('/')
  const today = dayInChile(ledger.now())
  return accountPage(ledger, account, { from: addDays(today, -30), to: today }, problem)
}

function download(ledger: Ledger, asked: Asked): Answer {
  const { query, caught } = asked
  const [from, to] = [parseDay(query.get('desde') ?? ''), parseDay(query.get('hasta') ?? '')]
  const style = query.get('formato') ?? ''
  const isKnown = ledger.accounts.has(caught[0] ?? '')
  if (from === null || to === null || !isStyleName(style) || !isKnown) {
    return show(ledger, asked, 'Elige las dos fechas')
  }
  const format = query.get('archivo') === 'csv' ? 'csv' : 'xlsx'
  const statement = statementOf(ledger, caught[0] ?? '', from, to)
  const { fileName, mediaType, bytes } = statementFile(statement, styles[style], format)
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`
  const headers = { 'content-type': mediaType, 'content-disposition': disposition }
  return { status: 200, headers, body: bytes }
}

function enter(ledger: Ledger, asked: Asked): Answer {
  const form = formFields(asked)
  const amount = parseClp(form.get('monto') ?? '')
  const rut = parseRut(form.get('rut') ?? '')
  if (amount.kind !== 'ok' || amount.value <= 0)
    return show(ledger, asked, 'Escribe el monto en pesos')
  if (rut === null) return show(ledger, asked, 'Ese RUT no es válido')
  const [id = ''] = asked.caught
  if (!ledger.accounts.has(id)) return seeOther('/')
  const isCash = form.get('accion') === 'depositar'
  record(ledger, id, {
    kind: isCash ? 'cashDeposit' : 'transferIn',
    amount: amount.value,
    party: isCash ? null : { rut, name: form.get('nombre') ?? '' },
    message: form.get('mensaje') ?? '',
  })
  return seeOther(`/cuentas/${id}`)
}

const transfer = z.object({
  rut: z.string(),
  name: z.string(),
  amount: z.number().int().positive(),
  message: z.string().optional(),
})

/** For programs in other processes. */
function controlRoutes(ledger: Ledger): Route[] {
  const one = '^/_control/accounts/([\\w-]+)'
  return [
    open('GET', new RegExp(`${one}/movements$`), ({ caught }) =>
      json(200, movementsOf(ledger, caught[0] ?? '')),
    ),
    open('POST', new RegExp(`${one}/transfers$`), ({ caught, body }) => {
      const read = transfer.safeParse(jsonObject(body))
      const rut = read.success ? parseRut(read.data.rut) : null
      if (!read.success || rut === null || !ledger.accounts.has(caught[0] ?? '')) {
        return json(400, { error: 'no such account, or no transfer' })
      }
      const { amount, name, message = '' } = read.data
      const facts = { kind: 'transferIn', amount, message, party: { rut, name } } as const
      return json(200, record(ledger, caught[0] ?? '', facts))
    }),
    open('POST', /^\/_control\/movements\/(\d+)\/reversal$/, ({ caught }) => {
      const isThere = ledger.movements.some(({ id }) => id === Number(caught[0]))
      return isThere
        ? json(200, reverse(ledger, Number(caught[0])))
        : json(404, { error: 'unknown movement' })
    }),
  ]
}
