import { serveWorkThread } from '../sheets/work-thread.ts'
import { readRuleFile } from './read-rule-file.ts'

serveWorkThread(readRuleFile)
