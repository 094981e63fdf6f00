import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'folio-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), type: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).min(1),
    }),
  ),
})
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
})

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

test('the bill of materials names each package of the product with version and hash, and no tool', () => {
  const file = join(folder, 'sbom.json')
  execFileSync('npm', ['run', 'sbom', '--', file], { cwd: root, stdio: 'ignore' })
  const { components, metadata } = bom.parse(read(file))
  expect(metadata.component).toEqual({ name: 'folio', type: 'application' })
  const { dependencies, devDependencies } = manifest.parse(read(join(root, 'package.json')))
  const versions = new Map(components.map(({ name, version }) => [name, version]))
  for (const [name, version] of Object.entries(dependencies)) {
    expect(versions.get(name), name).toBe(version)
  }
  const { packages } = lockFile.parse(read(join(root, 'package-lock.json')))
  // Some tools come with a package of the product, too.
  const tools = Object.keys(devDependencies).filter((name) => packages[`node_modules/${name}`]?.dev)
  expect(tools.filter((name) => versions.has(name))).toEqual([])
  expect(tools.length).toBeGreaterThan(10)
})
