import { expect, test } from 'vitest'
import { unzip } from './test-unzip.ts'
import { zip, type ZipEntry } from './zip.ts'

const isDeep = process.env.FOLIO_DEEP === '1'

const AT = { year: 2026, month: 11, day: 5, hour: 12, minute: 34 }

async function* entriesOf(files: Record<string, string[]>): AsyncGenerator<ZipEntry> {
  for (const [name, parts] of Object.entries(files)) {
    yield { name, content: chunksOf(parts) }
  }
}

async function* chunksOf(parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

async function made(entries: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zip(entries, AT)) parts.push(part)
  return Buffer.concat(parts)
}

test('what is put in comes out, whatever it is called and however it arrives', async () => {
  const files = { 'año/Ñuble.json': ['[', '{"a":1}', ']'], 'vacío.txt': [], 'b.txt': ['b'] }
  const found = unzip(await made(entriesOf(files)))
  expect([...found.keys()]).toEqual(Object.keys(files))
  expect(String(found.get('año/Ñuble.json')?.())).toBe('[{"a":1}]')
  expect(found.get('vacío.txt')?.().length).toBe(0)
})

test.runIf(isDeep)(
  'more entries than the old records can count are all there',
  { timeout: 120_000, meta: { onlyDeep: true } },
  async () => {
    const count = 65_600
    async function* many(): AsyncGenerator<ZipEntry> {
      for (let at = 0; at < count; at += 1)
        yield { name: `${at}.txt`, content: Buffer.from(`${at}`) }
    }
    const found = unzip(await made(many()))
    expect(found.size).toBe(count)
    expect(String(found.get('65599.txt')?.())).toBe('65599')
  },
)

test('a source that breaks breaks the archive: nothing half is taken for whole', async () => {
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('no more')
  }
  async function* one(): AsyncGenerator<ZipEntry> {
    yield { name: 'x', content: breaking() }
  }
  await expect(made(one())).rejects.toThrow('no more')
})
