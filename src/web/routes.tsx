import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import { Frame } from './frame/Frame.tsx'
import { Opening } from './frame/Opening.tsx'
import { Crashed } from './frame/Crashed.tsx'
import {
  leaveToHome,
  onlyVisitors,
  openToAll,
  requireConnection,
  requireSession,
} from './guards.ts'
import { textsReady } from './language.ts'
import { PATHS } from './paths.ts'
import { NotFound } from './screens/NotFound.tsx'

// Each screen is its own download, and its texts with it. The landing and the legal texts are pages of
// their own (site/).
const login = screen(async () => (await import('./screens/login/Login.tsx')).Login)
const register = screen(async () => (await import('./screens/register/Register.tsx')).Register)
const forgotPassword = screen(
  async () => (await import('./screens/recovery/ForgotPassword.tsx')).ForgotPassword,
)
const resetPassword = screen(
  async () => (await import('./screens/recovery/ResetPassword.tsx')).ResetPassword,
)
const activate = screen(async () => (await import('./screens/Activate.tsx')).Activate)
const confirmEmail = screen(
  async () => (await import('./screens/email-change/ConfirmEmail.tsx')).ConfirmEmail,
)
const undoEmail = screen(
  async () => (await import('./screens/email-change/UndoEmail.tsx')).UndoEmail,
)
const onboarding = screen(
  async () => (await import('./screens/onboarding/Onboarding.tsx')).Onboarding,
)
const dashboard = screen(async () => (await import('./screens/dashboard/Dashboard.tsx')).Dashboard)
const thisMonth = screen(
  async () => (await import('./screens/this-month/ThisMonthScreen.tsx')).ThisMonthScreen,
)
const attention = screen(
  async () => (await import('./screens/attention/AttentionScreen.tsx')).AttentionScreen,
)
const monthlyValues = screen(
  async () =>
    (await import('./screens/monthly-values/MonthlyValuesScreen.tsx')).MonthlyValuesScreen,
)
const documents = screen(async () => (await import('./screens/documents/Documents.tsx')).Documents)
const documentPage = screen(
  async () => (await import('./screens/document/DocumentScreen.tsx')).DocumentScreen,
)
const nota = screen(async () => (await import('./screens/nota/NotaScreen.tsx')).NotaScreen)
const receivables = screen(
  async () => (await import('./screens/payments/Receivables.tsx')).ReceivablesScreen,
)
const paymentProviders = screen(
  async () =>
    (await import('./screens/payment-providers/PaymentProviders.tsx')).PaymentProvidersScreen,
)
const paymentTerms = screen(
  async () => (await import('./screens/payments/PaymentTerms.tsx')).PaymentTermsScreen,
)
const statements = screen(
  async () => (await import('./screens/statements/Statements.tsx')).StatementsScreen,
)
const uploads = screen(
  async () => (await import('./screens/uploads/UploadsScreen.tsx')).UploadsScreen,
)
const upload = screen(async () => (await import('./screens/uploads/UploadScreen.tsx')).UploadScreen)
const rules = screen(async () => (await import('./screens/rules/Rules.tsx')).Rules)
const wizard = screen(
  async () => (await import('./screens/rule-wizard/RuleWizardScreen.tsx')).RuleWizardScreen,
)
const oneDocument = screen(
  async () => (await import('./screens/rule-wizard/RuleWizardScreen.tsx')).OneDocumentScreen,
)
const clients = screen(
  async () => (await import('./screens/clients/ClientsScreen.tsx')).ClientsScreen,
)
const clientPage = screen(
  async () => (await import('./screens/clients/ClientScreen.tsx')).ClientScreen,
)
const products = screen(
  async () => (await import('./screens/products/ProductsScreen.tsx')).ProductsScreen,
)
const productPage = screen(
  async () => (await import('./screens/products/ProductScreen.tsx')).ProductScreen,
)
const importClients = screen(
  async () => (await import('./screens/importing/ImportScreen.tsx')).ImportClientsScreen,
)
const importProducts = screen(
  async () => (await import('./screens/importing/ImportScreen.tsx')).ImportProductsScreen,
)
const facturators = screen(
  async () => (await import('./screens/facturators/Facturators.tsx')).Facturators,
)
const emailAccounts = screen(
  async () => (await import('./screens/email-accounts/EmailAccounts.tsx')).EmailAccounts,
)
const editEmailAccount = screen(
  async () => (await import('./screens/email-accounts/EditEmailAccount.tsx')).EditEmailAccount,
)
const emailAccountConnected = screen(
  async () =>
    (await import('./screens/email-accounts/EmailAccountConnected.tsx')).EmailAccountConnected,
)
const sharedDocument = screen(
  async () => (await import('./screens/shared/SharedDocument.tsx')).SharedDocument,
)
const returnedPayment = screen(
  async () => (await import('./screens/shared/ReturnedPayment.tsx')).ReturnedPayment,
)
const mailPreferences = screen(
  async () => (await import('./screens/mail-preferences/MailPreferences.tsx')).MailPreferences,
)
const profile = screen(async () => (await import('./screens/profile/Profile.tsx')).Profile)
const credentialUse = screen(
  async () => (await import('./screens/credential-use/CredentialUse.tsx')).CredentialUse,
)
const usage = screen(async () => (await import('./screens/usage/Usage.tsx')).UsageScreen)
const closing = screen(async () => (await import('./screens/closing/Closing.tsx')).Closing)
const gallery = screen(async () => (await import('./screens/gallery/door.ts')).galleryOrNothing())

