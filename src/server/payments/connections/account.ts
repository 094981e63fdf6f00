import { z } from 'zod'
import { parseRut, type Rut } from '#domain/rut.ts'
import { Secret } from '../../vault/secret.ts'
import type { Connection, Mode, ProviderName } from '../providers/connection.ts'

const secret = z
  .string()
  .min(1)
  .transform((text) => new Secret(text))
const storedRut = z.string().transform((text, context): Rut => {
  const rut = parseRut(text)
  if (rut !== null) return rut
  context.addIssue('Not a RUT')
  return z.NEVER
})
const mode = z.enum(['live', 'test'])
const recipient = z
  .object({
    holderRut: storedRut,
    number: z.string(),
    type: z.string(),
    institutionId: z.string(),
  })
  .nullable()

/** What the row says of an account, and in another column, sealed, its keys. */
const accounts = {
  transbank: z.object({ commerceCode: z.string(), storeCode: z.string().nullable() }),
  khipu: z.object({ receiverId: z.string() }),
  fintoc: z.object({ recipient }),
  mercadoPago: z.object({ collectorId: z.string() }),
}
const keysOfOne = z.object({ apiKey: secret })
const keysOfTwo = z.object({ apiKey: secret, notificationSecret: secret })
const keysOfMercadoPago = z.object({ accessToken: secret, notificationSecret: secret })

const stored = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('transbank'),
    mode,
    ...accounts.transbank.shape,
    ...keysOfOne.shape,
  }),
  z.object({ provider: z.literal('khipu'), mode, ...accounts.khipu.shape, ...keysOfTwo.shape }),
  z.object({ provider: z.literal('fintoc'), mode, ...accounts.fintoc.shape, ...keysOfTwo.shape }),
  z.object({
    provider: z.literal('mercadoPago'),
    mode,
    ...accounts.mercadoPago.shape,
    ...keysOfMercadoPago.shape,
  }),
])

/** Throws for what isn't whole, and quotes nothing of it. */
export function connectionOf(
  row: { provider: ProviderName; mode: Mode; account: unknown },
  keys: string,
): Connection {
  const { provider, mode, account } = row
  const read = stored.safeParse({ ...Object(account), ...Object(JSON.parse(keys)), provider, mode })
  if (!read.success)
    throw new Error(`What is on record of a connection of ${provider} is not whole`)
  return read.data
}

export type Account = ReturnType<typeof accountOf>

/** What of a connection is no secret, as its row has it. */
export function accountOf(connection: Connection) {
  switch (connection.provider) {
    case 'transbank': {
      const { provider, commerceCode, storeCode } = connection
      return { provider, commerceCode, storeCode }
    }
    case 'khipu':
      return { provider: connection.provider, receiverId: connection.receiverId }
    case 'fintoc':
      return { provider: connection.provider, recipient: connection.recipient }
    case 'mercadoPago':
      return { provider: connection.provider, collectorId: connection.collectorId }
  }
}

/** The same of a row, without its keys. */
export function storedAccount(row: { provider: ProviderName; account: unknown }): Account {
  switch (row.provider) {
    case 'transbank':
      return { provider: row.provider, ...accounts.transbank.parse(row.account) }
    case 'khipu':
      return { provider: row.provider, ...accounts.khipu.parse(row.account) }
    case 'fintoc':
      return { provider: row.provider, ...accounts.fintoc.parse(row.account) }
    case 'mercadoPago':
      return { provider: row.provider, ...accounts.mercadoPago.parse(row.account) }
  }
}

/** What the vault seals of it. */
export function keysText(connection: Connection): string {
  return JSON.stringify(keysOf(connection))
}

function keysOf(connection: Connection): Record<string, string> {
  switch (connection.provider) {
    case 'transbank':
      return { apiKey: connection.apiKey.reveal() }
    case 'khipu':
    case 'fintoc':
      return {
        apiKey: connection.apiKey.reveal(),
        notificationSecret: connection.notificationSecret.reveal(),
      }
    case 'mercadoPago':
      return {
        accessToken: connection.accessToken.reveal(),
        notificationSecret: connection.notificationSecret.reveal(),
      }
  }
}

/**
 * Whether other keys are of the same account, so that they take the place of the old ones. Fintoc's keys don't say whose
 * they are, and what was begun by one organisation's is not read by another's: they are always another connection.
 */
export function isSameAccount(one: Account, other: Account): boolean {
  return one.provider !== 'fintoc' && JSON.stringify(one) === JSON.stringify(other)
}

/** The last characters of what names it, for a mail. */
export function accountEnding(account: Account): string {
  switch (account.provider) {
    case 'transbank':
      return (account.storeCode ?? account.commerceCode).slice(-4)
    case 'khipu':
      return account.receiverId.slice(-4)
    case 'fintoc':
      return account.recipient?.number.slice(-4) ?? ''
    case 'mercadoPago':
      return account.collectorId.slice(-4)
  }
}

/** The RUT of the bank account that is paid, as its owner typed it; null where the account names none. */
export function typedHolderOf(account: Account): Rut | null {
  return account.provider === 'fintoc' ? (account.recipient?.holderRut ?? null) : null
}
