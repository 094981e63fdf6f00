import type { EmissionWindow } from '#domain/window.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { agendaRoutes } from './agenda/routes.ts'
import { analyticsReportRoute } from './analytics/report.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { chargesReportRoute } from './charges/report.ts'
import { chargeRoutes } from './charges/routes.ts'
import { atOneMoment } from './clock.ts'
import type { ClockNeeds } from './database-clock.ts'
import type { Authenticate } from './http/bearer.ts'
import { skipDocumentsOfRule } from './documents/actions/actions.ts'
import {
  holdDocumentsOfMonth,
  lookAgainAtClient,
  lookAgainAtIssuer,
  lookAgainAtRule,
  resumeDocumentsOfMonth,
} from './documents/actions/look-again.ts'
import { renewDocumentsOfRule } from './documents/actions/renew.ts'
import { payerRoutes } from './deliveries/payer-routes.ts'
import { mailsAgainRoutes } from './deliveries/again-together.ts'
import { returnedMailRoutes } from './deliveries/decide-together.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { directoryExportRoute } from './directory/export-route.ts'
import type { ImportNeeds as DirectoryHooks } from './directory/import.ts'
import { serveDirectoryImport } from './directory/import-route.ts'
import { directoryRoutes } from './directory/routes.ts'
import { reminderRoutes } from './deliveries/reminders/routes.ts'
import {
  serveSharedFiles,
  serveSharedReceipts,
  serveSharedVouchers,
  shareRoutes,
} from './deliveries/share-routes.ts'
import { restoreReturned } from './documents/actions/restore.ts'
import { planAddedClients } from './documents/plan/added-clients.ts'
import { notaRoutes } from './documents/api/nota-routes.ts'
import { oneOffRoutes } from './documents/api/one-off-routes.ts'
import { documentFileRoute, documentRoutes } from './documents/api/routes.ts'
import { documentArchiveRoute } from './documents/many/archive.ts'
import { documentListRoute } from './documents/many/list-workbook.ts'
import { documentsAtOnceRoutes } from './documents/many/routes.ts'
import { ruleMonthRoutes } from './documents/api/rule-month-routes.ts'
import { stopRoutes } from './documents/api/stop-routes.ts'
import { renewMandates } from './facturators/mandate.ts'
import { facturatorRoutes } from './facturators/routes.ts'
import { serveBytes } from './http/bytes.ts'
import { serveCalls } from './http/calls.ts'
import type { Changes } from './http/changes.ts'
import { serveDocs } from './http/docs/docs.ts'
import { serveEvents } from './http/event-stream.ts'
import type { Handlers } from './http/handler.ts'
import { serveHealth, type ReadinessChecks } from './http/health.ts'
import { oncePerKey } from './http/idempotency.ts'
import { requireRightClock } from './http/right-clock.ts'
import { createServer } from './http/server.ts'
import { serveSite } from './http/site.ts'
import { serveWebFiles } from './http/web-files.ts'
import { installationRoutes, type InstallationNeeds } from './installation.ts'
import { hasEmailAccount } from './mailer/accounts/account-store.ts'
import { serveMailboxBrowser } from './mailer/accounts/browser-routes.ts'
import { emailAccountRoutes, type AccountRoutesNeeds } from './mailer/accounts/routes.ts'
import { serveMailPreviews } from './mailer/previews.ts'
import { mailRoutes, type MailRoutesNeeds } from './mailer/routes.ts'
import { serveUnsubscribe } from './mailer/preferences/unsubscribe.ts'
import { blockingRoutes } from './own-data/blocking-routes.ts'
import { closingRoutes } from './own-data/closing-routes.ts'
import { ownDataRoute } from './own-data/routes.ts'
import { partyRoutes } from './parties/routes.ts'
import { servePaymentReturns } from './payments/attempts/browser-routes.ts'
import { serveWebhooks } from './payments/attempts/notices/webhook-routes.ts'
import { returnedPaymentRoutes } from './payments/attempts/returned-payment.ts'
import { connectionRoutes, type StandInAccounts } from './payments/connections/routes.ts'
import type { PaymentProviders } from './payments/providers/providers.ts'
import { statementRoutes } from './payments/reconcile/routes.ts'
import { serveStatementUpload } from './payments/reconcile/upload-route.ts'
import { receiptRoute } from './payments/receipt/file.ts'
import { paymentRoutes, voucherRoute } from './payments/routes.ts'
import { serveTrialReturns } from './payments/trials/return.ts'
import { trialRoutes } from './payments/trials/routes.ts'
import { ruleFileRoute, serveRuleFiles } from './rule-files/routes.ts'
import { ruleRoutes, type RuleNeeds } from './rules/routes.ts'
import { requireIdentity } from './users/identity.ts'
import { uploadAnnotatedRoute } from './uploads/issue/annotated-route.ts'
import { uploadOrderRoutes } from './uploads/issue/routes.ts'
import { uploadRoutes, uploadTemplateRoute } from './uploads/routes.ts'
import { serveUploads } from './uploads/upload-route.ts'
import { userRoutes, type UserNeeds } from './users/routes.ts'
import { siteFacts, type SiteFactsNeeds } from './site-facts.ts'
import { authenticate } from './users/sessions/sessions.ts'
import { resumesDocuments } from './worker-handlers.ts'
import type { EmissionHours } from '#domain/departure.ts'
import type { Links } from './vault/links.ts'
import type { Workers } from './worker-calls/worker-call.ts'

