import { z } from 'zod'
import { languages, type Language } from '#texts/language.ts'
import { instantText, type Clock } from '../clock.ts'
import { emailChangeToken } from '../users/email-change.ts'
import type { Links } from '../vault/links.ts'
import { payerCode, PAYER_CODE_MS } from '../vault/payer-code.ts'
import { accountLink } from './account-link.ts'
import { askedInValues, type WriteAttentionMail } from './attention-mail.ts'
import type { Mail, MailRow } from './mail-content.ts'
import { DIGESTS, hasNoButton, mailKind, type Template } from './mail-kinds.ts'
import { mailWish } from './preferences/preferences.ts'
import type { ClaimedMail, Db } from './store.ts'
import { mailData, systemMail } from './system-mail.ts'
import { unsubscribeUrl } from './preferences/unsubscribe.ts'

export type ComposeNeeds = {
  db: Db
  clock: Clock
  links: Links
  publicUrl: string
  demonstration: boolean
  writeAttention: WriteAttentionMail
}

export type ComposedMail = {
  mail: Mail
  replyTo: string | null
  /** Where one click ends it, for the header of that name. */
  unsubscribeUrl: string | null
}

/** Null when there is no reason any more to write: nothing to activate or recover, or they don't want it. */
export async function composeMail(
  needs: ComposeNeeds,
  claimed: ClaimedMail,
): Promise<ComposedMail | null> {
  const { publicUrl, demonstration, links, db } = needs
  const { recipient } = claimed
  const told = await contentOf(needs, claimed)
  if (told === null) return null
  const { template, values, rows, path } = told
  const kind = mailKind(template)
  const wish = kind === null ? null : await mailWish(db, recipient, kind)
  if (wish?.isOn === false) return null
  const ending =
    kind !== null && wish !== null && DIGESTS.includes(template)
      ? unsubscribeUrl(links, publicUrl, { userId: wish.userId, kind })
      : null
  const mail = systemMail({
    template,
    language: languageOf(claimed.language),
    data: { values: { email: recipient, ...values }, rows },
    url: path === null ? null : new URL(path, publicUrl).href,
    unsubscribeUrl: ending,
    preferencesUrl: kind === null ? null : new URL(PREFERENCES_PATH, publicUrl).href,
    demonstration,
  })
  const replyTo = template === 'contactMessage' ? (values['email'] ?? null) : null
  return { mail, replyTo, unsubscribeUrl: ending }
}

const PREFERENCES_PATH = '/mail-preferences'

interface Content {
  template: Template
  values: Record<string, string>
  rows: MailRow[]
  path: string | null
}

async function contentOf(needs: ComposeNeeds, claimed: ClaimedMail): Promise<Content | null> {
  const { template, recipient, language } = claimed
  const { values, rows } = mailData.parse(claimed.data ?? {})
  if (template === 'attention') {
    const asked = askedInValues.parse(values)
    return needs.writeAttention({ ...asked, recipient, language: languageOf(language) })
  }
  if (template === 'payerCode') return payerMail(needs, values)
  const { documentId, ruleId, changeId, companyId } = values
  const concerned = { recipient, documentId, ruleId, changeId, companyId }
  const path = await pathOf(needs, template, concerned)
  return path === 'needless' ? null : { template, values, rows, path }
}

async function payerMail(
  needs: ComposeNeeds,
  values: Record<string, string>,
): Promise<Content | null> {
  const code = await payerCodeToMail(needs, values)
  if (code === null) return null
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  return { template: 'payerCode', values: { ...values, code: spaced }, rows: [], path: null }
}

const askedByPayer = z.object({ organisationId: z.coerce.number(), accessId: z.coerce.number() })

/** The code of a mail about to leave; null when it came back meanwhile, is too old or its document's link is gone. */
async function payerCodeToMail(
  { db, clock, links }: ComposeNeeds,
  values: Record<string, string>,
): Promise<string | null> {
  const { organisationId, accessId } = askedByPayer.parse(values)
  const row = await db
    .selectFrom('payer_access as access')
    .innerJoin('document_link as link', (join) =>
      join
        .onRef('link.organisation_id', '=', 'access.organisation_id')
        .onRef('link.id', '=', 'access.link_id'),
    )
    .select(['access.organisation_id', 'access.id', 'access.seed'])
    .where('access.organisation_id', '=', organisationId)
    .where('access.id', '=', accessId)
    .where('access.opened_at', 'is', null)
    .where('access.asked_at', '>', instantText(clock.now() - PAYER_CODE_MS))
    .where('link.revoked_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : payerCode(links, row)
}

/** Where the mail's button leads: a route of the browser. */
async function pathOf(
  needs: ComposeNeeds,
  template: Exclude<Template, 'attention' | 'payerCode'>,
  { recipient, documentId, ruleId, changeId, companyId }: Concerned,
): Promise<string | null> {
  if (hasNoButton(template)) return null
  switch (template) {
    case 'activation': {
      const link = await accountLink(needs, template, recipient)
      return link === null ? 'needless' : `/auth/activate/${link.uid}/${link.token}`
    }
    case 'recovery': {
      const link = await accountLink(needs, template, recipient)
      return link === null ? 'needless' : `/reset-password/${link.uid}/${link.token}`
    }
    case 'emailConfirm': {
      const token = await emailChangeToken(needs, 'confirm', Number(changeId))
      return token === null ? 'needless' : `/auth/confirm-email/${token}`
    }
    case 'emailChanged': {
      const token = await emailChangeToken(needs, 'undo', Number(changeId))
      return token === null ? 'needless' : `/auth/undo-email/${token}`
    }
    case 'documentUncertain':
    case 'paymentReceived':
      return `/documents/${documentId ?? ''}`
    case 'statementPayments':
      return `/payments/statements?company=${companyId ?? ''}`
    case 'monthlyValues':
      // Asked before it named its rule: what asks for attention is told there.
      return ruleId === undefined ? '/attention' : `/rules/${ruleId}/values`
    default:
      return PLACES[template]
  }
}

type Concerned = { recipient: string } & Record<
  'documentId' | 'ruleId' | 'changeId' | 'companyId',
  string | undefined
>
type Placed = Exclude<
  Template,
  | 'attention'
  | 'activation'
  | 'recovery'
  | 'emailConfirm'
  | 'emailChanged'
  | 'emailUndone'
  | 'documentUncertain'
  | 'paymentReceived'
  | 'statementPayments'
  | 'monthlyValues'
  | 'accountClosed'
  | 'contactMessage'
  | 'payerCode'
>

const PLACES: Record<Placed, string> = {
  passwordChanged: '/forgot-password',
  secondFactorSet: '/forgot-password',
  secondFactorRemoved: '/forgot-password',
  newSignIn: '/forgot-password',
  contactReceived: '/',
  termsChanged: '/dashboard',
  checkFailed: '/dashboard',
  paymentAccount: '/payments/terms',
  paymentRefund: '/payments',
  paymentConnection: '/payments/providers',
  paymentConnectionOffered: '/payments/providers',
  paymentConnectionEnded: '/payments/providers',
  mailboxDisconnected: '/email-accounts',
  issuedToday: '/documents',
  weeklyDigest: '/dashboard',
}

function languageOf(text: string): Language {
  return languages.find((language) => language === text) ?? 'es'
}
