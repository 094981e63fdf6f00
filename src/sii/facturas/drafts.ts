import { z } from 'zod'
import { parseDay } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import { DELETE_DRAFT, DRAFTS, FORM, SAVE_DRAFT } from '../http/addresses.ts'
import { clpIn, folioIn } from '../pages/amounts.ts'
import { undoubled } from '../pages/charset.ts'
import { classOf } from '../http/answer-class.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import { describe, wordsOf } from '../http/page-words.ts'
import { withValues } from '../pages/forms.ts'
import type { Browser, Page, Visit } from '../http/http.ts'
import { withoutJson } from '../registers/facade.ts'
import { Scalar } from '../registers/rows.ts'
import type { Answer, Draft } from '../interface/portal.ts'
import type { FacturaForm } from './form.ts'
import { facturaFields, isFormPage, readFacturaForm } from './form.ts'

/** At most a hundred, as the SII keeps them (portal 3.12). */
export async function listDrafts(browser: Browser): Promise<Answer<Draft[]>> {
  const visit = await browser.get(DRAFTS)
  const drafts = visit.kind === 'page' ? readDrafts(visit.page) : null
  if (drafts !== null) return { kind: 'ok', value: drafts }
  const isOtherJson = visit.kind === 'page' && /^\s*[[{]/.test(visit.page.text)
  return isOtherJson && visit.page.status === 200
    ? portalChanged('listaBorrador')
    : withoutJson(visit, 'listaBorrador')
}

/** The preview's fields with the mark of a draft; over an earlier one with its number. */
export async function saveDraft(
  browser: Browser,
  form: FacturaForm,
  content: FacturaContent,
  over: string | null,
  timeoutMs: number,
): Promise<Answer<null>> {
  const fields = withValues(facturaFields(form, content), [
    ['ES_BORR', 'TRUE'],
    ['EHDR_CODIGO', over ?? ''],
  ])
  const visit = await browser.post(SAVE_DRAFT, fields, { referer: FORM, timeoutMs })
  if (visit.kind !== 'page') return diagnose(visit)
  const isSaved = /borrador ha sido (grabado|actualizado)/.test(wordsOf(visit.page))
  if (isSaved) return { kind: 'ok', value: null }
  // The form again is a refusal in whatever words it shows.
  return isFormPage(visit.page.text)
    ? { kind: 'validationRejected', text: describe(visit.page) }
    : diagnose(visit, 'judged')
}

/**
 * What the page posts to delete one is unknown: the whole of the opened draft goes, as to every other page of
 * the form, and the list decides.
 */
export async function deleteDraft(
  browser: Browser,
  company: Rut,
  id: string,
  timeoutMs: number,
): Promise<Answer<null>> {
  if (!/^\d{1,20}$/.test(id)) throw new Error('Not a draft of the portal')
  const query = `ES_BORR=TRUE&VALOR=${id}&IGUAL=CODIGO&RUT=${rutBody(company)}&DV=${rutDv(company)}&TPO_DOC_GEN=33`
  const address = `${FORM}&${query}`
  const form = readFacturaForm(await browser.get(address, { timeoutMs }))
  if (form.kind !== 'ok') return form
  const fields = withValues(form.value.fields, [
    ['ES_BORR', 'TRUE'],
    ['EHDR_CODIGO', id],
  ])
  const visit: Visit = await browser.post(DELETE_DRAFT, fields, { referer: address, timeoutMs })
  if (visit.kind !== 'page') return diagnose(visit)
  const left = await listDrafts(browser)
  if (left.kind !== 'ok') return left
  if (left.value.every((draft) => draft.id !== id)) return { kind: 'ok', value: null }
  // The list still has it, whatever the page says; trouble is told as what it is.
  const isAnswered = ANSWERS_A_DELETION.has(classOf(visit))
  return isAnswered
    ? { kind: 'validationRejected', text: describe(visit.page) }
    : diagnose(visit, 'judged')
}

const ANSWERS_A_DELETION: ReadonlySet<string> = new Set(['otherPage', 'blank', 'refusal', 'alert'])
const MAX_DRAFTS = 1000

const Drafts = z
  .array(
    z.object({
      ehdr_CODIGO: Scalar,
      ptdc_CODIGO: Scalar,
      efxp_FCH_EMIS: Scalar,
      efxp_RUT_RECEP: Scalar,
      efxp_DV_RECEP: Scalar,
      efxp_RZN_SOC_RECEP: Scalar,
      efxp_MNT_TOTAL: Scalar,
    }),
  )
  .max(MAX_DRAFTS)

/** Null when it isn't the list or one of its rows can't be read. */
export function readDrafts({ text, status }: Page): Draft[] | null {
  if (status !== 200) return null
  try {
    const rows = Drafts.safeParse(JSON.parse(text)).data?.map(draftFrom)
    const read = rows?.filter((row) => row !== null)
    return read?.length === rows?.length ? (read ?? null) : null
  } catch {
    return null
  }
}

function draftFrom(row: z.infer<typeof Drafts>[number]): Draft | null {
  const tipoDte = folioIn(row.ptdc_CODIGO)
  const savedOn = parseDay(row.efxp_FCH_EMIS.slice(0, 10))
  // Half a draft has no total.
  const totalClp = clpIn(row.efxp_MNT_TOTAL || '0')
  if (!/^\d{1,20}$/.test(row.ehdr_CODIGO) || tipoDte === null) return null
  if (savedOn === null || totalClp === null) return null
  return {
    id: row.ehdr_CODIGO,
    tipoDte,
    savedOn,
    recipient: parseRut(`${row.efxp_RUT_RECEP}-${row.efxp_DV_RECEP}`),
    recipientName: undoubled(row.efxp_RZN_SOC_RECEP),
    totalClp,
  }
}
