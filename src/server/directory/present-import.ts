import type { z } from 'zod'
import { type DirectoryList, type importReply } from '#contract/directory.ts'
import { directoryFaultText, directoryTexts } from '#texts/directory.ts'
import { showPrice } from '#texts/formats.ts'
import type { Language } from '#texts/language.ts'
import { uploadTexts } from '#texts/uploads.ts'
import { columnName } from '../sheets/table.ts'
import type { SheetKind } from './files/columns.ts'
import type { Change, Count, Fault, FieldChange } from './files/findings.ts'
import type { Plan } from './files/plan.ts'
import type { DirectoryRefusal } from './files/read-file.ts'
import { headingOf } from './files/write-file.ts'

type Reply = z.output<typeof importReply>

/** More than a person reads before a file is applied; the counts are of all. */
const MAX_SHOWN_CHANGES = 500
const MAX_SHOWN_FAULTS = 500

export function presentRefusal(
  reason: DirectoryRefusal,
  list: DirectoryList,
  language: Language,
): Reply {
  const own = directoryTexts(language).refusals
  if (reason === 'noColumns' || reason === 'severalColumns') {
    return { kind: 'refused', reason, message: own[list][reason] }
  }
  const message =
    reason === 'tooManyRows' ? own.tooManyRows : uploadTexts(language).refusals[reason]
  return { kind: 'refused', reason, message }
}

export function presentPlan(plan: Plan, language: Language): Reply {
  const { findings, unread, following, digest } = plan
  return {
    kind: 'plan',
    counts: countsToWire(findings.counts),
    changes: findings.changes
      .slice(0, MAX_SHOWN_CHANGES)
      .map((change) => changeToWire(change, language)),
    faults: findings.faults.slice(0, MAX_SHOWN_FAULTS).map((fault) => faultToWire(fault, language)),
    fault_count: findings.faultCount,
    unread,
    following: following.map(({ rule, product }) => ({
      rule,
      product: product.name,
      currency: product.currency,
      before: product.stored.unitPrice,
      after: product.unitPrice,
    })),
    digest,
  }
}

const KINDS: readonly SheetKind[] = ['clients', 'contacts', 'products']

export function countsToWire(counts: Partial<Record<SheetKind, Count>>) {
  return KINDS.flatMap((sheet) => {
    const count = counts[sheet]
    return count === undefined ? [] : [{ sheet, ...count }]
  })
}

function changeToWire(
  { sheet, kind, row, isNew, identifier, name, fields }: Change,
  language: Language,
) {
  return {
    sheet,
    row,
    kind: isNew ? ('added' as const) : ('changed' as const),
    identifier,
    name,
    fields: fields.map((field) => fieldToWire(field, kind, language)),
  }
}

function fieldToWire(
  { role, before, after, currencies }: FieldChange,
  kind: SheetKind,
  language: Language,
) {
  const texts = directoryTexts(language)
  const shown = (value: string, of: 'before' | 'after'): string => {
    if (currencies !== undefined) return showPrice(value, currencies[of])
    const isGender = role === 'gender' && (value === 'female' || value === 'male')
    return isGender ? texts.genders[value] : value
  }
  return {
    field: headingOf(kind, role, texts),
    before: before === null ? null : shown(before, 'before'),
    after: shown(after, 'after'),
  }
}

function faultToWire({ kind, role, column, ...fault }: Fault, language: Language) {
  const heading = headingOf(kind, role, directoryTexts(language))
  const { sheet, row, value, cause: code } = fault
  return {
    sheet,
    row,
    column: column === null ? null : columnName(column),
    heading,
    value,
    code,
    ...directoryFaultText({ ...fault, heading }, language),
  }
}
