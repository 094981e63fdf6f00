import { relative } from 'node:path'
import { TestRunner, type RunnerTask, type RunnerTestFile } from 'vitest'
import leftToDeep from './left-to-deep.json' with { type: 'json' }

const LEFT: Readonly<Record<string, readonly string[] | undefined>> = leftToDeep

/**
 * Runs the tests of `npm test`: without those that left-to-deep.json names, by parts of their full names. They take
 * longest for what they add to the others of their file, and `npm run test:deep` plays all; so does a run of chosen files.
 */
export default class EveryRun extends TestRunner {
  readonly #given = this.config.testNamePattern

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    this.config.testNamePattern = this.#given ?? withoutThese(partsOf(file))
  }

  onCollected(files: RunnerTestFile[]): void {
    // The files that share a process share its configuration, too.
    this.config.testNamePattern = this.#given
    for (const file of files) {
      const names = file.tasks.flatMap(namesIn)
      const stale = partsOf(file).filter((part) => !names.some((name) => name.includes(part)))
      if (stale.length > 0) {
        throw new Error(`left-to-deep.json names no test of ${pathOf(file)}: ${stale.join('; ')}`)
      }
    }
  }
}

function partsOf(file: RunnerTestFile): readonly string[] {
  return LEFT[pathOf(file)] ?? []
}

function pathOf({ filepath }: RunnerTestFile): string {
  return relative(process.cwd(), filepath)
}

/** Matches the names of all tests but those that hold one of these parts. */
export function withoutThese(parts: readonly string[]): RegExp | undefined {
  if (parts.length === 0) return undefined
  const escaped = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return new RegExp(`^(?!.*(?:${escaped.join('|')}))`, 's')
}

function namesIn(task: RunnerTask): string[] {
  return task.type === 'suite' ? task.tasks.flatMap(namesIn) : [task.fullTestName]
}
