/** Folio's HTTP side as it is served, without the limits of tries, which would answer in place of the calls. */
import { createLogger } from '#server/log.ts'
import { startTestApp } from '#server/test-app.ts'
import { createPasswordHasher } from '#server/users/account/password-hash.ts'
import { routesOf } from '../test/walls/routes-of.ts'
import { answerAsked } from './api-server.ts'

const logger = createLogger({ kind: 'file', path: '/dev/null' })
const hasher = await createPasswordHasher()
const app = await startTestApp(undefined, undefined, (needs) => ({
  ...needs,
  logger,
  hasher,
  limits: { consume: () => Promise.resolve(1), clear: () => Promise.resolve() },
}))
const target = {
  url: await app.server.listen({ port: 0, host: '127.0.0.1' }),
  path: '/livez',
  headers: {},
  routes: routesOf(app.server),
}
answerAsked(target)
