/**
 * npm run sbom [-- FILE]: writes which packages the product is made of (CycloneDX) to build/sbom.json, from the lock
 * file: exact versions, hashes and licences; without the tools that only build and test it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? join(root, 'build/sbom.json'))
const { npm_execpath: ownNpm } = process.env
const [program, before] = ownNpm === undefined ? ['npm', []] : [process.execPath, [ownNpm]]
const wish = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const output = execFileSync(program, [...before, 'sbom', ...wish, '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const bom = JSON.parse(output)
// Not by npm's own --omit=dev, which also leaves out packages that a tool and the product share.
const isTool = ({ properties }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development')
const tools = new Set(bom.components.filter(isTool).map((tool) => tool['bom-ref']))
bom.components = bom.components.filter((one) => !tools.has(one['bom-ref']))
bom.dependencies = bom.dependencies.flatMap(({ ref, dependsOn = [] }) =>
  tools.has(ref) ? [] : [{ ref, dependsOn: dependsOn.filter((one) => !tools.has(one)) }],
)
// npm names the folder, which is whatever it was called where the code was fetched to.
bom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`${bom.components.length} paquetes: ${target}`)
