import { ANALYTICS_REPORT_PATH, MOST_MONTHS_BACK } from '#contract/analytics.ts'
import { CHARGES_REPORT_PATH } from '#contract/charges.ts'
import { EVENTS_PATH, FILE_PATH } from '#contract/documents.ts'
import { MICROSOFT_AUTHORIZE_PATH, OAUTH_CALLBACK_PATH } from '#contract/email-accounts.ts'
import { UNSUBSCRIBE_PATH } from '#contract/mail-preferences.ts'
import { OWN_DATA_PATH } from '#contract/own-data.ts'
import {
  PAYMENT_CANCELLED_PATH,
  PAYMENT_RETURN_PATH,
  WEBHOOK_PATH,
} from '#contract/payment-attempts.ts'
import { TRIAL_CANCELLED_PATH, TRIAL_RETURN_PATH } from '#contract/payment-trials.ts'
import { RECEIPT_PATH, SHARED_RECEIPT_PATH } from '#contract/receipts.ts'
import { SHARED_VOUCHER_PATH, VOUCHER_PATH, VOUCHER_TYPES } from '#contract/vouchers.ts'
import { SHARED_FILE_PATH } from '#contract/sharing.ts'
import type { ApiTexts } from '#texts/api.ts'
import { bytesOf, inPath, refusalsFor, SESSION, type Described } from './openapi-parts.ts'
import { documentFiles } from './openapi-documents.ts'
import { ruleFiles } from './openapi-rule-files.ts'
import { uploads } from './openapi-uploads.ts'

/** What is served beside the contract's calls: files, a stream, and what a browser's address bar visits. */
export function otherOperations(texts: ApiTexts): Described[] {
  return [...files(texts), ...browsersOwn(texts)]
}

function files({ answers, calls }: ApiTexts): Described[] {
  const months = { type: 'integer', minimum: 1, maximum: MOST_MONTHS_BACK } as const
  const kind = inPath('kind', { enum: ['pdf', 'xml'] })
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return [
    {
      path: FILE_PATH,
      method: 'GET',
      operation: {
        operationId: 'readDocumentFile',
        summary: calls.readDocumentFile,
        tags: ['documents'],
        security: SESSION,
        parameters: [inPath('id', { type: 'integer' }), kind],
        responses: {
          200: bytesOf(answers.done, ['application/pdf', 'application/xml']),
          ...refusalsFor([401, 404, 500, 503]),
        },
      },
    },
    {
      path: OWN_DATA_PATH,
      method: 'GET',
      operation: {
        operationId: 'readOwnData',
        summary: calls.readOwnData,
        tags: ['accounts'],
        security: SESSION,
        responses: {
          200: bytesOf(answers.done, ['application/zip']),
          ...refusalsFor([401, 403, 429, 500, 503]),
        },
      },
    },
    ...documentFiles({ answers, calls }),
    ...ruleFiles({ answers, calls }),
    {
      path: ANALYTICS_REPORT_PATH,
      method: 'GET',
      operation: {
        operationId: 'readAnalyticsReport',
        summary: calls.readAnalyticsReport,
        tags: ['parties'],
        security: SESSION,
        parameters: [inPath('company_id', { type: 'integer' }), inPath('months_back', months)],
        responses: {
          200: bytesOf(answers.done, [sheet]),
          ...refusalsFor([401, 404, 429, 500, 503]),
        },
      },
    },
    {
      path: CHARGES_REPORT_PATH,
      method: 'GET',
      operation: {
        operationId: 'readChargesReport',
        summary: calls.readChargesReport,
        tags: ['other'],
        security: SESSION,
        parameters: [inPath('month', { type: 'string' })],
        responses: {
          200: bytesOf(answers.done, [sheet]),
          ...refusalsFor([401, 404, 500, 503]),
        },
      },
    },
    ...hintsAndShared({ answers, calls }),
  ]
}

