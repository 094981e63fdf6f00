import { LEGAL_VERSIONS, type LegalVersion } from '#domain/legal.ts'
import { legalChanges as en } from './en/legal-changes.ts'
import { legalChanges as es } from './es/legal-changes.ts'
import type { Language } from './language.ts'

export interface LegalChange extends LegalVersion {
  texts: readonly string[]
}

/** What changed since that version, by the versions after it; null: none was accepted yet. The oldest first. */
export function legalChangesSince(accepted: number | null, language: Language): LegalChange[] {
  const texts: Record<number, readonly string[]> = { es, en }[language]
  return LEGAL_VERSIONS.filter(({ version }) => version > (accepted ?? 0)).map((one) => ({
    ...one,
    texts: texts[one.version] ?? [],
  }))
}
