import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scan } from '#dte/printing/test-scanner.ts'
import type { StoredBoleta } from '../state/state.ts'
import { drawBoleta } from './pdf.ts'

const boleta: StoredBoleta = {
  barCode: '17171717000012A0F9C3',
  folio: 12,
  issuerRut: '17171717-3',
  issuerName: 'Antonia Núñez Peña',
  issuerAddress: 'Los Álamos 55, Ñuñoa',
  activity: 'Servicios de arquitectura',
  receiverRut: '76192083-9',
  receiverName: 'Ñandú & Águila Ltda.',
  receiverAddress: 'Av. Providencia 1234',
  receiverCommune: 'Providencia',
  issueDay: '2026-11-20',
  withholder: 'recipient',
  lines: Array.from({ length: 4 }, (_, index) => ({
    text: `Proyecto de arquitectura, etapa ${index + 1}, según contrato y sus anexos firmados`,
    grossClp: 250_000,
  })),
  grossClp: 1_000_000,
  rateBasisPoints: 1525,
  retentionClp: 152_500,
  time: '',
  sessionToken: '',
  storedAtMs: Date.UTC(2026, 10, 20, 15),
  listedFromMs: 0,
  annulledAtMs: null,
  annulledFor: null,
  mailedTo: [],
  warnings: [],
}

const hasPdftoppm = spawnSync('pdftoppm', ['-v']).error === undefined

test('the sheet shows what the bars say', async () => {
  const sheet = Buffer.from(await drawBoleta(boleta)).toString('latin1')
  expect(sheet).toContain(`(${boleta.barCode})`)
})

test.runIf(hasPdftoppm)(
  "the boleta's bars are read from its sheet by somebody else's reader",
  { meta: { needs: 'pdftoppm' } },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folio-boleta-'))
    try {
      const file = join(folder, 'boleta')
      writeFileSync(file, await drawBoleta(boleta))
      spawnSync('pdftoppm', ['-r', '150', '-gray', '-png', '-singlefile', file, file])
      const seen = await scan(readFileSync(`${file}.png`), 'Code39')
      expect(seen?.text).toBe(boleta.barCode)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
