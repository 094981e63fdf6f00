import { agenda } from './web-agenda.ts'
import { documents } from './web-documents.ts'
import { frame } from './web-frame.ts'
import { reasons } from './web-reasons.ts'
import { rules } from './web-rules.ts'

/** What the frame and the first screens show: the part of the texts that everybody fetches. */
export const core = { ...frame, ...agenda, ...documents, reasons, ...rules }
