import { knownDay, knownMonth, monthOf } from '#domain/day.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { InvalidInput, NotFound, Refused } from '../../http/errors.ts'
import type { Handlers, Session } from '../../http/handler.ts'
import { madeToWire, shownToWire } from '../../rules/made-documents.ts'
import type { RuleMonth } from '../../rules/months.ts'
import {
  changeMonth,
  issueMonthNow,
  monthsOf,
  type MonthAnswer,
  type MonthAt,
  type MonthRefusal,
} from '../actions/rule-months.ts'
import type { RestoreNeeds } from '../actions/restore.ts'
import { missedOf, resumeRule, type ResumeRefusal } from '../actions/resume-rule.ts'
import { presentRow } from './presenter.ts'
import { dayOf } from './routes.ts'
import { readDocumentsById, readDocumentsOfMonth } from './store.ts'

type Needs = RestoreNeeds

export type RuleMonthRoutes = Pick<
  Handlers,
  | 'listRuleMonths'
  | 'changeRuleMonth'
  | 'restoreRuleMonth'
  | 'issueRuleMonthNow'
  | 'readMissedMonths'
  | 'resumeRule'
>

/** One month of a rule apart from the others. */
export function ruleMonthRoutes(needs: Needs): RuleMonthRoutes {
  return {
    async listRuleMonths({ session, params }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      const months = await monthsOf(needs, at)
      if (months === null) throw new NotFound()
      return months.map(monthToWire)
    },

    async changeRuleMonth({ session, params, body }) {
      const wish =
        body.change === 'skip'
          ? ({ kind: 'skip' } as const)
          : ({ kind: 'move', day: knownDay(body.emission_date) } as const)
      return monthToWire(done(await changeMonth(needs, session, monthAt(session, params), wish)))
    },

    async restoreRuleMonth({ session, params }) {
      const wish = { kind: 'restore' } as const
      return monthToWire(done(await changeMonth(needs, session, monthAt(session, params), wish)))
    },

    async issueRuleMonthNow({ session, params, body }) {
      const at = monthAt(session, params)
      const month = done(await issueMonthNow(needs, session, at, dayOf(body.date)))
      const documents = await readDocumentsOfMonth(needs, at)
      return { month: monthToWire(month), documents: documents.map(presentRow) }
    },

    async readMissedMonths({ session, params }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      const missed = await missedOf(needs, at)
      if (missed === null) throw new NotFound()
      const months = missed.days.map((own) => ({
        period: monthOf(own),
        own_date: own,
        service_month: serviceMonth(own, missed.monthOffset),
      }))
      return { catch_up: missed.catchUp, months, stopped: missed.goingOn.map(madeToWire) }
    },

    async resumeRule({ session, params, body }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      const period = body.issue === null ? null : knownMonth(body.issue)
      const answer = await resumeRule(needs, session, at, {
        issued: period,
        restores: body.restore,
        shown: dayOf(body.date),
      })
      if (answer.kind === 'noRule') throw new NotFound()
      if (answer.kind === 'refused') throw refusedFor(answer.why)
      const made = period === null ? [] : await readDocumentsOfMonth(needs, { ...at, period })
      const restored = await readDocumentsById(needs, at.organisationId, answer.restored)
      const seen = new Set(made.map(({ id }) => id))
      return {
        documents: [...made, ...restored.filter(({ id }) => !seen.has(id))].map(presentRow),
      }
    },
  }
}

function monthAt({ organisationId }: Session, params: { id: number; period: string }): MonthAt {
  return { organisationId, ruleId: params.id, period: knownMonth(params.period) }
}

function done(answer: MonthAnswer): RuleMonth {
  switch (answer.kind) {
    case 'done':
      return answer.month
    case 'noRule':
      throw new NotFound()
    case 'refused':
      throw refusedFor(answer.why)
  }
}

function refusedFor(why: MonthRefusal | ResumeRefusal): Error {
  return why === 'otherDate' ? new InvalidInput({ date: [why] }) : new Refused(409, why)
}

function monthToWire({ period, ownDay, change, isPlanned, documents }: RuleMonth) {
  return {
    period,
    own_date: ownDay,
    emission_date: change === null ? ownDay : change.kind === 'moved' ? change.day : null,
    change: change?.kind ?? null,
    is_planned: isPlanned,
    documents: documents.map(shownToWire),
  }
}
