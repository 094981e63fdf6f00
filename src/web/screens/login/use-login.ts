import { useNavigate, useSearchParams } from 'react-router'
import { createToken } from '#contract/auth.ts'
import type { BodyToWrite } from '#contract/call.ts'
import { send } from '#web/api/client.ts'
import { facturatorsQuery } from '#web/api/queries.ts'
import { ownPath, PATHS } from '#web/paths.ts'
import { queryClient } from '#web/query-client.ts'
import { noteConnections } from '#web/session/newcomer.ts'
import { startSession } from '#web/session/session.ts'

/** Signs in, reloads the facturators, and goes to the wanted page, or to the onboarding without a connection. */
export function useLogin() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return async (credentials: BodyToWrite<typeof createToken>) => {
    startSession(await send(createToken, { body: credentials }))
    const { facturators } = await queryClient.fetchQuery(facturatorsQuery())
    noteConnections(facturators.length)
    const wanted = ownPath(query.get('next')) ?? PATHS.dashboard
    await navigate(facturators.length === 0 ? PATHS.onboarding : wanted, { replace: true })
  }
}
