import { knownDay } from '#domain/day.ts'
import { withinOrganisation } from '../db/reach.ts'
import type { Handlers } from '../http/handler.ts'
import { PAYER_CODE_MS } from '../vault/payer-code.ts'
import type { AttemptNeeds } from '../payments/attempts/needs.ts'
import { declareTogether } from '../payments/declare-together.ts'
import {
  ACCESS_MS,
  askCode,
  openAccess,
  readAccess,
  requireAccess,
} from '../payments/together/access.ts'
import { payerCookie, secretIn } from '../payments/together/payer-cookie.ts'
import { addressesOf, maskedAddress, payerOf } from '../payments/together/payer.ts'
import { accessToWire } from '../payments/together/present.ts'
import { startTogether } from '../payments/together/start.ts'
import { openLink, type ShareNeeds } from './open-link.ts'

type PayerCalls =
  | 'listPayerAddresses'
  | 'askPayerCode'
  | 'readPayerAccess'
  | 'openPayerAccess'
  | 'startJointPayment'
  | 'declareJointTransfer'

type Needs = ShareNeeds & AttemptNeeds & { secure: boolean }

/** A client's other documents to pay, from the page of one of them. A RUT opens nothing: a mailed code does. */
export function payerRoutes(needs: Needs): Pick<Handlers, PayerCalls> {
  const { db } = needs
  return {
    async listPayerAddresses({ params, network }) {
      const link = await openLink(needs, params.token, network)
      return withinOrganisation(link.organisationId, async () => {
        const addresses = await addressesOf(db, await payerOf(db, link))
        return addresses.map(({ contactId: id, email }) => ({ id, masked: maskedAddress(email) }))
      })
    },
    async askPayerCode({ params, body, network, setCookie }) {
      const link = await openLink(needs, params.token, network)
      await needs.limits.consume('payerCodeNetwork', network)
      const secret = await withinOrganisation(link.organisationId, () =>
        askCode(needs, link, body.address),
      )
      const seconds = PAYER_CODE_MS / 1000
      setCookie(payerCookie(needs, { token: params.token, secret, seconds }))
    },
    async readPayerAccess({ params, network, cookies }) {
      const link = await openLink(needs, params.token, network)
      return withinOrganisation(link.organisationId, async () =>
        accessToWire(needs, link, await readAccess(needs, link, secretIn(cookies, needs))),
      )
    },
    async openPayerAccess({ params, body, network, cookies, setCookie }) {
      const link = await openLink(needs, params.token, network)
      return withinOrganisation(link.organisationId, async () => {
        const given = { secret: secretIn(cookies, needs), code: body.code.replace(' ', '') }
        const secret = await openAccess(needs, link, given)
        setCookie(payerCookie(needs, { token: params.token, secret, seconds: ACCESS_MS / 1000 }))
        return accessToWire(needs, link, await readAccess(needs, link, secret))
      })
    },
    async startJointPayment({ params, body, network, cookies }) {
      const link = await openLink(needs, params.token, network)
      await needs.limits.consume('attemptLink', `link:${link.linkId}`)
      return withinOrganisation(link.organisationId, async () => {
        const { payer } = await requireAccess(needs, link, secretIn(cookies, needs))
        return startTogether(needs, link, payer, {
          connectionId: body.connection,
          documentIds: body.documents,
          totalClp: body.total,
        })
      })
    },
    async declareJointTransfer({ params, body, network, cookies }) {
      const link = await openLink(needs, params.token, network)
      await needs.limits.consume('declarationLink', `link:${link.linkId}`)
      return withinOrganisation(link.organisationId, async () => {
        const open = await requireAccess(needs, link, secretIn(cookies, needs))
        const key = await declareTogether(needs, open.payer, {
          day: knownDay(body.day),
          documentIds: body.documents,
          totalClp: body.total,
        })
        return { ...(await accessToWire(needs, link, open)), key }
      })
    },
  }
}
