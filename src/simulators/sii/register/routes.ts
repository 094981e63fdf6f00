import { myDocuments, myDocumentsMethods } from './my-documents-page.ts'
import { register, registerMethods, REGISTER_PATH } from './register-page.ts'
import { open } from '../http/route.ts'
import type { Page, Route, Visit } from '../http/visit.ts'
import { application, methodNotAllowed } from './facade.ts'

const MY_DOCUMENTS_PATH = '/www4/consemitidosinternetui'

/** They look after the session themselves: an incomplete question is refused before it. */
export const registerRoutes: Route[] = [
  ...facade(REGISTER_PATH, registerMethods, register),
  ...facade(MY_DOCUMENTS_PATH, myDocumentsMethods, myDocuments),
]

function facade(root: string, methods: readonly string[], answer: Page<Visit>): Route[] {
  const paths = methods.map((method) => `${root}/services/data/facadeService/${method}`)
  return [
    open('GET', `${root}/`, application),
    ...paths.map((path) => open('POST', path, answer)),
    ...paths.map((path) => open('GET', path, methodNotAllowed)),
  ]
}
