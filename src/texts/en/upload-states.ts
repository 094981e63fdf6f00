import type { uploadStates as spanish } from '../es/upload-states.ts'
import type { Translation } from '../translation.ts'

export const uploadStates: Translation<typeof spanish> = {
  asks: 'Waits for you',
  ordering: 'To be prepared',
  planned: 'Planned',
  waiting: 'To be issued',
  needs_data: 'Data missing',
  queued: 'In the queue',
  issuing: 'Being issued',
  uncertain: 'To be confirmed',
  issued: 'Issued',
  failed: 'Not issued',
  refused: 'Not issued',
  skipped: 'Cancelled',
  cancelled: 'Cancelled',
  annulled: 'Annulled',
}
