/** Folio's HTTP side with a company whose Khipu account notifies, as its payers' checkouts would. */
import { openStage } from '../test/payments/stage.ts'
import { PUBLIC_IDS } from '../test/payments/stand-in-world.ts'
import { answerAsked } from './api-server.ts'

const stage = await openStage()
answerAsked({
  url: await stage.app.server.listen({ port: 0, host: '127.0.0.1' }),
  path: `/api/webhooks/khipu/${PUBLIC_IDS.khipu}`,
  headers: { 'x-bench-secret': 'khipu-secret', 'x-bench-now': String(stage.app.clock.now()) },
})
