interface Chunk {
  part: string
  name: string
}

export interface DeepState<Result> {
  seed: number
  has(chunk: Chunk): boolean
  get(chunk: Chunk): Result
  add(chunk: Chunk, result: Result): void
}

export function openDeepState<Result>(folder: string, again: boolean): DeepState<Result>