function hintsAndShared({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  const kind = inPath('kind', { enum: ['pdf', 'xml'] })
  return [
    {
      path: EVENTS_PATH,
      method: 'GET',
      operation: {
        operationId: 'watchEvents',
        summary: calls.watchEvents,
        tags: ['documents'],
        security: SESSION,
        responses: {
          200: {
            description: answers.done,
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          ...refusalsFor([401, 429, 500, 503]),
        },
      },
    },
    {
      path: SHARED_FILE_PATH,
      method: 'GET',
      operation: {
        operationId: 'readSharedFile',
        summary: calls.readSharedFile,
        tags: ['documents'],
        security: [],
        parameters: [inPath('token', { type: 'string' }), kind],
        responses: {
          200: bytesOf(answers.done, ['application/pdf', 'application/xml']),
          ...refusalsFor([404, 429, 500, 503]),
        },
      },
    },
    ...receipts({ answers, calls }),
    ...vouchers({ answers, calls }),
    ...uploads({ answers, calls }),
    ...providersOwn({ answers, calls }),
  ]
}

function receipts({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  const done = bytesOf(answers.done, ['application/pdf'])
  return [
    {
      path: RECEIPT_PATH,
      method: 'GET',
      operation: {
        operationId: 'readReceipt',
        summary: calls.readReceipt,
        tags: ['other'],
        security: SESSION,
        parameters: [inPath('id', { type: 'integer' })],
        responses: { 200: done, ...refusalsFor([401, 404, 429, 500, 503]) },
      },
    },
    {
      path: SHARED_RECEIPT_PATH,
      method: 'GET',
      operation: {
        operationId: 'readSharedReceipt',
        summary: calls.readSharedReceipt,
        tags: ['other'],
        security: [],
        parameters: [inPath('token', { type: 'string' })],
        responses: { 200: done, ...refusalsFor([404, 429, 500, 503]) },
      },
    },
  ]
}

function vouchers({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  return [
    {
      path: VOUCHER_PATH,
      method: 'GET',
      operation: {
        operationId: 'readVoucher',
        summary: calls.readVoucher,
        tags: ['other'],
        security: SESSION,
        parameters: [inPath('id', { type: 'integer' })],
        responses: {
          200: bytesOf(answers.done, [...VOUCHER_TYPES]),
          ...refusalsFor([401, 404, 429, 500, 503]),
        },
      },
    },
    {
      path: SHARED_VOUCHER_PATH,
      method: 'PUT',
      operation: {
        operationId: 'sendVoucher',
        summary: calls.sendVoucher,
        tags: ['other'],
        security: [],
        parameters: [
          inPath('token', { type: 'string' }),
          inPath('key', { type: 'string', format: 'uuid' }),
        ],
        responses: {
          204: { description: answers.nothing },
          ...refusalsFor([400, 404, 409, 413, 415, 429, 500, 503]),
        },
      },
    },
  ]
}

/** Asked by payment providers, and by browsers that they lead back. */
function providersOwn({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  const order = inPath('order', { type: 'string' })
  const seeOther = {
    description: answers.elsewhere,
    headers: { Location: { description: answers.elsewhere, schema: { type: 'string' } } },
  } as const
  const back = (path: string, method: 'GET' | 'POST', operationId: string, summary: string) => ({
    path,
    method,
    operation: {
      operationId,
      summary,
      tags: ['other' as const],
      security: [],
      parameters: [order],
      responses: {
        303: seeOther,
        ...refusalsFor([400, 404, 413, ...(method === 'POST' ? [415] : []), 429, 500, 503]),
      },
    },
  })
  return [
    back(PAYMENT_RETURN_PATH, 'GET', 'returnFromProvider', calls.returnFromProvider),
    back(PAYMENT_RETURN_PATH, 'POST', 'returnFromProviderByForm', calls.returnFromProvider),
    back(PAYMENT_CANCELLED_PATH, 'GET', 'cancelAtProvider', calls.cancelAtProvider),
    back(PAYMENT_CANCELLED_PATH, 'POST', 'cancelAtProviderByForm', calls.cancelAtProvider),
    back(TRIAL_RETURN_PATH, 'GET', 'returnFromTrial', calls.returnFromTrial),
    back(TRIAL_RETURN_PATH, 'POST', 'returnFromTrialByForm', calls.returnFromTrial),
    back(TRIAL_CANCELLED_PATH, 'GET', 'cancelTrial', calls.cancelTrial),
    back(TRIAL_CANCELLED_PATH, 'POST', 'cancelTrialByForm', calls.cancelTrial),
    {
      path: WEBHOOK_PATH,
      method: 'POST',
      operation: {
        operationId: 'notifyPayment',
        summary: calls.notifyPayment,
        tags: ['other'],
        security: [],
        parameters: [
          inPath('provider', { enum: ['transbank', 'khipu', 'fintoc', 'mercadoPago'] }),
          inPath('connection', { type: 'string', format: 'uuid' }),
        ],
        responses: {
          200: { description: answers.done },
          ...refusalsFor([400, 401, 404, 413, 429, 500, 503]),
        },
      },
    },
  ]
}

function browsersOwn({ answers, calls }: ApiTexts): Described[] {
  const token = inPath('token', { type: 'string' })
  const page = { 'text/html': { schema: { type: 'string' } } } as const
  const pages = {
    200: { description: answers.done, content: page },
    404: { description: answers.notFound, content: page },
  }
  const redirect = {
    302: {
      description: answers.elsewhere,
      headers: { Location: { description: answers.elsewhere, schema: { type: 'string' } } },
    },
    ...refusalsFor([500, 503]),
  } as const
  return [
    {
      path: MICROSOFT_AUTHORIZE_PATH,
      method: 'GET',
      operation: {
        operationId: 'authorizeMicrosoft',
        summary: calls.authorizeMicrosoft,
        tags: ['other'],
        security: [],
        responses: redirect,
      },
    },
    {
      path: OAUTH_CALLBACK_PATH,
      method: 'GET',
      operation: {
        operationId: 'finishMailboxConsent',
        summary: calls.finishMailboxConsent,
        tags: ['other'],
        security: [],
        parameters: [inPath('provider', { enum: ['google', 'microsoft'] })],
        responses: redirect,
      },
    },
    {
      path: UNSUBSCRIBE_PATH,
      method: 'GET',
      operation: {
        operationId: 'askToUnsubscribe',
        summary: calls.askToUnsubscribe,
        tags: ['other'],
        security: [],
        parameters: [token],
        responses: { ...pages, ...refusalsFor([500, 503]) },
      },
    },
    {
      path: UNSUBSCRIBE_PATH,
      method: 'POST',
      operation: {
        operationId: 'unsubscribe',
        summary: calls.unsubscribe,
        tags: ['other'],
        security: [],
        parameters: [token],
        responses: { ...pages, ...refusalsFor([400, 413, 415, 500, 503]) },
      },
    },
  ]
}
