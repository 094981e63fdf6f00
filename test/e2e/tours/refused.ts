import type { Page } from 'playwright-core'
import type { City } from '../fixtures/city.ts'
import { button } from '../fixtures/hands.ts'
import { refused } from '../fixtures/held-calls.ts'
import { connectMailbox } from '../fixtures/mailbox.ts'
import {
  addRule,
  documentOf,
  fileOf,
  issuedDocument,
  issueNow,
  resident,
} from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** Every part that is asked for and does not come, with what is said of it. */
export async function refusedStops(city: City): Promise<Stop[]> {
  const as = await resident(city)
  const mailbox = await connectMailbox(city, as, 'microsoft')
  const { document } = await issuedDocument(as, { ruts: ['90909090-3'], mailFrom: mailbox })
  await fileOf(as, document.id, 'pdf')
  const rule = await addRule(as, {
    ruts: ['91919191-0'],
    name: 'Cierre contable',
    on: 'SOON',
    mailFrom: mailbox,
  })
  const failed = await failedDocument(city, as)
  const edit = `/rules/edit/${rule.id}`
  const page = `/documents/${document.id}`
  const [client] = rule.clients_detail
  const name = client?.client.client_info.name ?? ''
  const menu = (opener: string, item: string) => async (at: Page) => {
    await button(at, `Acciones de ${opener}`).click()
    await at.getByRole('menuitem', { name: item }).click()
  }
  const stops = [
    refused('documents-failed', '/documents', '/api/documents/'),
    refused('rules-failed', '/rules', '/api/billing-sii/invoice-rules/'),
    refused('email-accounts-failed', '/email-accounts', '/api/mailer/email-accounts/'),
    refused(
      'email-account-failed',
      `/email-accounts/${mailbox}/edit`,
      '/api/mailer/email-accounts/',
    ),
    refused('this-month-failed', '/this-month', '/api/billing-scheduler/this-month/'),
    refused(
      'this-month-preview-failed',
      '/this-month',
      /\/preview\/$/,
      menu(name, 'Ver el documento'),
    ),
    refused('attention-failed', '/attention', '/api/attention/'),
    refused('attention-decide-failed', '/attention', `/api/documents/${failed}/`, (at) =>
      at.getByRole('button', { name: /^Decidir: / }).click(),
    ),
    refused('dashboard-attention-failed', '/dashboard', '/api/attention/'),
    refused('dashboard-companies-failed', '/dashboard', '/api/billing-sii/companies/'),
    refused('dashboard-analysis-failed', '/dashboard', /\/analytics\/$/),
    refused('dashboard-rules-failed', '/dashboard', '/api/billing-sii/invoice-rules/'),
    refused('dashboard-documents-failed', '/dashboard', '/api/documents/'),
    refused('facturators-facts-failed', '/facturators', '/api/billing-sii/companies/'),
    refused('facturators-stops-failed', '/facturators', '/api/billing-scheduler/stops/'),
    refused('document-failed-to-load', page, `/api${page}/`),
    refused('document-mails-failed', page, `/api${page}/deliveries/`),
    refused('document-share-failed', page, `/api${page}/share/`, (at) =>
      button(at, 'Compartir').click(),
    ),
    refused('nota-failed', `${page}/nota`, `/api${page}/nota/`),
    refused(
      'monthly-values-failed',
      `/rules/${rule.id}/values`,
      '/api/billing-sii/monthly-values/',
    ),
    refused(
      'rule-one-month-failed',
      '/rules',
      /\/months\/$/,
      menu(rule.name, 'Cambiar solo un mes'),
    ),
    refused('wizard-failed', '/rules/create', '/api/billing-sii/companies/'),
    refused('rule-edit-failed', edit, `/api/billing-sii/invoice-rules/${rule.id}/`),
    refused('rule-edit-clients-failed', `${edit}?step=clients`, /\/companies\/\d+\/clients\/$/),
    refused(
      'rule-edit-client-dialog-failed',
      `${edit}?step=clients`,
      /\/client_info\/\d+\/$|\/clients\/\d+\/$/,
      (at) => button(at, `Editar ${name}`).click(),
    ),
    refused('rule-edit-lines-failed', `${edit}?step=lines`, '/api/billing-core/products/'),
    refused('rule-edit-dates-failed', `${edit}?step=dates`, /\/forecast\/$/),
    refused('rule-edit-email-failed', `${edit}?step=email`, '/api/billing-sii/clients-contacts/'),
    refused('rule-edit-review-failed', `${edit}?step=review`, /\/forecast\/$/),
    refused('mail-preferences-failed', '/mail-preferences', '/api/mail-preferences/'),
    refused('profile-sessions-failed', '/profile', '/api/auth/sessions/'),
    refused('profile-factor-failed', '/profile', '/api/auth/second-factor/'),
    refused('credential-use-failed', '/profile/credential-use', '/api/audit-events/'),
    refused('usage-failed', '/profile/usage', '/api/charges/'),
    refused('closing-failed', '/profile/delete', '/api/auth/account/closing/'),
  ]
  return [
    refused('shared-failed', `/d/${'x'.repeat(43)}`, /\/shared-documents\//),
    ...stops.map((stop) => ({ ...stop, as })),
  ]
}

async function failedDocument(city: City, as: Awaited<ReturnType<typeof resident>>) {
  city.sii.scenarios.set({
    name: 'preview-rejected',
    times: 1,
    detail: 'El giro del receptor no corresponde',
  })
  const rule = await addRule(as, { ruts: ['93939393-5'], name: 'Asesoría dental' })
  await issueNow(as, rule)
  return (await documentOf(as, rule, 'failed')).id
}
