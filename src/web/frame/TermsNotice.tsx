import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { termsQuery } from '#web/api/terms.ts'
import { textsReady } from '#web/language.ts'

// Of a new version alone: on any other day nobody fetches it.
const TermsPanel = lazy(async () => {
  const { TermsPanel } = await import('./TermsPanel.tsx')
  await textsReady()
  return { default: TermsPanel }
})

/** Above the screen while its user has not accepted the current terms; put off, it comes back with the next page load. */
export function TermsNotice() {
  const { data } = useQuery(termsQuery())
  const [isPutOff, setIsPutOff] = useState(false)
  if (data === undefined || data.changes.length === 0 || isPutOff) return null
  return (
    <Suspense>
      <TermsPanel terms={data} onLater={() => setIsPutOff(true)} />
    </Suspense>
  )
}