export function makeRouter() {
  return createBrowserRouter([
    {
      Component: Frame,
      ErrorBoundary: Crashed,
      children: [
        {
          ErrorBoundary: Crashed,
          HydrateFallback: Opening,
          children: [
            { path: PATHS.home, loader: leaveToHome, Component: NotFound },
            { path: PATHS.login, loader: onlyVisitors, lazy: login },
            { path: PATHS.register, loader: onlyVisitors, lazy: register },
            { path: PATHS.forgotPassword, loader: onlyVisitors, lazy: forgotPassword },
            { path: PATHS.resetPassword, lazy: resetPassword },
            { path: PATHS.activate, loader: openToAll, lazy: activate },
            // Also for a session without a connection: their session may be the one that asked.
            { path: PATHS.confirmEmail, lazy: confirmEmail },
            { path: PATHS.undoEmail, lazy: undoEmail },
            { path: PATHS.onboarding, loader: requireSession, lazy: onboarding },
            { path: PATHS.onboardingOtherSpelling, loader: requireSession, lazy: onboarding },
            { path: PATHS.dashboard, loader: requireConnection, lazy: dashboard },
            { path: PATHS.thisMonth, loader: requireConnection, lazy: thisMonth },
            { path: PATHS.attention, loader: requireConnection, lazy: attention },
            { path: PATHS.documents, loader: requireConnection, lazy: documents },
            { path: PATHS.newDocument, loader: requireConnection, lazy: oneDocument },
            { path: PATHS.document, loader: requireConnection, lazy: documentPage },
            { path: PATHS.nota, loader: requireConnection, lazy: nota },
            { path: PATHS.receivables, loader: requireConnection, lazy: receivables },
            { path: PATHS.paymentTerms, loader: requireConnection, lazy: paymentTerms },
            { path: PATHS.statements, loader: requireConnection, lazy: statements },
            { path: PATHS.uploads, loader: requireConnection, lazy: uploads },
            { path: PATHS.upload, loader: requireConnection, lazy: upload },
            { path: PATHS.paymentProviders, loader: requireConnection, lazy: paymentProviders },
            { path: PATHS.rules, loader: requireConnection, lazy: rules },
            { path: PATHS.createRule, loader: requireConnection, lazy: wizard },
            { path: PATHS.editRule, loader: requireConnection, lazy: wizard },
            { path: PATHS.monthlyValues, loader: requireConnection, lazy: monthlyValues },
            { path: PATHS.clients, loader: requireConnection, lazy: clients },
            { path: PATHS.importClients, loader: requireConnection, lazy: importClients },
            { path: PATHS.client, loader: requireConnection, lazy: clientPage },
            { path: PATHS.products, loader: requireConnection, lazy: products },
            { path: PATHS.importProducts, loader: requireConnection, lazy: importProducts },
            { path: PATHS.product, loader: requireConnection, lazy: productPage },
            { path: PATHS.facturators, loader: requireConnection, lazy: facturators },
            { path: PATHS.emailAccounts, loader: requireConnection, lazy: emailAccounts },
            { path: PATHS.emailAccountConnected, lazy: emailAccountConnected },
            { path: PATHS.editEmailAccount, loader: requireConnection, lazy: editEmailAccount },
            { path: PATHS.sharedDocument, lazy: sharedDocument },
            { path: PATHS.returnedPayment, lazy: returnedPayment },
            { path: PATHS.mailPreferences, loader: requireSession, lazy: mailPreferences },
            // Whoever never connected may look after their account, and leave.
            { path: PATHS.profile, loader: requireSession, lazy: profile },
            { path: PATHS.credentialUse, loader: requireSession, lazy: credentialUse },
            { path: PATHS.usage, loader: requireSession, lazy: usage },
            { path: PATHS.closing, loader: requireSession, lazy: closing },
            { path: PATHS.gallery, loader: openToAll, lazy: gallery },
            { path: '*', loader: openToAll, Component: NotFound },
          ],
        },
      ],
    },
  ])
}

function screen(load: () => Promise<ComponentType>) {
  return async () => {
    const Component = await load()
    await textsReady()
    return { Component }
  }
}
