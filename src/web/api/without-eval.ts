import { config } from 'zod/v4/core'

// Before any schema is made: zod would first try whether it may write code, which the content policy refuses.
config({ jitless: true })
