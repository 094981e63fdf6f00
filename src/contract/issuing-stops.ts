import { z } from 'zod'
import { call } from './call.ts'
import { id, idInPath, instant } from './fields.ts'

// Ours: issuing stopped by a switch, of everything or of one company.

const stop = z.object({
  stopped_at: instant,
  /** Null: somebody who is no member any more. */
  stopped_by: z.object({ id, email: z.string() }).nullable(),
})

const stops = z.object({
  /** Every company of the organisation. */
  everything: stop.nullable(),
  companies: z.array(
    stop.extend({ company: z.object({ id, identifier: z.string(), name: z.string() }) }),
  ),
  /** We ourselves stopped it, for everybody or for the person of one of its connections. */
  by_operator: z.boolean(),
  /** Documents that are ready and stand still because of it. */
  waiting: z.int(),
})

export const readStops = call({
  method: 'GET',
  path: '/billing-scheduler/stops/',
  access: 'session',
  status: 200,
  reply: stops,
})

/** From its answer on nothing new is sent to the SII; what is on its way there ends. Nothing is lost. */
export const stopIssuing = call({
  method: 'PUT',
  path: '/billing-scheduler/stops/',
  access: 'session',
  status: 200,
  reply: stops,
})

/** What waited goes on. A date that went by meanwhile is asked about, or as its rule says. */
export const releaseIssuing = call({
  method: 'DELETE',
  path: '/billing-scheduler/stops/',
  access: 'session',
  status: 200,
  refuses: [409],
  reply: stops,
})

const companyInPath = z.object({ company_id: idInPath })

export const stopCompany = call({
  method: 'PUT',
  path: '/billing-scheduler/stops/:company_id/',
  access: 'session',
  status: 200,
  params: companyInPath,
  reply: stops,
})

export const releaseCompany = call({
  method: 'DELETE',
  path: '/billing-scheduler/stops/:company_id/',
  access: 'session',
  status: 200,
  params: companyInPath,
  reply: stops,
})
