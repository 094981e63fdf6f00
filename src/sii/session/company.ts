import type { Rut } from '#domain/rut.ts'
import { FORM, NOTA_FORM } from '../http/addresses.ts'
import { readDocumentStatus } from '../documents/document-status.ts'
import { deleteDraft, listDrafts, saveDraft } from '../facturas/drafts.ts'
import type { Facade } from '../registers/facade.ts'
import type { FacturaForm } from '../facturas/form.ts'
import { readFacturaForm } from '../facturas/form.ts'
import { previewFactura } from '../facturas/issue.ts'
import { fetchPdf, fetchShownPdf, fetchXml } from '../documents/files.ts'
import type { Browser } from '../http/http.ts'
import { listIssued, listReceived } from '../documents/issued-list.ts'
import { readIssuer } from '../facturas/issuer.ts'
import { lookUpRecipient, readRecipient } from '../facturas/recipient.ts'
import type { Answer, CompanyPortal } from '../interface/portal.ts'

export interface CompanyVisit {
  browser: Browser
  facade: Facade
  person: Rut
  company: Rut
  slowMs: number
}

/** What can be asked while the session's company is this one; nothing once `close` was called. */
export function openCompany(visit: CompanyVisit): { portal: CompanyPortal; close: () => void } {
  const { browser, facade, person, company, slowMs } = visit
  let isOpen = true
  const assertOpen = () => {
    if (!isOpen) throw new Error('A company was used after its work had ended')
  }
  const whileOpen = async <T>(work: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    assertOpen()
    return work()
  }
  /** The form's heading is the only place that tells whose company the session has really got. */
  async function freshForm(address = FORM): Promise<Answer<FacturaForm>> {
    assertOpen()
    const form = readFacturaForm(await browser.get(address, { timeoutMs: slowMs }))
    if (form.kind !== 'ok' || form.value.company === null) return form
    return form.value.company === company ? form : { kind: 'companyNotAuthorized', company }
  }
  async function withForm<T>(work: (form: FacturaForm) => Answer<T> | Promise<Answer<T>>) {
    const form = await freshForm()
    return form.kind === 'ok' ? work(form.value) : form
  }
  async function filledForm(rut: Rut, address = FORM): Promise<Answer<FacturaForm>> {
    const form = await freshForm(address)
    if (form.kind !== 'ok') return form
    return lookUpRecipient(browser, form.value, rut, slowMs, address)
  }
  const preview = async (
    content: Parameters<CompanyPortal['previewFactura']>[0],
    reference: Parameters<CompanyPortal['previewNota']>[1] | null,
  ) => {
    if (content.issuer.rut !== company) throw new Error('A document of another company')
    const formAddress = reference === null ? FORM : NOTA_FORM
    const form = await filledForm(content.recipient.rut, formAddress)
    if (form.kind !== 'ok') return form
    const chain = { browser, person, company, slowMs, formAddress, assertOpen }
    return previewFactura(chain, form.value, content, reference)
  }
  const portal: CompanyPortal = {
    issuer: () => withForm(readIssuer),
    recipient: async (rut) => {
      const form = await filledForm(rut)
      return form.kind === 'ok' ? { kind: 'ok', value: readRecipient(form.value) } : form
    },
    // A list doesn't say whose it is; another company's would prove absent what was issued.
    issuedDocuments: (filter) => withForm(() => listIssued(browser, filter, slowMs)),
    receivedDocuments: (filter) => withForm(() => listReceived(browser, filter, slowMs)),
    documentStatus: (document) =>
      withForm(() => readDocumentStatus(browser, facade, company, document, slowMs)),
    previewFactura: (content) => preview(content, null),
    previewNota: (content, reference) => preview(content, reference),
    drafts: () => withForm(() => listDrafts(browser)),
    saveDraft: async (content, over) => {
      if (content.issuer.rut !== company) throw new Error('A document of another company')
      const form = await filledForm(content.recipient.rut)
      return form.kind === 'ok' ? saveDraft(browser, form.value, content, over, slowMs) : form
    },
    deleteDraft: (id) => withForm(() => deleteDraft(browser, company, id, slowMs)),
    pdf: (code) => whileOpen(() => fetchPdf(browser, code, slowMs)),
    receivedPdf: (code) => whileOpen(() => fetchShownPdf(browser, code, slowMs)),
    xml: (document) => whileOpen(() => fetchXml(browser, company, document, slowMs)),
  }
  return {
    portal,
    close: () => {
      isOpen = false
    },
  }
}
