import type { Kysely } from 'kysely'
import { IMPORT_CHANGED, type DirectoryList } from '#contract/directory.ts'
import { audit } from '../audit.ts'
import type { Schema } from '../db/schema.ts'
import { Refused } from '../http/errors.ts'
import type { OfCompany } from './client-list.ts'
import { applyClients, type ApplyNeeds } from './files/apply-clients.ts'
import { applyProducts } from './files/apply-products.ts'
import type { SheetKind } from './files/columns.ts'
import type { Count } from './files/findings.ts'
import { planFile, type Plan } from './files/plan.ts'
import type { DirectoryFile, FileRead, FileToRead } from './files/read-file.ts'
import { readInThread } from './files/reader.ts'
import { lockRulesOfProducts, type By, type PriceNeeds } from './price.ts'

export type ImportNeeds = ApplyNeeds & PriceNeeds & { db: Kysely<Schema> }

export type Planned =
  | Extract<FileRead, { kind: 'refused' }>
  | { kind: 'plan'; list: DirectoryList; plan: Plan }

/** What a file would change, and everything that is wrong with it; nothing is written. */
export async function planImport(
  { db }: ImportNeeds,
  of: OfCompany,
  file: FileToRead,
): Promise<Planned> {
  const read = await readInThread(file)
  if (read.kind === 'refused') return read
  const { list } = file
  return { kind: 'plan', list, plan: await planFile(db, of, list, read, { isLocked: false }) }
}

export type Applied =
  | Extract<FileRead, { kind: 'refused' }>
  | { kind: 'applied'; counts: Partial<Record<SheetKind, Count>> }

/** What a person saw of the file, and whether rules follow their products' prices. */
export interface ImportOrder {
  seen: string
  follows: boolean
}

/** Writes what the plan that was seen says, all or nothing; 409 where the file would change something else by now. */
export async function applyImport(
  needs: ImportNeeds,
  by: By,
  companyId: number,
  file: FileToRead,
  { seen, follows }: ImportOrder,
): Promise<Applied> {
  const read = await readInThread(file)
  if (read.kind === 'refused') return read
  const of = { organisationId: by.organisationId, companyId }
  const { list } = file
  return needs.db.transaction().execute(async (trx) => {
    const plan = await lockedPlan(trx, of, list, read)
    if (plan.digest !== seen) throw changedMeanwhile()
    if (list === 'products') {
      await applyProducts(needs, trx, { by, companyId }, plan.products, follows)
    } else if (!(await applyClients(needs, trx, of, plan))) throw changedMeanwhile()
    const { counts } = plan.findings
    const kind = list === 'products' ? 'productsImported' : 'clientsImported'
    const { added = 0, changed = 0 } = counts[list] ?? {}
    const data = { added, changed }
    await audit(trx, needs.clock, by, { kind, subject: `company:${companyId}`, data })
    return { kind: 'applied', counts }
  })
}

/** The rules are locked before the products that they charge, as an edit of a rule locks both. */
async function lockedPlan(
  trx: Kysely<Schema>,
  of: OfCompany,
  list: DirectoryList,
  file: DirectoryFile,
): Promise<Plan> {
  if (list === 'products') {
    const { following } = await planFile(trx, of, list, file, { isLocked: false })
    const ids = following.map(({ product }) => product.stored.id)
    await lockRulesOfProducts(trx, of.organisationId, [...new Set(ids)])
  }
  return planFile(trx, of, list, file, { isLocked: true })
}

function changedMeanwhile(): Refused {
  return new Refused(409, 'importChangedMeanwhile', { code: IMPORT_CHANGED })
}
