import { agenda } from './web-agenda.ts'
import { documents } from './web-documents.ts'
import { frame } from './web-frame.ts'
import { reasons } from './web-reasons.ts'
import { rules } from './web-rules.ts'

export const core = { ...frame, ...agenda, ...documents, reasons, ...rules }