export type AppNeeds = UserNeeds &
  InstallationNeeds &
  AccountRoutesNeeds &
  MailRoutesNeeds &
  SiteFactsNeeds &
  EmissionHours &
  ClockNeeds & {
    workers: Workers
    links: Links
    logger: Logger
    changes: Changes
    checks: ReadinessChecks
    window: EmissionWindow
    /** The folder of the built browser program. */
    webRoot: string
    /** The folder of the public pages. */
    siteRoot: string
    secure: boolean
    trustedProxies: string[]
    providers: PaymentProviders
    /** The accounts that a demonstration connects by one click; null where providers are the real ones. */
    standInAccounts: StandInAccounts | null
    /** A provider notified something: who reads states looks at once. */
    onNotice(): void
  }

/** The whole HTTP side: every call of the contract, files, events, health and the pages. */
export async function buildApp(needs: AppNeeds): Promise<FastifyInstance> {
  const known: Authenticate = (token) => authenticate(needs, token)
  const formTargets = Object.values(needs.providers).flatMap((provider) => provider.formTargets)
  const server = await createServer({ ...needs, formTargets })
  serveHealth(server, needs.checks)
  serveCalls(server, handlers(needs), {
    authenticate: known,
    requireIdentity: (session) => requireIdentity(needs, session),
    requireRightClock: () => requireRightClock(needs),
    once: oncePerKey(needs),
    limits: needs.limits,
  })
  serveMailboxBrowser(server, needs)
  serveUnsubscribe(server, needs)
  serveSharedFiles(server, needs)
  serveSharedVouchers(server, needs)
  serveStatementUpload(server, needs, known)
  serveUploads(server, needs, known)
  serveRuleFiles(server, ruleNeeds(needs), known)
  serveDirectoryImport(server, { ...needs, ...partyHooks(needs) }, known)
  serveSharedReceipts(server, needs)
  servePaymentReturns(server, needs)
  serveTrialReturns(server, needs)
  serveWebhooks(server, needs)
  if (needs.installation.demonstration) serveMailPreviews(server)
  serveDocs(server)
  const files = [
    documentFileRoute(needs),
    documentArchiveRoute(needs),
    documentListRoute(needs),
    voucherRoute(needs),
    receiptRoute(needs),
    ownDataRoute(needs),
    uploadTemplateRoute(needs),
    uploadAnnotatedRoute(needs),
    ruleFileRoute(ruleNeeds(needs)),
    directoryExportRoute(needs),
    analyticsReportRoute(needs),
    chargesReportRoute(needs),
  ]
  serveBytes(server, files, known)
  serveEvents(server, { authenticate: known, changes: needs.changes, clock: needs.clock })
  serveSite(server, { folder: needs.siteRoot, facts: siteFacts(needs) })
  await serveWebFiles(server, needs.webRoot, needs.installation)
  return server
}

