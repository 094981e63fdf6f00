import type { z } from 'zod'
import { RULE_FILE_PATH, ruleFileReply } from '#contract/rule-bulk.ts'
import { language } from '#web/language.ts'
import { fetchFile, fetchSigned } from './client.ts'
import { ApiFault } from './fault.ts'

export type RuleFileReply = z.output<typeof ruleFileReply>

export function fetchRuleFile(): Promise<Blob> {
  return fetchFile(RULE_FILE_PATH)
}

const LONGEST_UPLOAD_MS = 120_000

/** The edited file; `digest`: of the difference that was shown, to make it. */
export async function sendRuleFile({
  file,
  from,
  digest,
}: {
  file: File
  from: string
  digest: string | null
}): Promise<RuleFileReply> {
  const query = new URLSearchParams({
    name: file.name.slice(-200),
    from,
    ...(digest === null ? {} : { digest }),
  })
  const reply = await fetchSigned(`/api${RULE_FILE_PATH}?${query.toString()}`, {
    method: 'POST',
    signal: AbortSignal.timeout(LONGEST_UPLOAD_MS),
    headers: {
      accept: 'application/json',
      'accept-language': language(),
      'content-type': 'application/octet-stream',
    },
    body: file,
  })
  const body: unknown = await reply.json().catch(() => null)
  if (!reply.ok) throw new ApiFault(reply.status, body)
  const parsed = ruleFileReply.safeParse(body)
  if (!parsed.success) throw new ApiFault(null, parsed.error.message)
  return parsed.data
}
