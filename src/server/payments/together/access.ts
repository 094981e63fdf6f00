import { randomBytes, timingSafeEqual } from 'node:crypto'
import { audit } from '../../audit.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import { InvalidInput, Refused } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { FoundLink } from '../../links/document-links.ts'
import { payerCode, PAYER_CODE_MS } from '../../vault/payer-code.ts'
import { queueNotice } from '../../mailer/queue-notice.ts'
import type { Links } from '../../vault/links.ts'
import type { Db } from '../owed/receivable.ts'
import { countTry, insertAccess, markOpened, openedAccess, type AccessRow } from './access-store.ts'
import { newSecret } from './payer-cookie.ts'
import { addressesOf, addressHash, maskedAddress, payerOf, type Payer } from './payer.ts'

export interface AccessNeeds {
  db: Db
  clock: Clock
  links: Links
  limits: Limits
}

/** For so long the list is open in the browser where the code came back. */
export const ACCESS_MS = 30 * 60_000
/** Of one code; five of a million. */
const MAX_TRIES = 5
const SEED_BYTES = 16

/**
 * Mails a code to one of the client's addresses, and returns the secret of the browser that asked. What is open besides
 * isn't read here, so that neither answer nor time tells anything of it.
 */
export async function askCode(
  { db, clock, limits }: AccessNeeds,
  link: FoundLink,
  contactId: number,
): Promise<string> {
  const payer = await payerOf(db, link)
  const address = (await addressesOf(db, payer)).find((one) => one.contactId === contactId)
  if (address === undefined) throw new InvalidInput({ address: ['payerAddressUnknown'] })
  const { organisationId, documentId } = link
  await limits.consume('payerCodeDocument', `document:${organisationId}:${documentId}`)
  await limits.consume(
    'payerCodeClient',
    `client:${organisationId}:${payer.companyId}:${payer.clientRut}`,
  )
  await limits.consume('payerCodeAddress', address.email)
  const secret = newSecret()
  await db.transaction().execute(async (trx) => {
    const accessId = await insertAccess(trx, link, {
      contactId,
      addressHash: addressHash(address.email),
      secret,
      seed: randomBytes(SEED_BYTES),
      atMs: clock.now(),
    })
    await queueNotice(trx, {
      template: 'payerCode',
      recipient: address.email,
      // As the document is.
      language: 'es',
      values: {
        company: payer.companyName,
        organisationId: String(organisationId),
        accessId: String(accessId),
      },
      at: instantText(clock.now()),
    })
  })
  return secret
}

/**
 * Opens the list in the browser that asked for the code, and returns its new secret. Each try counts before it is
 * compared, and every refusal is the same.
 */
export async function openAccess(
  { db, clock, links }: AccessNeeds,
  link: FoundLink,
  given: { secret: string; code: string },
): Promise<string> {
  const nowMs = clock.now()
  const payer = await payerOf(db, link)
  const known = await countTry(db, link, {
    secret: given.secret,
    askedAfterMs: nowMs - PAYER_CODE_MS,
    maxTries: MAX_TRIES,
  })
  const isRight = isCode(links, known ?? NO_CODE, given.code)
  const address = known === null ? null : await addressStillOf(db, payer, known)
  if (known === null || !isRight || address === null) throw wrongCode()
  const secret = newSecret()
  const isFirst = await db.transaction().execute(async (trx) => {
    const opened = await markOpened(trx, known, { secret, atMs: nowMs })
    const { organisationId, documentId } = link
    const subject = `document:${documentId}`
    const data = { address: maskedAddress(address) }
    if (opened) {
      const author = { organisationId, userId: null }
      await audit(trx, clock, author, { kind: 'payerListOpened', subject, data })
    }
    return opened
  })
  if (!isFirst) throw wrongCode()
  return secret
}

/** Of nothing: compared all the same, so that a browser without a code takes as long as one with another. */
const NO_CODE = { organisation_id: 0, id: 0, seed: Buffer.alloc(SEED_BYTES) }

function isCode(links: Links, source: Parameters<typeof payerCode>[1], code: string): boolean {
  const given = Buffer.from(code)
  const right = Buffer.from(payerCode(links, source))
  return given.length === right.length && timingSafeEqual(given, right)
}

function wrongCode(): InvalidInput {
  return new InvalidInput({ code: ['payerCodeInvalid'] })
}

/** Null once the issuer took the address from the client: another person may have read what was mailed there. */
async function addressStillOf(db: Db, payer: Payer, row: AccessRow): Promise<string | null> {
  const addresses = await addressesOf(db, payer)
  const found = addresses.find(({ email }) => addressHash(email).equals(row.address_hash))
  return found?.email ?? null
}

export interface OpenList {
  payer: Payer
  untilMs: number
}

/** What is open in the browser of that secret on this page; null: nothing. */
export async function readAccess(
  { db, clock }: Pick<AccessNeeds, 'db' | 'clock'>,
  link: FoundLink,
  secret: string,
): Promise<OpenList | null> {
  const payer = await payerOf(db, link)
  const row = await openedAccess(db, link, { secret, openedAfterMs: clock.now() - ACCESS_MS })
  if (row === null || (await addressStillOf(db, payer, row)) === null) return null
  return { payer, untilMs: msOf(row.opened_at) + ACCESS_MS }
}

/** The same for what changes something. */
export async function requireAccess(
  needs: Pick<AccessNeeds, 'db' | 'clock'>,
  link: FoundLink,
  secret: string,
): Promise<OpenList> {
  const open = await readAccess(needs, link, secret)
  if (open === null) throw new Refused(403, 'payerListClosed', { code: 'payer_list_closed' })
  return open
}
