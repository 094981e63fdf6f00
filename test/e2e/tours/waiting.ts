import type { City } from '../fixtures/city.ts'
import { button } from '../fixtures/hands.ts'
import { waiting } from '../fixtures/held-calls.ts'
import { addRule, documentOf, issuedDocument, resident } from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** The screens while what they show is still on its way. */
export async function waitingStops(city: City): Promise<Stop[]> {
  const as = await resident(city)
  const { document } = await issuedDocument(as, { ruts: ['90909090-3'] })
  const rule = await addRule(as, { ruts: ['91919191-0'], name: 'Cierre contable', on: 'SOON' })
  const failing = await addRule(as, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  const { id } = await documentOf(as, failing, 'waiting')
  const [rules, documents] = ['/api/billing-sii/invoice-rules/', '/api/documents/']
  const stops = [
    waiting('documents-waiting', '/documents', [documents]),
    waiting('rules-waiting', '/rules', [rules]),
    waiting('this-month-waiting', '/this-month', ['/api/billing-scheduler/this-month/']),
    waiting('attention-waiting', '/attention', ['/api/attention/']),
    waiting('dashboard-all-waiting', '/dashboard', ['/api/attention/', rules]),
    waiting('dashboard-waiting', '/dashboard', [documents, rules]),
    waiting('dashboard-analysis-waiting', '/dashboard', [/\/analytics\/$/]),
    waiting('document-loading', `/documents/${id}`, [`/api/documents/${id}/`]),
    waiting('document-share-waiting', `/documents/${document.id}`, [/\/share\/$/], (page) =>
      button(page, 'Compartir').click(),
    ),
    waiting('nota-waiting', `/documents/${document.id}/nota`, [/\/nota\/$/]),
    waiting('monthly-values-waiting', `/rules/${rule.id}/values`, [/\/monthly-values\/$/]),
    waiting('rule-one-month-waiting', '/rules', [/\/months\/$/], async (page) => {
      await button(page, `Acciones de ${rule.name}`).click()
      await page.getByRole('menuitem', { name: 'Cambiar solo un mes' }).click()
    }),
    waiting('this-month-preview-waiting', '/this-month', [/\/preview\/$/], async (page) => {
      await button(page, `Acciones de ${rule.clients_detail[0]?.client.client_info.name}`).click()
      await page.getByRole('menuitem', { name: 'Ver el documento' }).click()
    }),
    waiting('wizard-waiting', '/rules/create', ['/api/billing-sii/companies/']),
    waiting('rule-edit-dates-waiting', `/rules/edit/${rule.id}?step=dates`, [/\/forecast\/$/]),
    waiting('rule-edit-review-waiting', `/rules/edit/${rule.id}?step=review`, [/\/forecast\/$/]),
    waiting(
      'rule-edit-client-dialog-waiting',
      `/rules/edit/${rule.id}?step=clients`,
      [/\/client_info\/\d+\/$/],
      (page) => button(page, `Editar ${rule.clients_detail[0]?.client.client_info.name}`).click(),
    ),
    waiting('facturators-waiting', '/facturators', [
      '/api/billing-sii/companies/',
      '/api/billing-scheduler/stops/',
    ]),
    waiting('email-accounts-waiting', '/email-accounts', ['/api/mailer/email-accounts/']),
    waiting('mail-preferences-waiting', '/mail-preferences', ['/api/mail-preferences/']),
    waiting('profile-waiting', '/profile', ['/api/auth/sessions/', '/api/auth/second-factor/']),
    waiting('credential-use-waiting', '/profile/credential-use', ['/api/audit-events/']),
    waiting('usage-waiting', '/profile/usage', ['/api/charges/']),
    waiting('closing-waiting', '/profile/delete', ['/api/auth/account/closing/']),
  ]
  return [
    waiting('shared-waiting', `/d/${'x'.repeat(43)}`, [/\/shared-documents\//]),
    ...stops.map((stop) => ({ ...stop, as })),
  ]
}
