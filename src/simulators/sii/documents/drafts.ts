import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import type { Draft } from '../state/state.ts'
import type { CompanyVisit } from '../http/visit.ts'

const MOST_DRAFTS = 100

/** Saves the form as a new draft, or over the one its EHDR_CODIGO names. False when there are too many. */
export function saveDraft(visit: CompanyVisit): boolean {
  const { portal, company, form } = visit
  const { state } = portal
  const old = draftOf(visit, field(form, 'EHDR_CODIGO'))
  if (!old && draftsOf(visit).length >= MOST_DRAFTS) return false
  if (!old) state.lastCode += 1
  const draft: Draft = {
    id: old?.id ?? String(state.lastCode),
    companyRut: company.rut,
    fields: asRecord(form),
    savedAtMs: portal.now(),
  }
  state.drafts = [...state.drafts.filter((one) => one !== old), draft]
  return true
}

/** False when there was none. */
export function deleteDraft(visit: CompanyVisit): boolean {
  const { state } = visit.portal
  const old = draftOf(visit, field(visit.form, 'EHDR_CODIGO'))
  state.drafts = state.drafts.filter((one) => one !== old)
  return old !== null
}

export function draftOf(visit: CompanyVisit, id: string): Draft | null {
  return draftsOf(visit).find((one) => one.id === id) ?? null
}

export function draftsOf({ portal, company }: Pick<CompanyVisit, 'portal' | 'company'>): Draft[] {
  return portal.state.drafts.filter((one) => one.companyRut === company.rut)
}

function asRecord(form: Fields): Record<string, string> {
  return Object.fromEntries([...form].filter(([name]) => name !== 'EHDR_CODIGO'))
}
