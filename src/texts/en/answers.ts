import type { Translation } from '../translation.ts'
import type { answers as es } from '../es/answers.ts'

export const answers: Translation<typeof es> = {
  recoverySent:
    'If there is an active account with that e-mail, we sent it a link. Check your inbox.',
}
