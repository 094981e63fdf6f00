import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DirectoryList } from '#contract/directory.ts'
import type { Rut } from '#domain/rut.ts'
import type { Schema } from '../../db/schema.ts'
import type { OfCompany } from '../client-list.ts'
import { Findings } from './findings.ts'
import { planClients, type ClientWrite } from './plan-clients.ts'
import { planContacts, type ContactWrite } from './plan-contacts.ts'
import { planProducts, type ProductWrite } from './plan-products.ts'
import type { DirectoryFile } from './read-file.ts'
import {
  readStoredClients,
  readStoredProducts,
  type FollowingRule,
  type StoredClient,
} from './stored.ts'

export interface Following {
  rule: FollowingRule
  product: ProductWrite & { stored: NonNullable<ProductWrite['stored']> }
}

/** What a file would write, as of now. */
export interface Plan {
  findings: Findings
  unread: string[]
  clients: ClientWrite[]
  contacts: ContactWrite[]
  products: ProductWrite[]
  /** The rules that follow each price that changes. */
  following: Following[]
  stored: ReadonlyMap<Rut, StoredClient>
  /** Of all that would be written, over what: another one where either is another. */
  digest: string
}

/** `isLocked`: what is stored doesn't change until the transaction ends. */
export async function planFile(
  db: Kysely<Schema>,
  of: OfCompany,
  list: DirectoryList,
  file: DirectoryFile,
  { isLocked }: { isLocked: boolean },
): Promise<Plan> {
  const findings = new Findings()
  if (list === 'products') {
    const stored = await readStoredProducts(db, of, { isLocked })
    const products = planProducts(file.rows.products ?? [], stored, findings)
    const following = followingOf(products)
    return finished({ findings, file, products, following })
  }
  const known = await readStoredClients(db, of, { isLocked })
  const stored = new Map(known.map((client) => [client.rut, client]))
  const clients = planClients(file.rows.clients ?? [], stored, findings)
  const made = clients.filter(({ clientId }) => clientId === null)
  const newRuts = new Set(made.map((write) => write.rut))
  const contacts = planContacts(file.rows.contacts ?? [], stored, newRuts, findings)
  return finished({ findings, file, clients, contacts, stored })
}

function followingOf(products: readonly ProductWrite[]): Following[] {
  return products.flatMap(({ stored, ...write }) =>
    stored === null || write.unitPrice === stored.unitPrice || write.currency !== stored.currency
      ? []
      : stored.following.map((rule) => ({ rule, product: { ...write, stored } })),
  )
}

function finished({
  findings,
  file,
  ...writes
}: { findings: Findings; file: DirectoryFile } & Partial<
  Pick<Plan, 'clients' | 'contacts' | 'products' | 'following' | 'stored'>
>): Plan {
  const {
    clients = [],
    contacts = [],
    products = [],
    following = [],
    stored = new Map<Rut, StoredClient>(),
  } = writes
  const said = JSON.stringify([
    clients.map((write) => ({ ...write, stored: stored.get(write.rut) ?? null })),
    contacts.map((write) => [write, stored.get(write.rut)?.contacts ?? null]),
    products,
  ])
  const digest = createHash('sha256').update(said).digest('base64url')
  return {
    findings,
    unread: file.unread,
    clients,
    contacts,
    products,
    following,
    stored,
    digest,
  }
}
