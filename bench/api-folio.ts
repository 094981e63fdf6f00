/** Folio's HTTP side with one tenant, whose own connection is read: a token, a tenant's filter, one query. */
import { createLogger } from '#server/log.ts'
import { startTestApp } from '#server/test-app.ts'
import { makeTenant } from '../test/walls/tenants.ts'
import { answerAsked } from './api-server.ts'

const logger = createLogger({ kind: 'file', path: '/dev/null' })
const app = await startTestApp(undefined, undefined, (needs) => ({ ...needs, logger }))
const { ids, access } = await makeTenant(app, {
  mark: 'ANA',
  person: '15151515-0',
  companyRut: '77070707-2',
  clientRut: '90909090-3',
})
answerAsked({
  url: await app.server.listen({ port: 0, host: '127.0.0.1' }),
  path: `/api/billing-sii/credentials/${ids.facturator}/`,
  headers: { authorization: `Bearer ${access}`, 'accept-language': 'es' },
})
