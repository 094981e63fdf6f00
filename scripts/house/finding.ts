import { join } from 'node:path'

/** One thing found: where, and what. */
export type Finding = string

export const root = join(import.meta.dirname, '../..')

/** Prints what was found and fails the process when anything was. */
export function conclude(findings: readonly Finding[]): void {
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
}
