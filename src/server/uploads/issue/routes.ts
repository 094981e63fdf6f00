import { knownDay } from '#domain/day.ts'
import type { EmissionHours } from '#domain/departure.ts'
import type { Language } from '#texts/language.ts'
import { instantText } from '../../clock.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Limits } from '../../http/limits.ts'
import type { By, Needs } from '../uploads.ts'
import { orderUpload } from './order.ts'
import { paceOn } from './pace.ts'
import { cancelUpload, pauseUpload, resumeUpload } from './pause.ts'
import { presentProgress } from './present.ts'
import { readProgress } from './progress.ts'
import { companyOfUpload } from './store.ts'

type OrderCalls =
  | 'orderUpload'
  | 'readUploadProgress'
  | 'readUploadPace'
  | 'pauseUpload'
  | 'resumeUpload'
  | 'cancelUpload'

/** Documents of uploaded files: ordered, followed, paused and taken back. */
export function uploadOrderRoutes(
  needs: Needs & EmissionHours & { limits: Limits },
): Pick<Handlers, OrderCalls> {
  const progressOf = async (by: By, id: number, language: Language) =>
    presentProgress(await readProgress(needs, { organisationId: by.organisationId, id }), language)
  return {
    orderUpload: async ({ session, params, body, language }) => {
      await needs.limits.consume('uploadAccount', `organisation:${session.organisationId}`)
      const documents = new Map(body.documents.map(({ key, content }) => [key, content]))
      if (documents.size < body.documents.length) throw new InvalidInput({ documents: ['invalid'] })
      const confirmed = new Map(body.confirmed.map(({ key, others }) => [key, others]))
      const issueDay = knownDay(body.issue_date)
      const order = { id: params.id, documents, count: body.count, issueDay, confirmed }
      await orderUpload(needs, session, order, language)
      return progressOf(session, params.id, language)
    },
    readUploadProgress: ({ session, params, language }) => progressOf(session, params.id, language),
    readUploadPace: async ({ session: { organisationId }, params, query }) => {
      const companyId = await companyOfUpload(needs.db, { organisationId, id: params.id })
      if (companyId === null) throw new NotFound()
      const of = { organisationId, companyId }
      const pace = await paceOn(needs, of, knownDay(query.issue_date))
      return {
        seconds_each: pace.documentSeconds,
        ahead: pace.ahead,
        fits: pace.fits,
        closes_at: instantText(pace.closesMs),
      }
    },
    pauseUpload: async ({ session, params, language }) => {
      await pauseUpload(needs, session, params.id)
      return progressOf(session, params.id, language)
    },
    resumeUpload: async ({ session, params, language }) => {
      await resumeUpload(needs, session, params.id)
      return progressOf(session, params.id, language)
    },
    cancelUpload: async ({ session, params, language }) => {
      await cancelUpload(needs, session, params.id)
      return progressOf(session, params.id, language)
    },
  }
}
