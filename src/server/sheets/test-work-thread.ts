import { serveWorkThread } from './work-thread.ts'

export type TestTask =
  | { kind: 'answer'; value: string }
  /** Never ends. */
  | { kind: 'hang' }
  /** Ends the thread under itself, the first so many times. */
  | { kind: 'die'; times: number; died: SharedArrayBuffer }

serveWorkThread(async (task: TestTask): Promise<string> => {
  if (task.kind === 'answer') return task.value
  if (task.kind === 'hang') for (;;);
  const before = Atomics.add(new Int32Array(task.died), 0, 1)
  if (before < task.times) process.exit(1)
  return `answered after ${before}`
})
