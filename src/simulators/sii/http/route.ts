import type { CompanyVisit, Page, PersonVisit, Route, Visit } from './visit.ts'

export function open(method: Route['method'], path: string, page: Page<Visit>): Route {
  return { method, path, needs: 'nothing', page }
}

export function personal(method: Route['method'], path: string, page: Page<PersonVisit>): Route {
  return { method, path, needs: 'session', page }
}

export function scoped(method: Route['method'], path: string, page: Page<CompanyVisit>): Route {
  return { method, path, needs: 'company', page }
}
