import type { ReplyOf } from '#contract/call.ts'
import type { readStops as readStopsCall } from '#contract/issuing-stops.ts'
import { formatRut, rut } from '#domain/rut.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { countStopped, readStops, releaseIssuing, stopIssuing, type Stop } from '../stops/stops.ts'

type Needs = Parameters<typeof stopIssuing>[0]

export type StopRoutes = Pick<
  Handlers,
  'readStops' | 'stopIssuing' | 'releaseIssuing' | 'stopCompany' | 'releaseCompany'
>

/** The switches that stop issuing. Each answers what is stopped then. */
export function stopRoutes(needs: Needs): StopRoutes {
  const { db } = needs
  const switched = async (
    session: Session,
    companyId: number | null,
    turn: typeof stopIssuing | typeof releaseIssuing,
  ) => {
    const done = await turn(needs, session, companyId)
    if (done === 'blocked') throw new Refused(409, 'dataBlocked')
    if (!done) throw new NotFound()
    return stopsToWire(db, session)
  }
  return {
    readStops: ({ session }) => stopsToWire(db, session),
    stopIssuing: ({ session }) => switched(session, null, stopIssuing),
    releaseIssuing: ({ session }) => switched(session, null, releaseIssuing),
    stopCompany: ({ session, params }) => switched(session, params.company_id, stopIssuing),
    releaseCompany: ({ session, params }) => switched(session, params.company_id, releaseIssuing),
  }
}

async function stopsToWire(
  db: Needs['db'],
  session: Session,
): Promise<ReplyOf<typeof readStopsCall>> {
  const { organisationId } = session
  const stops = await readStops(db, { organisationId })
  return {
    everything: stops.everything === null ? null : stopToWire(stops.everything),
    companies: stops.companies.map(({ company, ...stop }) => ({
      ...stopToWire(stop),
      company: {
        id: company.id,
        identifier: formatRut(rut(company.rut)),
        name: company.name,
      },
    })),
    by_operator: stops.byOperator.length > 0,
    waiting: await countStopped(db, organisationId),
  }
}

function stopToWire({ at, user }: Stop) {
  return { stopped_at: at, stopped_by: user }
}
