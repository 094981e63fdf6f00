import * as contract from '#contract/index.ts'
import type { PortalNeeds } from '../facturators/portal.ts'
import type { Caller } from '../test-bench.ts'
import { readReactions, unreadReactions } from './read-reactions.ts'
import { readNextMonth } from './worker.ts'

export async function companyOf(user: Caller, rut: string): Promise<number> {
  const { body } = await user.call('GET', '/billing-sii/companies/')
  const companies = contract.listCompanies.reply.parse(body)
  return companies.find(({ company_info }) => company_info.identifier === rut)?.id ?? 0
}

export async function look(user: Caller, company: number, query = '') {
  const { body } = await user.call('GET', `/billing-sii/companies/${company}/analytics/${query}`)
  return contract.readAnalytics.reply.parse(body)
}

const MOST_MONTHS = 200

/** As the reader does, one month after the other, until none is due. Answers how often something was done. */
export async function readDueRegisters(needs: PortalNeeds): Promise<number> {
  const reader = {
    ...needs,
    worker: 'reader',
    registerSpacingMs: 0,
    onReadingFailure: (error: unknown) => {
      throw error
    },
  }
  for (let months = 0; months < MOST_MONTHS; months += 1) {
    if (!(await readNextMonth(reader))) return months
  }
  throw new Error('The registers are never read to their end')
}

/** As the chore does, each connection whose turn it is, once. Answers how each turn ended. */
export async function readDueReactions(needs: PortalNeeds): Promise<string[]> {
  const reader = { ...needs, registerSpacingMs: 0, reactionsEveryMs: 20 * 60 * 60_000 }
  const ends: string[] = []
  for (const at of await unreadReactions(reader, 25)) {
    ends.push((await readReactions(reader, at, 'reader')).kind)
  }
  return ends
}
