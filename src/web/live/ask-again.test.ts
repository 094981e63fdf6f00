import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { askAgain } from './ask-again.ts'

const KEY = ['documents', 7]

/** A screen that shows what it got, and a server whose answers come when told, one by one. */
function watched() {
  const client = new QueryClient()
  const answers: ((state: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn })
  const leave = observer.subscribe(() => undefined)
  const shown = () => observer.getCurrentResult().data
  return { client, answers, shown, leave }
}

test('what changes while the first answer is on its way is asked for once more', async () => {
  const { client, answers, shown, leave } = watched()
  askAgain(client, { queryKey: ['documents'] })
  expect(answers).toHaveLength(1)
  answers[0]?.('queued')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('sent')
  await vi.waitFor(() => expect(shown()).toBe('sent'))
  leave()
})

test('what is shown already is asked for anew at once, and only once', async () => {
  const { client, answers, shown, leave } = watched()
  answers[0]?.('queued')
  await vi.waitFor(() => expect(shown()).toBe('queued'))
  askAgain(client, { queryKey: KEY, exact: true }, { queryKey: ['rules'] })
  expect(answers).toHaveLength(2)
  answers[1]?.('sent')
  await vi.waitFor(() => expect(shown()).toBe('sent'))
  expect(answers).toHaveLength(2)
  leave()
})
