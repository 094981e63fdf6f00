import type { VerifyOptions } from '#dte/verify.ts'
import type { DteTexts } from '#texts/dte.ts'

/** Where the person is and reads. */
export type Terminal = {
  folder: string
  say: (line: string) => void
  warn: (line: string) => void
}

/** What every command needs. */
export type Job = Terminal & {
  texts: DteTexts
  verifying: VerifyOptions
}