/** Every call of the contract; and what happens in a feature on the right when one on the left changes. */
function handlers(needs: AppNeeds): Handlers {
  const { clock } = needs
  return {
    ...userRoutes({
      ...needs,
      onTermsAccepted: (trx, author) => renewMandates(trx, clock, author),
    }),
    ...installationRoutes(needs),
    ...auditRoutes(needs),
    ...closingRoutes(needs),
    ...blockingRoutes(needs),
    ...facturatorRoutes({
      ...needs,
      onCredentialsRestored: resumesDocuments(clock),
    }),
    ...partyRoutes({
      ...needs,
      onClientChanged: (trx, client) => lookAgainAtClient(trx, clock, client),
      onIssuerChanged: (trx, issuer) => lookAgainAtIssuer(trx, clock, issuer),
    }),
    ...ruleRoutes(ruleNeeds(needs)),
    ...documentRoutes(needs),
    ...documentsAtOnceRoutes(needs),
    ...notaRoutes(needs),
    ...oneOffRoutes({ ...needs, hasEmailAccount }),
    ...emailAccountRoutes(needs),
    ...deliveryRoutes(needs),
    ...mailsAgainRoutes(needs),
    ...returnedMailRoutes(needs),
    ...reminderRoutes(needs),
    ...shareRoutes(needs),
    ...payerRoutes(needs),
    ...returnedPaymentRoutes(needs),
    ...connectionRoutes(needs),
    ...trialRoutes(needs),
    ...paymentRoutes(needs),
    ...statementRoutes(needs),
    ...uploadRoutes(needs),
    ...uploadOrderRoutes(needs),
    ...directoryRoutes({ ...needs, ...partyHooks(needs) }),
    ...mailRoutes(needs),
    ...ruleMonthRoutes(needs),
    ...stopRoutes(needs),
    ...agendaRoutes(needs),
    ...chargeRoutes(needs),
    ...analyticsRoutes(needs),
  }
}

/** What happens to documents when their rule changes. */
function ruleNeeds(needs: AppNeeds): RuleNeeds & AppNeeds {
  const { clock } = needs
  return {
    ...needs,
    requireRightClock: () => requireRightClock(needs),
    hasEmailAccount,
    onRuleStopped: (trx, { userId, ...rule }) =>
      skipDocumentsOfRule(trx, clock, actorOf(userId), rule),
    onClientsChanged: async (trx, { userId, ...rule }) => {
      const author = { organisationId: rule.organisationId, userId }
      const once = atOneMoment(needs)
      const back = await restoreReturned(trx, once, author, rule)
      const added = await planAddedClients(trx, once, author, rule)
      return { count: back.count + added.count, day: added.day ?? back.day }
    },
    onRuleApplied: (trx, { userId, ...rule }) =>
      renewDocumentsOfRule(trx, needs, actorOf(userId), rule),
    onRuleChanged: (trx, rule) => lookAgainAtRule(trx, clock, rule),
    holdDocuments: holdDocumentsOfMonth,
    onValuesSaved: (trx, month) => resumeDocumentsOfMonth(trx, clock, month),
  }
}

/** What happens to documents when a client or a rule is changed by its list. */
function partyHooks({
  clock,
}: AppNeeds): Pick<DirectoryHooks, 'onClientChanged' | 'onRuleChanged'> {
  return {
    onClientChanged: (trx, client) => lookAgainAtClient(trx, clock, client),
    onRuleChanged: (trx, rule) => lookAgainAtRule(trx, clock, rule),
  }
}

function actorOf(userId: number | null) {
  return { worker: userId === null ? 'system' : `user:${userId}`, epoch: null }
}
