import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a machine may lack, and without which this test is skipped: `npm test` tells it. */
    needs?: string
    /** Left to `npm run test:deep` by design: not counted as skipped. */
    onlyDeep?: boolean
  }
}
